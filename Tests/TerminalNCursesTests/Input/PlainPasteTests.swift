import Terminal
import Testing

@testable import TerminalNCurses

@Suite("A paste without brackets") struct PlainPasteTests {
  @Test(
    "An address or a curl command in one piece is a paste, and Enter after one line is a key",
    arguments: [
      ("http://h/dqx", [Event.paste("http://h/dqx")]), ("https://h/\r", [.paste("https://h/"), .key(.enter)]),
      ("curl http://h \\\r\n  -H 'A: b'\r\n", [.paste("curl http://h \\\n  -H 'A: b'\n")]),
      ("curl é", [.paste("curl é")]), ("$ curl http://h", [.paste("$ curl http://h")]),
      ("example.com", [.paste("example.com")]),
      ("api.example.com/a?b=c\r", [.paste("api.example.com/a?b=c"), .key(.enter)]),
      ("127.0.0.1:4010/users", [.paste("127.0.0.1:4010/users")]), ("localhost:8080", [.paste("localhost:8080")]),
      ("users/get-user", [.paste("users/get-user")]),
      ("PATCH http://h {\"a\": 1}", [.paste("PATCH http://h {\"a\": 1}")]),
      ("GET http://h/1\r\r###\rPOST http://h/2\r", [.paste("GET http://h/1\n\n###\nPOST http://h/2\n")]),
    ])
  func pastes(text: String, events: [Event]) {
    #expect(PlainPaste(Array(text.utf8))?.events == events)
  }

  @Test(
    "Everything else is keys: held, typed ahead, or with a control key",
    arguments: [
      "jjjjjjjj", "http", "http://", "curl", "nhttp://h", "http://h\u{1B}", "http://h\u{12}", "", "ncurl x",
      "jjjj.", "jj.use", "jjjj.path\r", "j/name", "/users", "dG", "1234.5", "..........", "ddd/users", ":send it\r",
      "a.b c.d",
      "GET it", "name\rvalue\r", "hello world",
    ])
  func keys(text: String) {
    #expect(PlainPaste(Array(text.utf8)) == nil)
  }

  @Test("Bytes that are not text are not a paste")
  func broken() {
    #expect(PlainPaste(Array("http://h/".utf8) + [0xFF]) == nil)
  }
}
