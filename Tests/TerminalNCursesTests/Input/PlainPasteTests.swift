import Terminal
import Testing

@testable import TerminalNCurses

@Suite("A paste without brackets") struct PlainPasteTests {
  @Test(
    "An address or a curl command that arrives in one piece is a paste, and Enter behind one line is a key",
    arguments: [
      ("http://h/dqx", [Event.paste("http://h/dqx")]), ("https://h/\r", [.paste("https://h/"), .key(.enter)]),
      ("curl http://h \\\r\n  -H 'A: b'\r\n", [.paste("curl http://h \\\n  -H 'A: b'\n")]),
      ("curl é", [.paste("curl é")]),
    ])
  func pastes(text: String, events: [Event]) {
    #expect(PlainPaste(Array(text.utf8))?.events == events)
  }

  @Test(
    "Everything else is keys: what is held, typed ahead, or has a control key in it",
    arguments: ["jjjjjjjj", "http", "http://", "curl", "nhttp://h", "http://h\u{1B}", "http://h\u{12}", "", "ncurl x"])
  func keys(text: String) {
    #expect(PlainPaste(Array(text.utf8)) == nil)
  }

  @Test("Bytes that are no text are no paste")
  func broken() {
    #expect(PlainPaste(Array("http://h/".utf8) + [0xFF]) == nil)
  }
}
