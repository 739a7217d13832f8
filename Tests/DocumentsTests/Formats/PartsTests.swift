import Basics
import Testing

@testable import Documents

@Suite("Parts, tokens, pictures, tables, differences")
struct PartsTests {
  static func json(_ text: String) -> Document {
    let document = Document(bytes: Array(text.utf8), kind: .json)
    document.advanceToEnd()
    return document
  }

  @Test("A multipart body is split into its parts")
  func multipart() {
    let body =
      "preamble\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue --b inside\r\n--b\r\n"
      + "Content-Type: application/json\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.json\"\r\n\r\n{\"k\":1}\r\n--b--\r\n"
    let document = Document(bytes: Array(body.utf8), contentType: "multipart/form-data; boundary=b")
    let parts = document.parts
    #expect(parts.map(\.name) == ["a", "f"])
    #expect(parts.last?.fileName == "x.json")
    #expect(
      parts.map { String(decoding: document.store.bytes(in: $0.range), as: UTF8.self) } == [
        "value --b inside", "{\"k\":1}",
      ])
    #expect(parts.map(\.isComplete) == [true, true])
    #expect(parts.last.map { document.document(of: $0).kind } == .json)
  }

  @Test("A header without an end is cut, and the rest of its part is content")
  func endlessHeader() {
    let body = "--b\n" + String(repeating: "a:b\n", count: 100_000) + "--b--\n"
    let document = Document(bytes: Array(body.utf8), contentType: "multipart/form-data; boundary=b")
    #expect(document.parts.map(\.fields.count) == [(64 << 10) / 4])
    #expect(document.parts.map(\.range) == [4 + (64 << 10)..<4 + 399_999])
  }

  @Test("A token is decoded, and any other text is not")
  func token() {
    let text =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4"
    let token = JSONWebToken("Bearer " + text)
    #expect(token.map { String(decoding: $0.header, as: UTF8.self) } == #"{"alg":"HS256","typ":"JWT"}"#)
    #expect(token.map { String(decoding: $0.payload, as: UTF8.self) } == #"{"sub":"1234567890","name":"John Doe"}"#)
    #expect(JSONWebToken("a.b.c") == nil)
    #expect(JSONWebToken("www.example.com") == nil)
  }

  @Test("The header of an image gives its size")
  func pictures() {
    let png: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 0, 0x80,
    ]
    #expect(ImageInfo(png).map { [$0.width, $0.height] } == [256, 128])
    let gif = Array("GIF89a".utf8) + [10, 0, 20, 0]
    #expect(ImageInfo(gif).map { [$0.width, $0.height] } == [10, 20])
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40]
    #expect(ImageInfo(jpeg).map { [$0.width, $0.height] } == [40, 30])
    #expect(ImageInfo(Array(jpeg.prefix(9)))?.width == nil)
    #expect(ImageInfo(Array("not a picture".utf8)) == nil)
  }

  @Test("An array of objects is a table that can be sorted")
  func table() throws {
    let document = Self.json(#"[{"n": 10, "s": "b"}, {"s": "a\nc", "x": [1]}, {"n": 9, "s": "B"}]"#)
    var table = try #require(DocumentTable(document))
    #expect(table.columns == ["n", "s", "x"])
    #expect(table.cells(inRow: 1).map(\.text) == ["", "a␊c", "[1]"])
    table.sort(byColumn: 0)
    #expect((0..<3).map { table.cells(inRow: $0)[0].text } == ["9", "10", ""])
    table.sort(byColumn: 1, ascending: false)
    #expect((0..<3).map { table.cells(inRow: $0)[1].text } == ["b", "a␊c", "B"])
    #expect(DocumentTable(Self.json("[1]")) == nil)
    #expect(DocumentTable(Self.json("{}")) == nil)
  }

  @Test("Two documents are compared by structure: key order and the spelling of equal values are ignored")
  func difference() throws {
    let old = Self.json(#"{"a": 1, "b": [1, 2, 3, 4], "c": {"x": "\u0041"}, "gone": null}"#)
    let new = Self.json(#"{"c": {"x": "A"}, "b": [1, 9, 4], "a": 1.0, "new": {}}"#)
    let found = try #require(DocumentDifference(from: old, to: new))
    #expect(
      found.changes.map { "\($0.kind) \($0.path.short)" } == [
        "changed b[1]", "removed b[2]", "removed gone", "added new",
      ])
    #expect(DocumentDifference(from: old, to: old)?.changes.isEmpty == true)
  }

  @Test(
    "Kinds are detected by name and by content",
    arguments: [
      ("application/json; charset=utf-8", "{}", "JSON"), ("application/problem+json", "{}", "JSON"),
      ("application/json", "{\"a\":1}\n{\"a\":2}\n", "JSON lines"), ("text/plain", "{\"a\": [", "JSON"),
      ("text/plain", "{not json}", "Text"), ("application/octet-stream", "GIF89a\u{1}\u{0}\u{1}\u{0}", "GIF"),
      ("image/svg+xml", "<svg/>", "XML"), ("text/html", "hello", "HTML"), ("", "<!doctype HTML><p>", "HTML"),
      ("", "<?xml version=\"1.0\"?><a/>", "XML"), ("", "data: x\n\n", "Events"), ("", "a\u{0}b", "Binary"),
      ("application/zip", "PK\u{3}\u{4}\u{0}", "Binary"), ("text/csv", "a;b\n1;2", "CSV"), ("text/css", "a{}", "CSS"),
      ("multipart/mixed; boundary=\"x y\"", "", "Multipart"), ("nonsense", "plain", "Text"), ("", "", "Text"),
    ])
  func kinds(contentType: String, start: String, expected: String) {
    #expect(DocumentKind.detect(contentType: contentType, firstBytes: Array(start.utf8)).name == expected)
  }

  @Test("Text in other charsets is shown as characters, and its bytes are unchanged")
  func charsets() {
    let latin: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x20, 0x80]
    let wide: [UInt8] = [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]
    let text = Document(bytes: latin, contentType: "text/plain; charset=ISO-8859-1")
    let json = Document(bytes: wide, contentType: "application/json")
    for document in [text, json] { document.advanceToEnd() }
    #expect(text.lines(in: text.view(columns: 80, rows: 2)).map(\.text) == ["café €"])
    #expect(json.kind == .json)
    #expect(json.fault == nil)
    #expect(json.lines(in: json.view(columns: 80, rows: 2)).map(\.text) == ["{}"])
    #expect(json.store.allBytes == wide)
  }
}
