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
