import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The request pane of an opened request: an action, and the effects and the state that follow.
@Suite struct RequestPaneTests {
  private var journey = Journey.request()

  private var session: RequestSession {
    get throws { try #require(journey.state.session) }
  }

  @discardableResult
  private mutating func request(_ action: RequestPane.Action) -> [Effect] { journey.state.request(action) }

  @Test mutating func `Each typed letter is in the draft, and all of them form one undo step.`() throws {
    let before = try session.draft
    let key = try session.key
    request(.urlRequested)
    let first = request(.pressed(.character("x")))
    let middle = try session.draft
    #expect(first == [.files(.journal(key, middle))])
    let second = request(.pressed(.character("y")))
    let after = try session.draft
    #expect(after.url == before.url + "xy")
    #expect(second == [.files(.journal(key, after))])
    journey.press(.escape)
    journey.press(.character("u"))
    #expect(try session.draft == before)
  }

  @Test mutating func `A key that a text does not handle runs its command.`() throws {
    func isSend(_ effect: Effect) -> Bool { if case .transfer(.send) = effect { true } else { false } }
    request(.urlRequested)
    #expect(request(.pressed(.control("r"))).contains(where: isSend))
    #expect(request(.left) == [])
    #expect(request(.pressed(.character("x"))) == [])
    #expect(try session.draft == session.saved)
  }

  @Test mutating func `Enter in the URL commits the text.`() throws {
    request(.urlRequested)
    request(.pressed(.character("x")))
    request(.pressed(.enter))
    let now = try session
    #expect(now.editor.editing == nil && now.draft.url.hasSuffix("x"))
  }

  @Test mutating func `Esc cancels a send, then goes to the URL, and then leaves.`() throws {
    var sending = journey
    sending.press(.control("r"))
    guard case .sending(let send)? = sending.state.session?.response.phase else {
      Issue.record("nothing is sent")
      return
    }
    #expect(sending.state.request(.escaped) == [.transfer(.cancel(send: send.id))])
    request(.tabChosen(.headers))
    #expect(try !session.editor.isOnURL)
    request(.escaped)
    #expect(try session.editor.isOnURL)
    #expect(journey.state.focus == .request)
    request(.escaped)
    #expect(journey.state.focus == .tree)
  }

  @Test mutating func `An unreadable request cannot be changed by any action.`() throws {
    let key = try session.key
    journey.state.sessions[key]?.fault = Notice(.error, "a.yml", "not YAML")
    let before = try session.draft
    var other = before
    other.url = "http://other/"
    #expect(request(.changed(other)) == [])
    request(.urlRequested)
    #expect(journey.state.message?.kind == .information)
    let now = try session
    #expect(now.draft == before && now.editor.editing == nil)
  }

  @Test mutating func `A restored draft records no step of undo.`() throws {
    var other = try session.draft
    other.variables.append(Row("token", "1"))
    let key = try session.key
    let undo = journey.state.undo
    let effects = request(.restored(other))
    #expect(effects.first == .files(.journal(key, other)))
    guard case .files(.loadVariables(key, other, _))? = effects.last else {
      Issue.record("the variables are not read again")
      return
    }
    #expect(effects.count == 2 && journey.state.undo == undo)
  }
}
