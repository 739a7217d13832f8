import Terminal

/// What a terminal shows after some output: enough of xterm for what ncurses sends it.
public struct TerminalModel {
  private var cells: [[String]]
  public private(set) var x = 0
  public private(set) var y = 0
  private var isWrapPending = false
  private let columns: Int
  private let rows: Int
  /// Sequences that it does not know.
  public private(set) var unknown: [String] = []
  /// The private modes that are on, as `?1049`.
  public private(set) var modes: Set<Int> = [25]
  /// What was copied by OSC 52, still in Base64.
  public private(set) var copied: [String] = []
  /// The end of a piece of output that stops within a character or a sequence.
  private var pending: [UInt8] = []

  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// What it shows, line by line, without the spaces at the ends.
  public var text: String {
    cells.map { row in
      var line = row.joined()
      while line.utf8.last == 0x20 { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// Takes output in pieces of any size.
  public mutating func feed(_ bytes: some Collection<UInt8>) {
    let all = pending + Array(bytes)
    let end = TerminalModel.completeLength(of: all)
    pending = Array(all[end...])
    var scalars = Array(String(decoding: all[..<end], as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: escape(&scalars)
      case 0x0D: (x, isWrapPending) = (0, false)
      case 0x0A: (y, isWrapPending) = (min(rows - 1, y + 1), false)
      case 0x08: (x, isWrapPending) = (max(0, x - 1), false)
      case 0x09: x = min(columns - 1, (x / 8 + 1) * 8)
      case 0x07: break
      case 0..<0x20: unknown.append("control \(scalar.value)")
      default: put(scalar)
      }
    }
  }

  /// How many bytes end with a whole character and outside of any sequence.
  private static func completeLength(of bytes: [UInt8]) -> Int {
    var end = bytes.count
    // A character has at most three bytes after its first.
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
    if isWrapPending || x + width > columns { (x, y, isWrapPending) = (0, min(rows - 1, y + 1), false) }
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
  private mutating func clear(_ x: Int) {
    if cells[y][x].isEmpty && x > 0 { cells[y][x - 1] = " " }
    if x + 1 < columns && cells[y][x + 1].isEmpty { cells[y][x + 1] = " " }
    cells[y][x] = " "
  }

  private mutating func escape(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    guard let kind = scalars.popFirst() else { return }
    switch kind {
    case "[":
      var parameters = ""
      while let scalar = scalars.popFirst() {
        if scalar.value >= 0x40 { return control(parameters, scalar) }
        parameters.unicodeScalars.append(scalar)
      }
    case "(", ")": _ = scalars.popFirst()
    case "]": command(&scalars)
    case "=", ">", "7", "8": break
    default: unknown.append("ESC \(kind)")
    }
  }

  private mutating func command(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    var text = ""
    while let scalar = scalars.popFirst(), scalar.value != 0x07 { text.unicodeScalars.append(scalar) }
    if text.hasPrefix("52;c;") { copied.append(String(text.dropFirst(5))) } else { unknown.append("OSC \(text)") }
  }

  private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    isWrapPending = isWrapPending && "mhl".unicodeScalars.contains(final)
    switch final {
    case "h", "l":
      for mode in parameters.drop(while: { $0 == "?" }).split(separator: ";").compactMap({ Int($0) }) {
        if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
      }
    case "m", "t", "r": break
    case "H":
      y = min(rows, max(1, first)) - 1
      x = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "G": x = min(columns, count) - 1
    case "d": y = min(rows, count) - 1
    case "A": y = max(0, y - count)
    case "B": y = min(rows - 1, y + count)
    case "C": x = min(columns - 1, x + count)
    case "D": x = max(0, x - count)
    case "J": erase(fromRow: first == 2 ? 0 : y, column: first == 2 ? 0 : x)
    case "K": for column in first == 1 ? 0..<x + 1 : x..<columns { clear(column) }
    case "X": for column in x..<min(columns, x + count) { clear(column) }
    case "P":
      cells[y].removeSubrange(x..<min(columns, x + count))
      cells[y] += Array(repeating: " ", count: columns - cells[y].count)
    case "@":
      cells[y].insert(contentsOf: Array(repeating: " ", count: min(count, columns - x)), at: x)
      cells[y].removeLast(cells[y].count - columns)
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func erase(fromRow row: Int, column: Int) {
    for x in column..<columns { cells[row][x] = " " }
    for y in row + 1..<max(rows, row + 1) { cells[y] = Array(repeating: " ", count: columns) }
  }
}
