import Basics
import Terminal
import Workspaces

extension EnvironmentComparison {
  var differences: Int { lines.count { $0.difference != .same } }
}

extension Environment.Variable {
  /// Secrets are compared but not shown.
  fileprivate var shown: String {
    let value = isSecret ? (row.value.isEmpty ? "(not set)" : VariableSpan.mask) : row.value
    return row.isEnabled ? value : "(off) \(value)"
  }
}

/// Draws two environments side by side in place of the rows of one.
enum EnvironmentComparisonView {
  static func draw(
    _ left: Environment, _ right: Environment, offset: Int, _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let comparison = EnvironmentComparison(left, right)
    let names = min(rect.width / 4, max(8, comparison.lines.map { TextWidth.of($0.name) }.max() ?? 0))
    let side = max(1, (rect.width - names - 7) / 2)
    func line(_ y: Int, _ cells: (String, String, String, String), _ styles: (Style, Style)) {
      let place = Rect(x: rect.x, y: y, width: rect.width, height: 1)
      let (mark, rest) = place.splitLeft(3)
      screen.write(cells.0, in: mark, style: theme[.warn])
      let (name, values) = rest.splitLeft(names)
      screen.write(cells.1, in: name, style: styles.0)
      screen.write(cells.2, in: values.splitLeft(2).1.splitLeft(side).0, style: styles.1)
      screen.write(cells.3, in: values.splitLeft(side + 4).1, style: styles.1)
    }
    guard rect.height > 1 else { return }
    line(rect.y, ("", "", left.name, right.name), (theme[.dim], theme[.accent]))
    let different = state.capabilities.unicode ? "≠" : "!="
    for (index, row) in comparison.lines.dropFirst(offset).prefix(rect.height - 1).enumerated() {
      let isDifferent = row.difference != .same
      let style = theme[isDifferent ? .text : .dim]
      let none = state.capabilities.unicode ? "—" : "-"
      line(
        rect.y + 1 + index,
        (isDifferent ? different : "", row.name, row.left?.shown ?? none, row.right?.shown ?? none), (style, style))
    }
  }
}
