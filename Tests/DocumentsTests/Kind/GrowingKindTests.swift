import Basics
import Testing

@testable import Documents

@Suite("Kinds of documents that are still arriving")
struct GrowingKindTests {
  @Test(
    "A document created before its first byte gets the kind of its bytes",
    arguments: [
      ("text/plain", "{\"a\": 1}", "JSON", ["{", "  \"a\": 1", "}"]),
      ("application/json", "{\"a\": 1}\n{}\n", "JSON lines", ["{", "  \"a\": 1", "}", "{}"]),
      ("", "<a><b/></a>", "XML", ["<a>", "  <b/>", "</a>"]), ("", "plain text", "Text", ["plain text"]),
      ("", "a\u{0}", "Binary", ["00000000  61 00                                             a."]),
    ])
  func grows(contentType: String, text: String, name: String, lines: [String]) throws {
    let store = ByteStore()
    let document = Document(store: store, contentType: contentType)
    let view = document.view(columns: 100, rows: 10)
    #expect(document.lines(in: view).isEmpty)
    for byte in text.utf8 {
      try store.append([byte])
      document.advanceToEnd()
      _ = document.lines(in: view)
    }
    store.finish()
    document.advanceToEnd()
    _ = document.lines(in: view)
    document.advanceToEnd()
    #expect(document.kind.name == name)
    #expect(document.fault == nil)
    #expect(document.lines(in: view).map(\.text) == lines)
  }

  @Test("A charset given only by the first bytes is detected when they arrive")
  func charset() throws {
    let store = ByteStore()
    let document = Document(store: store, contentType: "application/json")
    for byte in [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D] as [UInt8] {
      try store.append([byte])
      document.advanceToEnd()
    }
    store.finish()
    document.advanceToEnd()
    #expect(document.charset == .utf16BigEndian)
    #expect(document.lines(in: document.view(columns: 80, rows: 3)).map(\.text) == ["[]"])
  }

  @Test("A manually chosen kind never changes")
  func chosen() throws {
    let store = ByteStore()
    let document = Document(store: store, contentType: "text/plain", kind: .text)
    try store.append(Array("{}".utf8))
    store.finish()
    document.advanceToEnd()
    #expect(document.kind == .text)
  }
}
