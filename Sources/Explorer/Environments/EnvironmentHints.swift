import Basics
import Terminal

/// The keys of the environment editor that the bottom line does not show: for the variable under the cursor, and for
/// the environment as a whole.
enum EnvironmentHints {
  private static let groups: [(title: String, keys: [(key: String, label: String)])] = [
    (
      "Variable",
      [
        ("Space", "on/off"), ("s", "secret"), ("v", "show secret"), ("d", "duplicate"), ("Del", "delete"),
        ("K J", "move"), ("u", "undo"),
      ]
    ),
    (
      "Environment",
      [
        ("n", "new"), ("D", "duplicate"), ("r", "rename"), ("X", "delete"), ("=", "compare"), ("p", "protected"),
        ("c", "colour"), ("t", "TLS"),
      ]
    ),
  ]

  struct Line: Equatable {
    var title = ""
    var keys: [[String]] = []
  }

  /// The width of the group titles.
  private static let titleColumns = 13

  /// As many lines as the keys need; no key is cut.
  static func lines(width: Int) -> [Line] {
    var lines: [Line] = []
    for group in groups {
      var line = Line(title: group.title)
      var column = titleColumns
      for (key, label) in group.keys {
        let length = TextWidth.of(key) + 1 + TextWidth.of(label)
        if column + length > width, !line.keys.isEmpty {
          lines.append(line)
          line = Line()
          column = titleColumns
        }
        line.keys.append([key, label])
        column += length + 2
      }
      lines.append(line)
    }
    return lines
  }

  static func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    for (row, line) in lines(width: rect.width).prefix(rect.height).enumerated() {
      let y = rect.y + row
      screen.write(line.title, at: Point(x: rect.x, y: y), style: state.theme[.dim], clippedTo: rect)
      var x = rect.x + titleColumns
      for item in line.keys {
        let pieces = [StyledText(item[0], state.theme[.accent]), StyledText(" \(item[1])", state.theme[.dim])]
        screen.write(pieces, at: Point(x: x, y: y), clippedTo: rect)
        x += pieces.columns + 2
      }
    }
  }
}
