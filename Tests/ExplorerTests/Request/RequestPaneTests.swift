import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Leaving the request pane, and restored drafts") struct RequestPaneTests {
  private var journey = Journey.request()

  @Test mutating func `Esc cancels a send, and then leaves the pane.`() throws {
    var sending = journey
    sending.keys("ctrl-r")
    let send = try #require(sending.sendingNumber)
    sending.forget()
    sending.keys("esc")
    #expect(sending.effects == [.transfer(.cancel(send: send))])
    journey.keys("2")
    #expect(!journey.editor.isOnURL)
    journey.keys("esc")
    #expect(journey.state.focus == .tree)
  }

  @Test mutating func `A restored draft records no step of undo.`() throws {
    let key = try #require(journey.state.current)
    let other = Samples.getUser { $0.variables.append(Row("token", "1")) }
    let undo = journey.state.undo
    let effects = journey.state.request(.restored(other))
    #expect(effects.first == .files(.journal(key, other)))
    guard case .files(.loadVariables(key, other, _))? = effects.last else {
      Issue.record("the variables are not read again")
      return
    }
    #expect(effects.count == 2 && journey.state.undo == undo)
  }
}
