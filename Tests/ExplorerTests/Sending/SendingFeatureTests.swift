import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The feature in isolation: its pending sends, an action, and the effects it requests.
@Suite("A send by itself") struct SendingFeatureTests {
  private var state = SendingFeature.State()
  private var given = SendingFeature.Surroundings(
    key: .file("/c/a.yml"), mayAsk: true, draft: RequestDefinition(name: "A", method: "DELETE", url: "http://h/"),
    response: ResponsePane(), terms: SendTerms(), now: Samples.now, number: 5)

  private mutating func reduce(_ action: SendingFeature.Action) -> [SendingFeature.Outcome] {
    SendingFeature.reduce(&state, action, in: given)
  }

  /// Begins the send in the pane, as the app does.
  private mutating func begin() {
    for case .begin(let sending) in reduce(.requested) { given.response.begin(sending) }
  }

  @Test mutating func `A send begins in the pane, on the network and with a clock, once.`() {
    let sending = Sending(id: 5, method: "DELETE", url: "http://h/", startedAt: Samples.now)
    #expect(
      reduce(.requested) == [
        .begin(sending), .transfer(.send(given.key, send: 5, given.draft, SendTerms())), .tick(5),
      ])
    given.response.begin(sending)
    #expect(reduce(.requested) == [.said(.information, "Already running: \(key: "leave") cancels it")])
    #expect(reduce(.ticked(5)) == [.tick(5)] && reduce(.ticked(4)) == [])
    #expect(reduce(.cancelled) == [.transfer(.cancel(send: 5))])
  }

  @Test mutating func `A protected environment asks, and the yes goes along.`() {
    given.environment = Environment(name: "live", isProtected: true)
    given.environmentName = "live"
    #expect(reduce(.requested) == [.askProtected("live")])
    let terms = reduce(.confirmed).compactMap { outcome -> SendTerms? in
      if case .transfer(.send(_, _, _, let terms)) = outcome { terms } else { nil }
    }
    #expect(terms.map(\.isConfirmed) == [true])
  }

  @Test mutating func `What is asked for goes back to where the send began, and on with the answers.`() {
    begin()
    given.number = 6
    let outcomes = reduce(.answersNeeded(5, [PromptQuestion("order")]))
    #expect(outcomes == [.restore(ResponsePane()), .ask(AnswerForm("Before sending", [PromptQuestion("order")]))])
    given.response = ResponsePane()
    let prompts = reduce(.answered(["order": "42"])).compactMap { outcome -> [String: String]? in
      if case .transfer(.send(_, 6, _, let terms)) = outcome { terms.inputs.prompts } else { nil }
    }
    #expect(prompts == [["order": "42"]])
    #expect(state.pending == nil && state.lastAnswers == ["order": "42"])
  }

  @Test mutating func `Nothing is asked over another box: the send is taken back and told.`() {
    begin()
    given.mayAsk = false
    #expect(
      reduce(.answersNeeded(5, [PromptQuestion("order")])) == [
        .restore(ResponsePane()), .said(.warning, "A was not sent: it asks for order"),
      ])
    #expect(state.pending == nil && state.departures.isEmpty)
  }
}
