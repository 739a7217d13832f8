/// Handles escape sequences (ECMA-48, and xterm's own).
extension TerminalModel {
  mutating func escape(_ scalars: inout ArraySlice<Unicode.Scalar>) {
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
    case "D": index()
    case "M": if y == region.lowerBound { scroll(region, by: -1) } else { y = max(0, y - 1) }
    case "=", ">", "7", "8": break
    default: unknown.append("ESC \(kind)")
    }
  }

  private mutating func command(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    var text = ""
    while let scalar = scalars.popFirst(), scalar.value != 0x07 { text.unicodeScalars.append(scalar) }
    if text.hasPrefix("52;c;") { return copied.append(String(text.dropFirst(5))) }
    // A query for the background color, which this terminal does not answer.
    if text != "11;?" { unknown.append("OSC \(text)") }
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
        // The content of the other screen is unknown, so it starts empty.
        if mode == 1049 { resize(columns: columns, rows: rows) }
      }
    case "m", "t": break
    // The cursor shape of the Linux console.
    case "c" where parameters.hasPrefix("?"): break
    case "r":
      let end = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
      region = count <= end ? count - 1..<end : 0..<rows
      (x, y) = (0, 0)
    case "S": scroll(region, by: count)
    case "T": scroll(region, by: -count)
    case "L" where region.contains(y): scroll(y..<region.upperBound, by: -count)
    case "M" where region.contains(y): scroll(y..<region.upperBound, by: count)
    case "H":
      y = min(rows, max(1, first)) - 1
      x = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "G": x = min(columns, count) - 1
    case "d": y = min(rows, count) - 1
    case "A": y = max(0, y - count)
    case "B": y = min(rows - 1, y + count)
    case "C": x = min(columns - 1, x + count)
    case "D": x = max(0, x - count)
    case "J" where first == 0 || first == 2: erase(fromRow: first == 2 ? 0 : y, column: first == 2 ? 0 : x)
    case "K": for column in first == 0 ? x..<columns : 0..<(first == 1 ? x + 1 : columns) { clear(column) }
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

  /// Moves down one line, and scrolls at the end of the region.
  mutating func index() {
    isWrapPending = false
    if y == region.upperBound - 1 { scroll(region, by: 1) } else { y = min(rows - 1, y + 1) }
  }

  /// Moves lines up, or down if `count` is negative; new lines are blank.
  private mutating func scroll(_ lines: Range<Int>, by count: Int) {
    let old = cells
    for row in lines {
      let from = row + count
      cells[row] = lines.contains(from) ? old[from] : Array(repeating: " ", count: columns)
    }
  }
}
