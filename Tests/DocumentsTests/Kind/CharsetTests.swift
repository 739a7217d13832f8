import Testing

@testable import Basics
@testable import Documents

@Suite("Charsets")
struct CharsetTests {
  private func text(_ bytes: [UInt8], _ type: String) -> String {
    let document = Document(bytes: bytes, contentType: type)
    document.advanceToEnd()
    return String(decoding: document.utf8(0...), as: UTF8.self)
  }

  @Test(
    "A charset given by the server is decoded as on the web",
    arguments: [
      ("windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"), ("koi8-r", [0xF0, 0xD2, 0xC9], "При"),
      ("ibm866", [0x8F, 0xE0, 0xA8], "При"), ("iso-8859-2", [0xB3, 0xF3, 0x64, 0xBC], "łódź"),
      ("iso-8859-7", [0xC5, 0xEB], "Ελ"), ("windows-1255", [0xF9, 0xEC], "של"), ("iso-8859-15", [0xA4], "€"),
      ("windows-874", [0xA1, 0xD2], "กา"), ("macintosh", [0x8E, 0xDB], "é€"), ("latin1", [0xE9, 0x80], "é€"),
      ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
      ("gbk", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("gb18030", [0xD6, 0xD0], "中"), ("big5", [0xA4, 0xA4], "中"),
      ("euc-kr", [0xC7, 0xD1], "한"), ("x-mac-cyrillic", [0x80], "А"), ("utf-32", [0x41, 0, 0, 0], "A"),
      ("iso-2022-jp", [0x61, 0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x62], "a日本b"),
      ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x31, 0x1B, 0x28, 0x4A, 0x7E], "ｱ~"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x0A, 0x61, 0x80, 0x1B], "\u{FFFD}\na\u{FFFD}\u{FFFD}"),
      ("x-user-defined", [0x61, 0x80, 0xFF], "a\u{F780}\u{F7FF}"),
    ] as [(String, [UInt8], String)])
  func named(label: String, bytes: [UInt8], text: String) {
    #expect(self.text(bytes, "text/plain; charset=\(label)") == text)
  }

  @Test("Every label of the web's single-byte and East Asian charsets is known, in any case")
  func labels() {
    for label in CharsetLabels.all.keys {
      #expect(Charset(label: label.uppercased()) != nil, "\(label)")
      #expect(text([0x61], "text/plain; charset=\(label)") == "a", "\(label)")
    }
  }

  @Test("A byte order mark takes precedence over the Content-Type, and is not part of the text")
  func marks() {
    #expect(text([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "text/plain; charset=utf-8") == "A")
    #expect(text([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41], "text/plain") == "A")
    #expect(text([0xFF, 0xFE, 0x41, 0], "text/plain; charset=latin1") == "A")
  }

  @Test("Characters split between two pieces are joined, and each invalid byte becomes one replacement character")
  func pieces() {
    let bytes = [UInt8](repeating: 0, count: 5000).flatMap { _ in [0x93, 0xFA] as [UInt8] }
    var decoder = CharsetDecoder(Charset(label: "shift_jis") ?? .utf8)
    var output: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + 777)
      let used = bytes[position..<end].withUnsafeBytes {
        decoder.transform($0, isFinal: end == bytes.count, into: &output)
      }
      #expect(used > 0)
      position += used
    }
    #expect(String(decoding: output, as: UTF8.self) == String(repeating: "日", count: 5000))
    #expect(text([0x61, 0xFF, 0x62, 0x93], "text/plain; charset=shift_jis") == "a\u{FFFD}b\u{FFFD}")
  }

  @Test("Text with escape sequences is the same in pieces of any size")
  func escapes() {
    let sequence: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61, 0x1B, 0x28, 0x49, 0x31, 0x0A]
    let bytes = Array(repeating: sequence, count: 50).flatMap { $0 }
    for size in 3...17 {
      var decoder = CharsetDecoder(Charset(label: "iso-2022-jp") ?? .utf8)
      var output: [UInt8] = []
      var position = 0
      while position < bytes.count {
        let end = min(bytes.count, position + size)
        let used = bytes[position..<end].withUnsafeBytes {
          decoder.transform($0, isFinal: end == bytes.count, into: &output)
        }
        #expect(used > 0)
        guard used > 0 else { return }
        position += used
      }
      #expect(String(decoding: output, as: UTF8.self) == String(repeating: "日aｱ\n", count: 50))
    }
  }

  @Test("A page with a declared charset is decoded with it")
  func declared() {
    let page = Array("<!doctype html><meta charset=windows-1251><p>".utf8) + [0xCF]
    #expect(text(page, "text/html").hasSuffix("П"))
  }
}
