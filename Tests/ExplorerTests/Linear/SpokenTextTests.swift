import Testing

@testable import Explorer

@Suite("Linear mode: drawn text as words") struct SpokenTextTests {
  @Test func `Lines and bars are omitted, and columns become a list.`() {
    #expect(SpokenText.of(drawn: "│▌ ◉ Accept    application/json  │") == "on Accept, application/json")
    #expect(SpokenText.of(drawn: "DNS  ▇▇▇▁▁  0.4 ms") == "DNS, 0.4 ms")
    #expect(SpokenText.of(drawn: "╭──────╮") == "")
  }

  @Test func `Keys are spoken by their names.`() {
    #expect(SpokenText.key("^R") == "Ctrl+R")
    #expect(SpokenText.key("⇧Tab") == "Shift+Tab")
    #expect(SpokenText.key("⌥r") == "Alt+r" && SpokenText.key("Alt-r") == "Alt+r")
    #expect(SpokenText.key("↑ ↓") == "Up Down")
    #expect(SpokenText.key("^") == "^")
  }
}
