import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The feature in isolation: an opened request, an action, and what it asks for.
@Suite struct RequestFeatureTests {
  private var state = RequestFeature.State()
  private var given: RequestFeature.Surroundings

  init() throws {
    let journey = Journey.request()
    let session = try #require(journey.state.session)
    given = journey.state.requestSurroundings(of: session)
    state.session = session
  }

  @discardableResult
  private mutating func reduce(_ action: RequestFeature.Action) -> [RequestFeature.Outcome] {
    RequestFeature.reduce(&state, action, in: given)
  }

  @Test mutating func `Each typed letter is in the draft, and all of them are one step of undo.`() throws {
    let before = state.session.draft
    reduce(.urlRequested)
    let first = reduce(.pressed(.character("x")))
    let middle = state.session.draft
    let second = reduce(.pressed(.character("y")))
    let after = state.session.draft
    #expect(after.url == before.url + "xy")
    guard case .recorded(before, middle, let group?)? = first.first else { return #expect(first == []) }
    #expect(second == [.recorded(before: middle, after: after, group: group), .drafted(after, isUnsaved: true)])
  }

  @Test mutating func `A key that a text has no use for is passed on.`() {
    reduce(.urlRequested)
    #expect(reduce(.pressed(.control("r"))) == [.ignored(.control("r"))])
    #expect(reduce(.left) == [])
    #expect(reduce(.pressed(.character("x"))) == [.ignored(.character("x"))])
    #expect(state.session.draft == state.session.saved)
  }

  @Test mutating func `Enter in the URL takes the text before it says so.`() throws {
    reduce(.urlRequested)
    reduce(.pressed(.character("x")))
    #expect(reduce(.pressed(.enter)).last == .urlEntered)
    #expect(state.session.editor.editing == nil && state.session.draft.url.hasSuffix("x"))
  }

  @Test mutating func `Esc cancels a send, then goes to the URL, and then leaves.`() {
    reduce(.tabChosen(.headers))
    given.isSending = true
    #expect(reduce(.escaped) == [.cancelSend])
    given.isSending = false
    #expect(reduce(.escaped) == [])
    #expect(state.session.editor.isOnURL)
    #expect(reduce(.escaped) == [.leave])
  }

  @Test mutating func `A request that cannot be read is not changed from anywhere.`() {
    state.session.fault = Notice(.error, "a.yml", "not YAML")
    let before = state.session.draft
    var other = before
    other.url = "http://other/"
    #expect(reduce(.changed(other)) == [])
    guard case .said(.information, _)? = reduce(.urlRequested).first else { return #expect(Bool(false)) }
    #expect(state.session.draft == before && state.session.editor.editing == nil)
  }

  @Test mutating func `An older request offers to be converted, where its collection can be.`() {
    state.session.key = .file("/w/old/a.bru")
    guard case .said? = reduce(.rowAdded).first else { return #expect(Bool(false)) }
    given.isConvertible = true
    #expect(reduce(.rowAdded) == [.convert])
  }

  @Test mutating func `A step of undo is not recorded again.`() {
    var other = state.session.draft
    other.variables.append(Row("token", "1"))
    #expect(reduce(.restored(other)) == [.drafted(other, isUnsaved: true), .variablesChanged(other)])
  }
}
