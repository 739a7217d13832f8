/// Text as lines, changed by replacing ranges. Only LF ends a line; everything else, including CR, is kept, so the text
/// read back is exactly the text put in.
package struct TextBuffer: Hashable, Sendable {
  /// Never empty; the lines do not include their line ends.
  package private(set) var lines: [String]

  package init(_ text: String = "") {
    lines = TextBuffer.split(text)
  }

  package var text: String { lines.joined(separator: "\n") }
  package var isEmpty: Bool { lines.count == 1 && lines[0].isEmpty }
  package var end: TextPosition { TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count) }

  /// The line at this index; empty if there is none.
  package subscript(line: Int) -> String { lines.indices.contains(line) ? lines[line] : "" }

  /// The text between two positions.
  package func text(in range: Range<TextPosition>) -> String {
    let range = clamped(range.lowerBound)..<max(clamped(range.lowerBound), clamped(range.upperBound))
    let (from, to) = (range.lowerBound, range.upperBound)
    if from.line == to.line { return String(lines[from.line].slice(from.offset, to.offset)) }
    var parts = [String(lines[from.line].slice(from.offset, nil))]
    parts += lines[from.line + 1..<to.line]
    parts.append(String(lines[to.line].slice(0, to.offset)))
    return parts.joined(separator: "\n")
  }

  /// Replaces a range with text; returns the position where the text ends.
  mutating func replace(_ range: Range<TextPosition>, with text: String) -> TextPosition {
    let (from, to) = (range.lowerBound, range.upperBound)
    let head = lines[from.line].slice(0, from.offset)
    let tail = lines[to.line].slice(to.offset, nil)
    if from.line == to.line && !text.utf8.contains(0x0A) {
      let line = lines[from.line]
      lines[from.line].replaceSubrange(line.at(from.offset)..<line.at(to.offset), with: text)
    } else {
      var added = TextBuffer.split(text)
      added[0] = head + added[0]
      added[added.count - 1] += tail
      lines.replaceSubrange(from.line...to.line, with: added)
    }
    return from.advanced(over: text)
  }

  /// The nearest position in the text that is not inside a character.
  package func clamped(_ position: TextPosition) -> TextPosition {
    if position.line < 0 { return TextPosition() }
    if position.line >= lines.count { return end }
    return TextPosition(line: position.line, offset: lines[position.line].boundary(at: position.offset))
  }

  private static func split(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension String {
  /// The index of a byte offset, clamped to the text's bounds.
  func at(_ offset: Int) -> Index {
    utf8.index(utf8.startIndex, offsetBy: min(max(0, offset), utf8.count))
  }

  func slice(_ from: Int, _ to: Int?) -> Substring {
    let start = at(from)
    return self[start..<max(start, to.map(at) ?? endIndex)]
  }

  func offset(of index: Index) -> Int {
    utf8.distance(from: utf8.startIndex, to: index)
  }

  /// The byte offset where the character at `offset` begins.
  func boundary(at offset: Int) -> Int {
    var offset = min(max(0, offset), utf8.count)
    while offset > 0 && offset < utf8.count && Index(at(offset), within: self) == nil { offset -= 1 }
    return offset
  }
}

/// A position in a text of lines: before the byte at `offset`.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// Counted from 0.
  package var line: Int
  /// In UTF-8 bytes from the start of the line, the unit that tokenizers and parsers report.
  package var offset: Int

  package init(line: Int = 0, offset: Int = 0) {
    self.line = line
    self.offset = offset
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.offset) < (right.line, right.offset)
  }

  func advanced(over text: String) -> TextPosition {
    var end = self
    var text = text
    text.withUTF8 { bytes in
      guard let last = bytes.lastIndex(of: 0x0A) else {
        end.offset += bytes.count
        return
      }
      end.line += bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
      end.offset = bytes.count - last - 1
    }
    return end
  }
}

/// Finds the partner of a bracket. Brackets between double quotes on one line are ignored, so that those in JSON
/// strings do not disturb the match.
enum Brackets {
  static func closing(of character: Character) -> Character? {
    switch character {
    case "{": return "}"
    case "[": return "]"
    case "(": return ")"
    default: return nil
    }
  }

  /// The search gives up after this many bytes.
  private static let reach = 1_000_000

  /// The bracket at the caret, or else just before it, and its partner.
  static func pair(at caret: TextPosition, in buffer: TextBuffer) -> (TextPosition, TextPosition)? {
    let here = brackets(ofLine: buffer[caret.line])
    let own = here.first { $0.offset == caret.offset } ?? here.first { $0.offset == caret.offset - 1 }
    guard let own else { return nil }
    let start = TextPosition(line: caret.line, offset: own.offset)
    return partner(of: own, at: start, in: buffer).map { (start, $0) }
  }

  private struct Bracket {
    var offset: Int
    var byte: UInt8

    var isOpening: Bool { byte == 0x7B || byte == 0x5B || byte == 0x28 }
    /// The same value for both brackets of a pair.
    var family: UInt8 { byte == 0x28 || byte == 0x29 ? 0x28 : byte & ~0x06 }
  }

  private static func partner(of own: Bracket, at start: TextPosition, in buffer: TextBuffer) -> TextPosition? {
    let step = own.isOpening ? 1 : -1
    var line = start.line
    var depth = 0
    var left = reach
    while buffer.lines.indices.contains(line), left > 0 {
      left -= buffer[line].utf8.count + 1
      let found = brackets(ofLine: buffer[line])
      for bracket in own.isOpening ? found : found.reversed() where bracket.family == own.family {
        let isBefore = own.isOpening ? bracket.offset < start.offset : bracket.offset > start.offset
        if line == start.line && isBefore { continue }
        depth += bracket.isOpening == own.isOpening ? 1 : -1
        if depth == 0 { return TextPosition(line: line, offset: bracket.offset) }
      }
      line += step
    }
    return nil
  }

  private static func brackets(ofLine line: String) -> [Bracket] {
    guard line.utf8.count <= reach else { return [] }
    var found: [Bracket] = []
    var isQuoted = false
    var isEscaped = false
    for (offset, byte) in line.utf8.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if isQuoted {
        isEscaped = byte == 0x5C
      } else {
        switch byte {
        case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: found.append(Bracket(offset: offset, byte: byte))
        default: break
        }
      }
    }
    return found
  }
}
