import Basics
import Documents
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite("Hostile bodies on the screen")
struct HostileBodyTests {
  private static let bodies: [(name: String, type: String, bytes: [UInt8])] = [
    ("truncated", "application/json", Array(#"{"a": [1, 2, {"b": "c"#.utf8)),
    ("a million deep", "application/json", [UInt8](repeating: 0x5B, count: 1_000_000)),
    (
      "a million deep and closed", "application/json",
      [UInt8](repeating: 0x5B, count: 1_000_000) + [UInt8](repeating: 0x5D, count: 1_000_000)
    ),
    ("one line", "text/plain", [UInt8](repeating: 0x78, count: 3_000_000)),
    ("one text", "application/json", [0x22] + [UInt8](repeating: 0x78, count: 3_000_000) + [0x22]),
    ("invalid UTF-8", "text/plain", [0x61, 0xC3, 0x28, 0xFF, 0xFE, 0xE2, 0x82, 0x0A, 0xF0, 0x9F]),
    ("zeros", "application/json", [0x7B, 0, 0, 0x22, 0, 0x22, 0x7D]),
    ("right to left", "application/json", Array("{\"a\": \"\u{202E}abc\u{2066}\u{200B}\u{FEFF}d\u{200D}\"}".utf8)),
    (
      "escape sequences", "text/html",
      Array("<p>\u{1B}]52;c;aGk=\u{07}\u{1B}[2J\u{9B}31m\u{1B}P+q\u{1B}\\</p>".utf8)
    ),
    ("a picture that is none", "image/png", Array("GIF89a not a png".utf8)),
    ("text that is a picture", "text/plain", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
    ("JSON that is a page", "application/json", Array("<!doctype html><title>Error</title>".utf8)),
    ("a multipart without end", "multipart/mixed; boundary=b", Array("--b\r\nX: y\r\n\r\nbody".utf8)),
    ("a multipart without parts", "multipart/mixed; boundary=b", Array("nothing".utf8)),
    ("events without end", "text/event-stream", Array("data: a\n\ndata: b".utf8)),
    ("a CSV of quotes", "text/csv", Array("a,\"b\n\"\"\",\"\n,,,,\n\"".utf8)),
    ("a form of percents", "application/x-www-form-urlencoded", Array("%=%%&%G1=%e2%82&&=&\u{1B}".utf8)),
  ]

  private static let keys: [Key] =
    [.down, .end, .enter, .escape, .home, .right, .left, .pageDown, .pageUp]
    + "zZz<>pppptooPwJK-VYG.LgN".map { .character($0) }

  @Test("Every key draws a complete screen without control characters", arguments: bodies.map(\.name))
  func keys(name: String) throws {
    let body = try #require(Self.bodies.first { $0.name == name })
    var exchange = Samples.exchange("", type: body.type)
    exchange.body = ByteStore(body.bytes)
    var journey = Journey.answered(exchange)
    for key in Self.keys {
      journey.use(key)
      journey.use(.escape)
      while journey.state.focus != .response { journey.press(.tab) }
      journey.forget()
      let screen = journey.screen
      #expect(screen.cells.count == screen.size.columns * screen.size.rows)
      #expect(!screen.cells.contains { $0.text.unicodeScalars.contains(where: Self.acts) }, "\(key.name)")
    }
  }

  /// True if a terminal would do anything with the scalar other than show it.
  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  @Test("Broken JSON is shown up to the error, with the position and what was expected")
  func truncated() {
    let journey = Journey.answered(#"{"a": [1, 2, {"b": "c"#)
    #expect(journey.text.contains("\"b\""))
    #expect(journey.text.contains("line 1, column 22"))
  }

  @Test("An HTML page declared as JSON is readable, and P reinterprets it")
  func page() {
    var journey = Journey.answered("<!doctype html><title>Error</title>", type: "application/json")
    #expect(journey.text.contains("<!doctype html>"))
    #expect(journey.text.contains("line 1, column 1: expe"))
    journey.use("Pread as html")
    journey.use(.enter)
    #expect(!journey.text.contains("line 1, column 1"))
    #expect(journey.text.contains("<title>"))
  }

  @Test("A million levels fold, unfold and lead to the enclosing value at once")
  func deep() {
    var exchange = Samples.exchange("")
    exchange.body = ByteStore([UInt8](repeating: 0x5B, count: 1_000_000) + [UInt8](repeating: 0x5D, count: 1_000_000))
    var journey = Journey.answered(exchange)
    journey.use("L50%")
    journey.use(.enter)
    #expect(journey.border.contains("…"))
    journey.use("-")
    journey.use("g")
    journey.use("Z")
    #expect(journey.text.contains("[ 1 × […] ]"))
  }
}
