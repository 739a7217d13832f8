import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Editing a request with vim keys") struct VimEditingTests {
  private func journey(_ text: String) -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(
      .settingsRead(UserSettings(ReadConfiguration(Array("editor: { vim: true }\n".utf8), .user))))
    var definition = Samples.getUser
    definition.method = "POST"
    definition.body = .text(.json, text)
    journey.open(definition)
    return journey
  }

  @Test("A body starts in normal mode; the bottom line names the mode; :w saves and :q leaves")
  func body() {
    var journey = journey("one two\nthree")
    journey.press(.character("3"), .enter)
    #expect(journey.footer.contains("NORMAL"), "\(journey.text)")
    journey.type("dw")
    #expect(journey.state.session?.draft.body == .text(.json, "two\nthree"))
    journey.type("2d")
    #expect(journey.footer.contains("NORMAL 2d"))
    journey.press(.escape)
    journey.type("ix")
    #expect(journey.footer.contains("INSERT"))
    journey.press(.escape)
    journey.type("u")
    #expect(journey.state.session?.draft.body == .text(.json, "two\nthree"))
    journey.forget()
    journey.type(":w")
    journey.press(.enter)
    #expect(journey.effects.contains { if case .files(.save) = $0 { true } else { false } })
    journey.type(":q")
    journey.press(.enter)
    #expect(journey.state.session?.editor.editing == nil)
  }

  @Test("A field starts in insert mode; Esc twice leaves it and keeps the text")
  func field() {
    var journey = journey("x")
    journey.press(.control("l"))
    journey.type("zz")
    #expect(journey.footer.contains("INSERT"))
    journey.press(.escape)
    #expect(journey.footer.contains("NORMAL"))
    journey.type("x")
    journey.press(.escape)
    #expect(journey.state.session?.editor.editing == nil)
    #expect(journey.state.session?.draft.url.hasSuffix("z") == true)
  }
}
