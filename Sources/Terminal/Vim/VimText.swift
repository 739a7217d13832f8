/// A text with a cursor for vim's motions: lines of characters, each with a position after its last character.
struct VimText: Hashable, Sendable {
  struct Place: Hashable, Comparable, Sendable {
    var line = 0
    /// In characters.
    var column = 0

    static func < (left: Place, right: Place) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }

  /// Never empty.
  var lines: [[Character]]
  var cursor = Place()
  /// True if all lines were deleted: the remaining empty line does not count.
  var isEmptied = false
  var hasNoLine: Bool { isEmptied && lines == [[]] }

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
  }

  var line: [Character] { lines[cursor.line] }
  var isEmptyLine: Bool { lines[cursor.line].isEmpty }
  var lastLine: Int { lines.count - 1 }

  /// `nil` at the end of a line.
  func character(at place: Place) -> Character? {
    let line = lines[place.line]
    return line.indices.contains(place.column) ? line[place.column] : nil
  }

  enum Step { case inLine, pastEnd, nextLine, atEnd }

  /// Moves one character forward; from the end of a line to the next line.
  mutating func forward() -> Step {
    if cursor.column < line.count {
      cursor.column += 1
      return cursor.column < line.count ? .inLine : .pastEnd
    }
    guard cursor.line < lastLine else { return .atEnd }
    cursor = Place(line: cursor.line + 1)
    return .nextLine
  }

  /// Moves one character back; returns `false` at the start of the text.
  mutating func backward() -> Bool {
    if cursor.column > 0 {
      cursor.column -= 1
      return true
    }
    guard cursor.line > 0 else { return false }
    cursor = Place(line: cursor.line - 1, column: lines[cursor.line - 1].count)
    return true
  }

  func firstNonBlank(of line: Int) -> Int {
    let characters = lines[line]
    let first = characters.firstIndex { !Self.isBlank($0) }
    return first ?? max(0, characters.count - 1)
  }

  func isInIndent(_ place: Place) -> Bool {
    lines[place.line].prefix(place.column).allSatisfy(Self.isBlank)
  }

  static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// 0 for blanks and the end of a line, 1 for punctuation, 2 for letters, digits and `_`.
  static func kind(of character: Character?) -> Int {
    guard let character, !isBlank(character) else { return 0 }
    return character.isLetter || character.isNumber || character == "_" ? 2 : 1
  }

  var kind: Int { Self.kind(of: character(at: cursor)) }

  /// The text between two places, the second not included.
  func text(from start: Place, to end: Place) -> String {
    if start.line == end.line { return String(lines[start.line][start.column..<max(start.column, end.column)]) }
    var parts = [String(lines[start.line][start.column...])]
    for line in (start.line + 1)..<end.line { parts.append(String(lines[line])) }
    parts.append(String(lines[end.line][..<end.column]))
    return parts.joined(separator: "\n")
  }

  /// Removes the text between two places.
  mutating func remove(from start: Place, to end: Place) {
    let tail = lines[end.line][min(end.column, lines[end.line].count)...]
    lines.replaceSubrange(start.line...end.line, with: [Array(lines[start.line][..<start.column] + tail)])
  }

  /// Inserts text and returns the place after it.
  @discardableResult
  mutating func insert(_ text: String, at place: Place) -> Place {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let line = lines[place.line]
    let (head, tail) = (line[..<place.column], line[place.column...])
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      lines[place.line] = Array(head + (parts.first ?? []) + tail)
      return Place(line: place.line, column: place.column + (parts.first?.count ?? 0))
    }
    let made = [Array(head + first)] + parts.dropFirst().dropLast() + [last + tail]
    lines.replaceSubrange(place.line...place.line, with: made)
    return Place(line: place.line + parts.count - 1, column: last.count)
  }

  /// The screen column at which a character begins; tabs are four wide.
  func screenColumn(of place: Place) -> Int {
    var column = 0
    for character in lines[place.line].prefix(place.column) {
      column += Self.width(of: character, at: column)
    }
    return column
  }

  static func width(of character: Character, at column: Int) -> Int { character == "\t" ? 4 - column % 4 : 1 }

  /// The last character that begins at or before a screen column.
  func column(ofScreen wanted: Int, line: Int) -> Int {
    var column = 0
    for (index, character) in lines[line].enumerated() {
      let next = column + Self.width(of: character, at: column)
      if wanted < next { return index }
      column = next
    }
    return lines[line].count
  }
}
