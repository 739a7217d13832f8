import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("A question about an environment returns to its page") struct EnvironmentQuestionTests {
  private static let local = Environment(
    name: "local",
    variables: [
      .init(Row("base_url", "http://127.0.0.1:4010")), .init(Row("user", "ada")),
    ])
  private static let staging = Environment(name: "staging", isProtected: true)

  private func opened() -> Journey {
    var journey = Journey.request()
    journey.apply(.environment(.loaded([Self.local, Self.staging])))
    journey.keys("E")
    journey.forget()
    return journey
  }

  private func saves(_ journey: Journey) -> [EnvironmentEffect] {
    journey.effects.compactMap {
      if case .environment(.save) = $0, case .environment(let effect) = $0 { effect } else { nil }
    }
  }

  /// The state after `s` on the second variable, which needs consent to be written.
  private func asked() -> (Journey, EnvironmentEffect) {
    var journey = opened()
    journey.keys("tab")
    journey.keys("⇧tab down right s")
    let effect = saves(journey).last ?? .load(collection: "none")
    journey.apply(.environment(.consentNeeded(effect, "It loses a comment")))
    return (journey, effect)
  }

  private func editor(_ journey: Journey) -> EnvironmentEditor? {
    journey.state.overlay == .environmentEditor ? journey.state.environment.editor : nil
  }

  @Test("A question covers the page, and no returns to the row with the file's value")
  func refused() {
    var (journey, _) = asked()
    #expect(journey.asked.contains("It loses a comment. Write it anyway?"))
    #expect(journey.text.contains("protected no"), "the page is behind it")
    journey.apply(.environment(.loaded([Self.local, Self.staging])))
    journey.type("n")
    #expect(editor(journey)?.cursor.row == 1 && editor(journey)?.column == 1)
    #expect(editor(journey)?.environments == [Self.local, Self.staging])
    journey.forget()
    journey.keys("u")
    #expect(saves(journey).isEmpty, "there is nothing to take back")
  }

  @Test("Yes and Esc also return to the page", arguments: ["y", "esc"])
  func answered(key: String) {
    var (journey, effect) = asked()
    journey.forget()
    journey.keys(key)
    #expect(editor(journey)?.cursor.row == 1)
    #expect(saves(journey) == (key == "y" ? [effect] : []))
    guard key == "y", case .save(_, let from, let to, _) = effect else { return }
    journey.apply(.environment(.changed([to, Self.staging], select: nil, said: "")))
    #expect(editor(journey)?.current == to)
    journey.keys("u")
    #expect(saves(journey).last == .save(collection: Samples.root, from: to, to: from))
  }
}
