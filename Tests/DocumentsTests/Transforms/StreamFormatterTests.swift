import Documents
import Testing

@Suite struct StreamFormatterTests {
  /// The text formatted in pieces of this many bytes.
  private func formatted(
    _ text: String, _ kind: DocumentKind = .json, by size: Int
  ) -> (text: String, fault: JSONFault?) {
    var formatter = StreamFormatter(kind)
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      output += formatter.formatted(Array(rest.prefix(size)), isFinal: false)
      rest = rest.dropFirst(size)
    }
    output += formatter.formatted([], isFinal: true)
    return (String(decoding: output, as: UTF8.self), formatter.fault)
  }

  @Test("Pieces of any size give the same JSON, with one element per line", arguments: [1, 3, 7, 1000])
  func json(size: Int) {
    let (text, fault) = formatted(#"{"a":[1,"é😀"],"b":{},"c":null}"#, by: size)
    #expect(text == "{\n  \"a\": [\n    1,\n    \"é😀\"\n  ],\n  \"b\": {},\n  \"c\": null\n}\n")
    #expect(fault == nil)
  }

  @Test(
    "What is not JSON passes as received",
    arguments: ["<h1>no</h1>", "{\"a\":1,}", "{\"a\":tru", "[1 2]", "{\"a\": \"b"])
  func notJSON(text: String) {
    let (shown, fault) = formatted(text, by: 2)
    #expect(shown == text && fault != nil)
  }

  @Test("Nothing is lost where a long text stops being JSON", arguments: [1000, 4096, 70_000])
  func late(size: Int) {
    let start = "[" + (0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    for end in [",tru]", ",\"a\\q\"]", ",12x]", ",\"half", "}}", ",01]", ",\"\u{1}\"]"] {
      let text = start + end
      let (shown, fault) = formatted(text, by: size)
      #expect(fault != nil)
      #expect(shown.hasPrefix("[\n  {\n    \"id\": 0\n  },\n"))
      #expect(String(shown.filter { !$0.isWhitespace }) == text, "\(end)")
    }
  }

  @Test("XML and HTML are indented, and other text passes unchanged", arguments: [1, 5, 100])
  func markup(size: Int) {
    #expect(formatted("<a><b>x</b><c/></a>", .xml, by: size).text == "<a>\n  <b>x</b>\n  <c/>\n</a>\n")
    #expect(formatted("<ul><li>1<li>2</ul>", .html, by: size).text.contains("\n  <li>2"))
    #expect(formatted("{\"a\":1}\n{\"a\":2}\n", .jsonSequence, by: size).text == "{\"a\":1}\n{\"a\":2}\n")
    #expect(formatted("", .json, by: size).text.isEmpty && formatted("", .json, by: size).fault == nil)
  }
}
