// The screen as text, for test assertions and for people.

extension Screen {
  /// The rows as text without trailing blanks, joined by line ends.
  package var text: String {
    (0..<size.rows).map { row($0) }.joined(separator: "\n")
  }

  /// One row as text without trailing blanks; empty outside the screen.
  package func row(_ y: Int) -> String {
    guard y >= 0 && y < size.rows else { return "" }
    let row = grid[y * size.columns..<(y + 1) * size.columns]
    return trimmed(row.reduce(into: "") { $0 += text(of: $1) })
  }

  /// The rows as text; the style precedes each run, `{bold 33|Params}`, and `▏` precedes the cursor's cell.
  package var markedText: String {
    (0..<size.rows).map { y in
      var line = ""
      var style = Style.plain
      for x in 0..<size.columns {
        let cell = self[x, y]
        if cell.style != style {
          if style != .plain { line += "}" }
          if cell.style != .plain { line += "{\(cell.style)|" }
          style = cell.style
        }
        if cursor == Point(x: x, y: y) { line += "▏" }
        line += cell.text
      }
      return style == .plain ? trimmed(line) : line + "}"
    }.joined(separator: "\n")
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.utf8.last == 0x20 { line.removeLast() }
    return line
  }
}

extension Style: CustomStringConvertible {
  /// Attributes and foreground, then `on` and the background, as in `markedText`.
  package var description: String {
    var words: [String] = []
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"), (.italic, "italic"),
    ]
    for (attribute, name) in names where attributes.contains(attribute) { words.append(name) }
    if let name = foreground.name { words.append(name) }
    if let name = background.name { words.append("on \(name)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

extension Color {
  /// `33` or `#ff9e64`; `nil` for the terminal's own.
  fileprivate var name: String? {
    switch self {
    case .terminal: nil
    case .palette(let index): String(index)
    case .rgb(let light): light.hexText
    }
  }
}
