import Basics
import Terminal

/// Computes what a terminal shows after some output: the part of xterm that ncurses uses.
package struct TerminalModel {
  var cells: [[String]]
  package internal(set) var x = 0
  package internal(set) var y = 0
  var isWrapPending = false
  package private(set) var columns: Int
  package private(set) var rows: Int
  /// The rows of the scroll region (DECSTBM).
  var region: Range<Int>
  /// The unknown sequences in the output.
  package internal(set) var unknown: [String] = []
  /// The enabled private modes, such as `?1049`.
  package internal(set) var modes: Set<Int> = [25]
  /// The texts copied with OSC 52, still in Base64.
  package internal(set) var copied: [String] = []
  /// An incomplete character or sequence at the end of the output.
  private var pending: [UInt8] = []

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows, region) = (columns, rows, 0..<rows)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The text on the screen, line by line, without trailing spaces.
  package var text: String {
    cells.map { row in
      var line = row.joined()
      while line.utf8.last == 0x20 { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The position of the first occurrence of a text, counted from 0.
  package func place(of text: String) -> (x: Int, y: Int)? {
    for (y, row) in cells.enumerated() {
      let line = row.joined()
      guard let start = line.firstRange(of: text)?.lowerBound else { continue }
      let before = line.utf8.distance(from: line.startIndex, to: start)
      var (x, length) = (0, 0)
      while length < before || row[x].isEmpty {
        length += row[x].utf8.count
        x += 1
      }
      return (x, y)
    }
    return nil
  }

  /// Changes the size and clears the screen, because the program redraws everything. Modes and copied texts remain.
  package mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows, region) = (columns, rows, 0..<rows)
    (x, y, isWrapPending) = (0, 0, false)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// Processes output in pieces of any size.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    let all = pending + Array(bytes)
    let end = TerminalModel.completeLength(of: all)
    pending = Array(all[end...])
    var scalars = Array(String(decoding: all[..<end], as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: escape(&scalars)
      case 0x0D: (x, isWrapPending) = (0, false)
      case 0x0A: index()
      case 0x08: (x, isWrapPending) = (max(0, x - 1), false)
      case 0x09: x = min(columns - 1, (x / 8 + 1) * 8)
      // The bell, and shifts to an unused character set.
      case 0x07, 0x0E, 0x0F: break
      case 0..<0x20: unknown.append("control \(scalar.value)")
      default: put(scalar)
      }
    }
  }

  /// The length up to the last complete character or sequence.
  private static func completeLength(of bytes: [UInt8]) -> Int {
    var end = bytes.count
    // A character has at most three bytes after the first.
    if let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 {
      let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
      if start + length > end { end = start }
    }
    guard let escape = bytes[..<end].lastIndex(of: 0x1B) else { return end }
    let rest = bytes[escape..<end].dropFirst()
    guard let kind = rest.first else { return escape }
    let isWhole =
      switch kind {
      case UInt8(ascii: "["): rest.dropFirst().contains { $0 >= 0x40 }
      case UInt8(ascii: "]"): rest.contains(0x07)
      case UInt8(ascii: "("), UInt8(ascii: ")"): rest.count > 1
      default: true
      }
    return isWhole ? end : escape
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let text = String(scalar)
    // A mark joins the cell before the cursor.
    if scalar.properties.generalCategory == .nonspacingMark {
      var place = isWrapPending ? x : x - 1
      if place > 0 && cells[y][place].isEmpty { place -= 1 }
      if place >= 0 { cells[y][place] += text }
      return
    }
    let width = TextWidth.of(text)
    if isWrapPending || x + width > columns {
      index()
      x = 0
    }
    clear(x)
    if width == 2 {
      clear(x + 1)
      cells[y][x + 1] = ""
    }
    cells[y][x] = text
    isWrapPending = x + width >= columns
    x = min(columns - 1, x + width)
  }

  /// Blanks a cell and the other half of a wide character.
  mutating func clear(_ x: Int) {
    if cells[y][x].isEmpty && x > 0 { cells[y][x - 1] = " " }
    if x + 1 < columns && cells[y][x + 1].isEmpty { cells[y][x + 1] = " " }
    cells[y][x] = " "
  }
}
