import Basics

/// A text with pending edits, which are applied at the end, so that all offsets refer to the original text.
struct EditedText {
  let bytes: [UInt8]
  private var edits: [(range: Range<Int>, text: String)] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, by: text) }
  mutating func replace(_ range: Range<Int>, by text: String) { edits.append((range, text)) }

  /// The text with all edits. They must not overlap.
  var result: String {
    var output: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where edit.range.lowerBound >= end {
      output += bytes[end..<edit.range.lowerBound]
      output += edit.text.utf8
      end = edit.range.upperBound
    }
    return String(decoding: output + bytes[end...], as: UTF8.self)
  }

  /// The distance by which the edits before an offset move it.
  func shift(before offset: Int) -> Int {
    edits.filter { $0.range.upperBound <= offset && $0.range.lowerBound < offset }
      .reduce(0) { $0 + $1.text.utf8.count - $1.range.count }
  }

  var lineEnd: String { bytes.contains(0x0D) ? "\r\n" : "\n" }

  func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  func isFirstOnLine(_ offset: Int) -> Bool { bytes[lineStart(of: offset)..<offset].allSatisfy(\.isBlank) }

  /// The blanks at the start of the line.
  func indentation(at offset: Int) -> String {
    String(decoding: bytes[lineStart(of: offset)...].prefix { $0.isBlank }, as: UTF8.self)
  }

  /// Adds selections to the end of a set, formatted as the set is.
  /// - Returns: the offset of the insertion.
  mutating func insert(_ lines: [SelectionBuilder.Line], into set: SelectionSet) -> Int {
    let close = set.range.upperBound - 1
    let first = set.selections.first?.range.lowerBound ?? close
    let last = set.selections.last?.range.upperBound ?? close
    let hasLines = bytes[set.range].contains { $0 == 0x0A || $0 == 0x0D }
    guard hasLines else {
      insert(" " + lines.map(\.text).joined(separator: " "), at: last)
      return last
    }
    let around = indentation(at: close)
    var indentation = isFirstOnLine(first) ? indentation(at: first) : around + "  "
    if !isFirstOnLine(close), !isFirstOnLine(first) { indentation = self.indentation(at: last) }
    let unit =
      indentation.hasPrefix(around) && indentation.count > around.count
      ? String(indentation.dropFirst(around.count)) : "  "
    let texts = lines.map { indentation + String(repeating: unit, count: $0.depth) + $0.text }
    if isFirstOnLine(close) {
      let place = lineStart(of: close)
      insert(texts.map { $0 + lineEnd }.joined(), at: place)
      return place
    }
    insert(texts.map { lineEnd + $0 }.joined(), at: last)
    return last
  }

  /// Removes a range: its whole line if nothing else is on it, otherwise with the blanks before it.
  mutating func remove(_ range: Range<Int>) {
    let end = lineRest(after: range.upperBound)
    if isFirstOnLine(range.lowerBound), let end {
      replace(lineStart(of: range.lowerBound)..<end, by: "")
      return
    }
    var start = range.lowerBound
    while start > 0, bytes[start - 1].isBlank || bytes[start - 1] == UInt8(ascii: ",") { start -= 1 }
    // Prevents the neighbouring tokens from merging.
    let needsBlank =
      start < range.lowerBound && range.upperBound < bytes.count && Lexer.continuesName(bytes[range.upperBound])
    replace(start..<range.upperBound, by: needsBlank ? " " : "")
  }

  /// The end of the line, if only blanks, commas and a comment follow the offset.
  private func lineRest(after offset: Int) -> Int? {
    var index = offset
    while index < bytes.count, bytes[index].isBlank || bytes[index] == UInt8(ascii: ",") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "#") {
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    }
    guard index < bytes.count else { return index }
    guard bytes[index] == 0x0A || bytes[index] == 0x0D else { return nil }
    return bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? index + 2 : index + 1
  }
}
