import Basics

/// Sixteen bytes per line: offset, bytes, and their ASCII characters.
struct HexLayout: LineLayout {
  static let bytesPerLine = 16
  let text: UnsafeRawBufferPointer

  var lineCount: Int { (text.count + Self.bytesPerLine - 1) / Self.bytesPerLine }

  func lines(from line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    let first = max(0, line)
    let end = min(lineCount, first + max(0, count))
    guard first < end else { return [] }
    return (first..<end).map { LineHead(number: $0, content: .hex($0 * Self.bytesPerLine)) }
  }

  func lines(before line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    let end = min(line, lineCount)
    return lines(from: max(0, end - count), count: min(count, end), folds: folds)
  }

  func shownLine(for line: Int, folds: FoldSet) -> Int { line }
  func line(at offset: Int) -> Int { max(0, min(offset, text.count - 1)) / Self.bytesPerLine }

  func compose(_ head: LineHead, indent: Int, into composer: inout LineComposer) {
    guard case .hex(let offset) = head.content else { return }
    composer.add(Hexadecimal.text(UInt(offset), digits: 8), .hexOffset)
    composer.add("  ", .text)
    let end = min(offset + Self.bytesPerLine, text.count)
    for i in offset..<offset + Self.bytesPerLine {
      if i < end {
        let byte = text[i]
        composer.add(byte: byte, at: i, Self.token(byte))
      } else {
        composer.add("  ", .text)
      }
      composer.add(i % 8 == 7 ? "  " : " ", .text)
    }
    for i in offset..<end {
      let byte = text[i]
      let isShown = byte >= 0x20 && byte < 0x7F
      composer.add(character: isShown ? byte : 0x2E, at: i, isShown ? .string : .punctuation)
    }
  }

  private static func token(_ byte: UInt8) -> TokenKind {
    switch byte {
    case 0: .punctuation
    case 0x20..<0x7F: .string
    case 0x80...: .number
    default: .hexByte
    }
  }
}

extension LineComposer {
  /// Adds two hexadecimal digits for the byte at `offset`.
  mutating func add(byte: UInt8, at offset: Int, _ token: TokenKind) {
    let text = Hexadecimal.text([byte])
    add(Array(text.utf8), standingFor: offset, token)
  }

  /// Adds one ASCII character for the byte at `offset`.
  mutating func add(character: UInt8, at offset: Int, _ token: TokenKind) {
    add([character], standingFor: offset, token)
  }
}
