import Terminal

/// The screen with its styles, for assertions.
extension Screen {
  /// The rows as text; the style precedes each run, `{bold 33|Params}`, and `▏` precedes the cursor's cell.
  var markedText: String {
    (0..<size.rows).map { y in
      var line = ""
      var style = Style.plain
      for x in 0..<size.columns {
        let cell = self[x, y]
        if cell.style != style {
          if style != .plain { line += "}" }
          if cell.style != .plain { line += "{\(cell.style.marks)|" }
          style = cell.style
        }
        if cursor == Point(x: x, y: y) { line += "▏" }
        line += cell.text
      }
      return style == .plain ? String(line.reversed().drop { $0 == " " }.reversed()) : line + "}"
    }.joined(separator: "\n")
  }
}

extension Style {
  /// Attributes and foreground, then `on` and the background.
  fileprivate var marks: String {
    var words: [String] = []
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"), (.italic, "italic"),
    ]
    for (attribute, name) in names where attributes.contains(attribute) { words.append(name) }
    if let name = foreground.name { words.append(name) }
    if let name = background.name { words.append("on \(name)") }
    return words.joined(separator: " ")
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
