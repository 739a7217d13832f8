import Basics

/// The bytes of a document as lines, and the style of its author.
struct YAMLText {
  let bytes: [UInt8]
  let newline: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    newline = LineEnds.first(in: bytes)
  }

  func lineStart(_ offset: Int) -> Int {
    var index = min(offset, bytes.count)
    while index > 0, bytes[index - 1] != 0x0A { index -= 1 }
    return index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 3 : index
  }

  /// The start of the next line, or the end of the text.
  func nextLine(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return min(index + 1, bytes.count)
  }

  /// The end of the line's content, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index > offset && index < bytes.count && bytes[index - 1] == 0x0D ? index - 1 : index
  }

  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  /// Whether only blanks precede `offset` on its line.
  func isFirstOnLine(_ offset: Int) -> Bool { bytes[lineStart(offset)..<offset].allSatisfy { $0 == 0x20 } }

  func isBlankLine(_ start: Int) -> Bool {
    bytes[start..<lineEnd(start)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The start of the line before the one that starts at `start`.
  func previousLine(_ start: Int) -> Int? { start > 0 ? lineStart(start - 1) : nil }

  func skipBlanks(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  /// Whether the last line has no line break.
  var hasOpenEnd: Bool { bytes.last.map { $0 != 0x0A } ?? false }

  static func withoutBreak(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.last == 0x0A else { return bytes }
    let line = bytes.dropLast()
    return Array(line.last == 0x0D ? line.dropLast() : line)
  }

  /// Lines joined by the file's own line break, including one after the last.
  func joined(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + newline } }

  /// The offsets of a block list's dashes, one for each item; `nil` if they cannot be found.
  func dashes(of list: YAMLNode) -> [Int]? {
    guard let start = list.range?.lowerBound, let items = list.items, start < bytes.count, bytes[start] == 0x2D else {
      return nil
    }
    let column = column(start)
    var found = [start]
    for item in items.dropLast() {
      guard let end = item.range?.upperBound else { return nil }
      var line = nextLine(max(end, found[found.count - 1]))
      if item.range?.isEmpty == true { line = nextLine(found[found.count - 1]) }
      while line < bytes.count,
        !(line + column < lineEnd(line) && bytes[line + column] == 0x2D && isFirstOnLine(line + column))
      {
        line = nextLine(line)
      }
      guard line < bytes.count else { return nil }
      found.append(line + column)
    }
    return found
  }
}
