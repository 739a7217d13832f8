import Basics

@testable import Documents

extension Reader {
  private static func document(
    _ name: String, _ type: String, _ make: @escaping @Sendable (Int) -> String
  ) -> Reader {
    text("A body: \(name)", upTo: 1 << 16, make) { bytes in
      let document = Document(bytes: bytes, contentType: type)
      document.advanceToEnd()
      _ = document.view(columns: 80, rows: 40)
    }
  }

  private static func query(_ expression: String, _ make: @escaping @Sendable (Int) -> String) -> Reader {
    text("JSONPath: \(expression)", upTo: 1 << 16, make) { bytes in
      let document = Document(bytes: bytes, contentType: "application/json")
      document.advanceToEnd()
      _ = try? JSONPath(parsing: expression).forEachNode(of: document) { _, _, _ in true }
    }
  }

  static let documents: [Reader] = [
    document("JSON", "application/json") { "[" + copies($0) { #"{"a":\#($0),"b":"c"},"# } + "0]" },
    document("nested JSON", "application/json") {
      String(repeating: "[", count: $0) + String(repeating: "]", count: $0)
    },
    document("JSON that never closes", "application/json") { String(repeating: #"{"a":"#, count: $0) },
    document("one long JSON text", "application/json") { "\"" + String(repeating: "a", count: $0) + "\"" },
    document("XML", "application/xml") { "<r>" + copies($0) { "<a b=\"\($0)\">c</a>" } + "</r>" },
    document("XML that never closes", "application/xml") { String(repeating: "<a>", count: $0) },
    document("comments that never close", "text/html") { String(repeating: "<!-- <a '", count: $0) },
    document("text", "text/plain") { copies($0) { "line \($0)\n" } },
    document("one long line", "text/plain") { String(repeating: "word ", count: $0) },
    document("CSV", "text/csv") { "a,b\n" + copies($0) { "\($0),\"x\"\n" } },
    document("CSV with quotes that never close", "text/csv") { "a,b\n" + copies($0) { "\($0),\"x\n" } },
    document("a form", "application/x-www-form-urlencoded") { copies($0) { "n\($0)=v&" } },
    document("events", "text/event-stream") { copies($0) { "data: \($0)\n\n" } },
    document("parts", "multipart/mixed; boundary=b") {
      copies($0) { "--b\r\nA: b\r\n\r\n\($0)\r\n" } + "--b--\r\n"
    },
    query("$..a") { "[" + copies($0) { #"{"a":\#($0)},"# } + "0]" },
    query("$[?@.a > 3].b") { "[" + copies($0) { #"{"a":\#($0),"b":1},"# } + "0]" },
    query("$[::-1]") { "[" + copies($0) { "\($0)," } + "0]" },
    text("JSON formatted") {
      "{" + copies($0) { #""n\#($0)":[1],"# } + #""z":0}"#
    } read: {
      _ = try? JSONFormatter.formatted($0, .minified)
    },
    Reader("Texts compared line by line", upTo: 1 << 15) {
      Array(copies($0) { "a\($0)\n" }.utf8)
    } read: { text in
      _ = LineDifference(from: text, to: text.map { $0 == UInt8(ascii: "a") ? UInt8(ascii: "b") : $0 })
    },
    Reader("A regular expression") {
      String(repeating: "a", count: $0)
    } read: { text in
      guard var regex = try? LinearRegex("(a|aa)*b", dialect: .search) else { return }
      var steps = Int.max
      _ = regex.matchesPart(of: text, steps: &steps)
    },
  ]
}
