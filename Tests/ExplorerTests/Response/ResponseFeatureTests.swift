import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The feature in isolation: a pane, an action, and the effects it requests.
@Suite("The response by itself") struct ResponseFeatureTests {
  private var state = ResponseFeature.State()
  private var given: ResponseFeature.Surroundings
  private let exchange = Samples.exchange()

  init() throws {
    let journey = Journey.request()
    given = journey.state.responseSurroundings(of: try #require(journey.state.session))
    state.pane.begin(Sending(id: 7, method: "GET", url: "http://h/", startedAt: Samples.now))
  }

  private mutating func reduce(_ action: ResponseFeature.Action) -> [ResponseFeature.Outcome] {
    ResponseFeature.reduce(&state, action, in: given)
  }

  /// Lets the send finish.
  private mutating func finish() {
    _ = reduce(.told(.transfer(given.key, send: 7, .finished(exchange))))
  }

  @Test mutating func `Esc cancels a send, then takes away what lies on top, and then leaves.`() {
    #expect(reduce(.left) == [.cancelSend(7)])
    finish()
    _ = reduce(.tableToggled)
    #expect(state.pane.looks.count == 1)
    #expect(reduce(.left) == [])
    #expect(state.pane.looks.isEmpty)
    #expect(reduce(.left) == [.leave])
  }

  @Test mutating func `What is told of another send changes nothing.`() {
    let before = state
    #expect(reduce(.told(.transfer(given.key, send: 6, .finished(exchange)))) == [])
    #expect(reduce(.told(.refused(given.key, send: 6, Refusal(.url, "no host")))) == [])
    #expect(state == before)
  }

  @Test mutating func `A refusal leads to its field, where the request is in front.`() {
    let outcomes = reduce(.told(.refused(given.key, send: 7, Refusal(.header(1), "no value"))))
    #expect(outcomes == [.goTo(.header(1))], "the page says why")
    #expect(state.pane.phase == .refused(Refusal(.header(1), "no value")))
  }

  @Test mutating func `A refusal is said in the bottom line where its page is not to be seen.`() {
    given.rect = nil
    let outcomes = reduce(.told(.refused(given.key, send: 7, Refusal(.header(1), "no value"))))
    #expect(outcomes == [.goTo(.header(1)), .said(.error, "Not sent: no value")])
  }

  @Test mutating func `Commands ask for boxes, copies and comparisons and carry none of them out.`() {
    finish()
    #expect(reduce(.searchRequested) == [.ask(Prompt("Search", .search))])
    #expect(reduce(.curlRequested) == [.copyAsCurl(.short, revealsSecrets: false)])
    #expect(reduce(.picked(.comparand, "e1")) == [.loadComparand(id: "e1")])
    #expect(reduce(.answered(.environmentVariable(value: "42"), " id ")) == [.makeVariable(named: "id", "42")])
  }

  @Test mutating func `A difference that is left out is remembered for the request.`() throws {
    finish()
    let old = Samples.exchange("{\"id\": 41}")
    _ = reduce(.told(.comparandLoaded(given.key, old)))
    _ = reduce(.told(.compared(given.key, serial: state.serial, ExchangeComparison(from: old, to: exchange))))
    let before = state.ignoredDifferences
    let outcomes = reduce(.differenceIgnored)
    #expect(outcomes.first == .remember)
    #expect(state.ignoredDifferences.count == before.count + 1)
  }
}
