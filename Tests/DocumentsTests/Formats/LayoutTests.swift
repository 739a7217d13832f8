import Basics
import Testing

@testable import Documents

@Suite("Layouts of other formats")
struct LayoutTests {
  /// All lines of a mode, with the document arriving in pieces of `chunk` bytes.
  static func text(
    _ source: String, _ kind: DocumentKind, _ mode: DocumentView.Mode = .pretty, chunk: Int = .max
  ) throws -> [String] {
    let bytes = Array(source.utf8)
    let store = ByteStore()
    let document = Document(store: store, kind: kind)
    let view = DocumentView(mode: mode, columns: 500, rows: 1000)
    _ = document.lines(in: view)
    var position = 0
    while position < bytes.count {
      let end = position + min(chunk, bytes.count - position)
      try store.append(Array(bytes[position..<end]))
      position = end
      document.advanceToEnd()
    }
    store.finish()
    document.advanceToEnd()
    #expect(document.isComplete(in: view))
    return document.lines(in: view).map(\.text)
  }

  @Test("XML is indented, and an element with only text stays on one line", arguments: [Int.max, 1, 7])
  func xml(chunk: Int) throws {
    let source =
      "<?xml version=\"1.0\"?><a x='1>2'><b>text &amp; more</b><c/><!-- no <te> --><d>mixed <e>x</e> end</d><![CDATA[<raw>]]></a>"
    #expect(
      try Self.text(source, .xml, chunk: chunk) == [
        "<?xml version=\"1.0\"?>", "<a x='1>2'>", "  <b>text &amp; more</b>", "  <c/>", "  <!-- no <te> -->",
        "  <d>mixed",
        "    <e>x</e>", "    end", "  </d>", "  <![CDATA[<raw>]]>", "</a>",
      ])
  }

  @Test("HTML elements without an end tag are known, and scripts are not changed", arguments: [Int.max, 1, 5])
  func html(chunk: Int) throws {
    let source = "<!DOCTYPE html><html><body><br><p>one<p>two<script>if (a<b) { x(); }</script></p></body></html>"
    #expect(
      try Self.text(source, .html, chunk: chunk) == [
        "<!DOCTYPE html>", "<html>", "  <body>", "    <br>", "    <p>one", "    <p>two",
        "      <script>if (a<b) { x(); }</script>", "    </p>", "  </body>", "</html>",
      ])
  }

  @Test("Broken markup keeps all its characters")
  func brokenMarkup() throws {
    for source in ["<a <b>", "</x></y>text", "a < b", "<", "<a href=\"never closed>x</a>", "<!-- open"] {
      let shown = try Self.text(source, .html).joined().filter { !$0.isWhitespace }
      #expect(shown == source.filter { !$0.isWhitespace })
    }
  }

  @Test("Separated values become a table with aligned columns", arguments: [Int.max, 1, 9])
  func csv(chunk: Int) throws {
    let source = "id,name,note\r\n1,\"Zürich, CH\",\"say \"\"hi\"\"\"\n22,漢字,\"two\nlines\"\n3"
    #expect(
      try Self.text(source, .csv(separator: 0x2C), chunk: chunk) == [
        "id │ name       │ note", "───┼────────────┼──────────", "1  │ Zürich, CH │ say \"hi\"",
        "22 │ 漢字       │ two␤lines", "3",
      ])
  }

  @Test("A form becomes decoded rows", arguments: [Int.max, 1])
  func form(chunk: Int) throws {
    #expect(
      try Self.text("a=1+2&b%C3%A9=%26%3d&&empty=&bare&broken=%G1%", .form, chunk: chunk) == [
        "a = 1 2", "bé = &=", "empty = ", "bare", "broken = %G1%",
      ])
  }

  @Test("An event stream becomes a list of events with formatted data", arguments: [Int.max, 1, 4])
  func events(chunk: Int) throws {
    let source =
      ": hello\nevent: update\nid: 7\ndata: {\"a\": [1]}\n\ndata: one\r\ndata: two\r\n\r\nretry: 10\ndata: last"
    #expect(
      try Self.text(source, .eventStream, chunk: chunk) == [
        "event 1: update  id: 7", "{", "  \"a\": [", "    1", "  ]", "}", "", "event 2: message  id: 7", "one", "two",
        "",
        "event 3: message  id: 7  retry: 10 ms", "last", "",
      ])
  }

  @Test("Sorted JSON has every object's keys in order and everything else unchanged")
  func sorted() throws {
    let source = #"{"b": [3, {"z": 1.10, "y": 2}], "a": "x", "b": null, "é": {}}"#
    #expect(
      try Self.text(source, .json, .sorted) == [
        "{", #"  "a": "x","#, #"  "b": ["#, "    3,", "    {", #"      "y": 2,"#, #"      "z": 1.10"#, "    }", "  ],",
        #"  "b": null,"#, #"  "é": {}"#, "}",
      ])
    #expect(try Self.text(source, .json, .compact) == [#"{"b":[3,{"z":1.10,"y":2}],"a":"x","b":null,"é":{}}"#])
  }

  @Test("JSON lines and concatenated JSON show each document; a fault in one is marked")
  func sequences() throws {
    let source = "{\"a\": 1}\n[2]\u{1E}3 {}"
    let document = Document(bytes: Array(source.utf8), kind: .jsonSequence)
    document.advanceToEnd()
    let view = document.view(columns: 80, rows: 20)
    #expect(document.lines(in: view).map(\.text) == ["{", "  \"a\": 1", "}", "[", "  2", "]", "3", "{}"])
  }

  @Test("Hex shows offset, bytes and text")
  func hex() {
    let document = Document(bytes: Array("GIF89a\u{0}\u{1}é and more text".utf8), kind: .binary)
    document.advanceToEnd()
    #expect(
      document.lines(in: document.view(columns: 80, rows: 5)).map(\.text) == [
        "00000000  47 49 46 38 39 61 00 01  c3 a9 20 61 6e 64 20 6d  GIF89a.... and m",
        "00000010  6f 72 65 20 74 65 78 74                           ore text",
      ])
  }
}
