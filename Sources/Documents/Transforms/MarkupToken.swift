/// A token that starts with `<`.
struct MarkupToken {
  enum Kind { case opening, closing, other, text }

  private(set) var kind = Kind.text
  /// In lower case.
  private(set) var name: [UInt8] = []
  private(set) var isSelfClosing = false
  /// The offset after the token; `nil` if it is not complete yet.
  private(set) var end: Int?

  init(_ bytes: UnsafeRawBufferPointer, at start: Int, longest: Int) {
    let limit = min(bytes.count, start + longest)
    func starts(with text: StaticString) -> Bool {
      start + text.utf8CodeUnitCount <= bytes.count
        && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }
    func behind(_ text: [UInt8], from: Int) -> Int? {
      var i = from
      while i + text.count <= limit {
        if bytes[i] == text[0], zip(text, bytes[i...]).allSatisfy({ $0 == $1 }) { return i + text.count }
        i += 1
      }
      return nil
    }
    if starts(with: "<!--") {
      kind = .other
      end = behind(Array("-->".utf8), from: start + 4)
    } else if starts(with: "<![CDATA[") {
      kind = .text
      end = behind(Array("]]>".utf8), from: start + 9)
    } else if starts(with: "<!") || starts(with: "<?") {
      kind = .other
      end = behind([0x3E], from: start + 2)
    } else {
      readTag(bytes, start, limit)
    }
  }

  private mutating func readTag(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ limit: Int) {
    var i = start + 1
    let isClosing = i < limit && bytes[i] == 0x2F
    if isClosing { i += 1 }
    let first = i
    while i < limit, TextHighlighter.isWord(bytes[i]) || [0x2D, 0x2E, 0x3A].contains(bytes[i]) { i += 1 }
    guard i > first else {
      // A lone `<` is text.
      if first < limit { end = start + 1 }
      return
    }
    kind = isClosing ? .closing : .opening
    name = bytes[first..<i].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    var quote: UInt8?
    while i < limit {
      let c = bytes[i]
      if let open = quote {
        if c == open { quote = nil }
      } else if c == 0x22 || c == 0x27 {
        quote = c
      } else if c == 0x3E {
        isSelfClosing = bytes[i - 1] == 0x2F
        end = i + 1
        return
      }
      i += 1
    }
    // If a quote is never closed, the tag ends at its first bracket.
    if limit - start >= 64 << 10 { end = bytes[start..<limit].firstIndex(of: 0x3E).map { $0 + 1 } }
  }
}

/// HTML elements whose content is handled specially.
enum HTMLNames {
  static let void = names("area base br col embed hr img input link meta param source track wbr")
  static let verbatim = names("script style pre textarea")
  static let closedBySame = names("li p tr td th option dt dd")

  private static func names(_ list: String) -> Set<[UInt8]> { Set(list.split(separator: " ").map { Array($0.utf8) }) }
}
