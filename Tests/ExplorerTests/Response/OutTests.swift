import Basics
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite("Exporting an answer")
struct OutTests {
  private func store(_ journey: Journey) -> ByteStore? { journey.state.session?.response.exchange?.body }

  @Test("The | key pipes the exact bytes to a command, or to the pager by default")
  func pipe() throws {
    var journey = Journey.answered()
    let bytes = try #require(store(journey))
    journey.use("|")
    #expect(journey.text.contains("Pipe the body to (empty: $PAGER)"))
    journey.use("wc -l")
    journey.use(.enter)
    #expect(journey.effects.last == .system(.pipe(bytes, command: "wc -l")))
    journey.use("|")
    journey.use(.enter)
    #expect(journey.effects.last == .system(.pipe(bytes, command: nil)))
  }

  @Test("^E opens the exact bytes in the editor with a suffix for their type")
  func editor() throws {
    var journey = Journey.answered()
    let bytes = try #require(store(journey))
    journey.use(.control("e"))
    #expect(journey.effects.last == .system(.open(bytes, suffix: ".json")))
  }

  @Test("A displayed part is saved under its own name")
  func part() {
    let body = "--b\r\nContent-Disposition: form-data; name=\"meta\"\r\n\r\nhello\r\n--b--\r\n"
    var journey = Journey.answered(body, type: "multipart/form-data; boundary=b")
    journey.use(.enter)
    journey.use("s")
    #expect(journey.text.contains("Save the meta as (5 B)"))
    journey.press(.enter)
    guard case .document(.save(let bytes, let path, false))? = journey.lastSave else {
      Issue.record("nothing was saved")
      return
    }
    #expect(String(decoding: bytes.allBytes, as: UTF8.self) == "hello")
    #expect(path == "meta")
  }

  @Test(
    "The file name follows Content-Disposition (RFC 6266, RFC 8187) and never contains a folder",
    arguments: [
      ("attachment; filename=\"a;b.txt\"", "a;b.txt"), ("attachment; filename=plain.csv; size=3", "plain.csv"),
      ("attachment; filename=\"old.txt\"; filename*=UTF-8''na%C3%AFve%20file.txt", "naïve file.txt"),
      ("attachment; filename=\"../../etc/passwd\"", "passwd"), ("attachment; filename=\"..\"", "response"),
      ("attachment; filename=\"a\\\"b\"", "b"), ("inline", "42"), ("attachment; filename=\".bashrc\"", "bashrc"),
      ("attachment; filename=\"x\u{202E}gpj.exe\"", "xgpj.exe"),
    ])
  func names(field: String, name: String) {
    var exchange = Samples.exchange()
    exchange.hops[0].response?.headers.append("Content-Disposition", field)
    let expected = name == "b" ? "a\"b" : name
    #expect(exchange.suggestedFileName == expected)
  }

  @Test("Without a body, exports report the reason")
  func refusal() {
    var journey = Journey()
    journey.open()
    while journey.state.focus != .response { journey.press(.tab) }
    for key in ["s", "|"] {
      journey.use(key)
      #expect(journey.footer.contains("No answer with a body yet"))
    }
  }
}

extension Journey {
  fileprivate var lastSave: Effect? { effects.last { if case .document(.save) = $0 { true } else { false } } }
}
