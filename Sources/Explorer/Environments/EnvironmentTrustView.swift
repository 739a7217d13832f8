import Basics
import Terminal
import Workspaces

/// Draws whom an environment believes: a line for each thing that can be said.
enum EnvironmentTrustView {
  static let hint = [
    "Files start from the collection's folder. What is said here holds for the servers that you allow when sending.",
    "A request or folder that says something itself comes first.",
  ]

  /// - Parameter field: what is typed in the line with the cursor.
  static func draw(
    _ trust: ServerTrust, line: Int, _ field: TextField?, _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let width = min((TrustField.allCases.map { TextWidth.of($0.title) }.max() ?? 0) + 2, rect.width / 2)
    for (row, part) in TrustField.allCases.enumerated().prefix(rect.height) {
      let place = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
      let (label, value) = place.splitLeft(width)
      screen.write(part.title, in: label, style: theme[.dim])
      if row == line, let field {
        field.draw(
          into: &screen, in: value, style: TextFieldStyle(text: theme[.text], selection: theme[.selected]),
          isFocused: true)
        Ground.lay(value, on: .field, theme, &screen)
        continue
      }
      let text = part.text(in: trust)
      let isRisky = part == .verifies && trust.verifies == false
      screen.write(
        text.isEmpty ? "\(part.usualText) (default)" : text, in: value,
        style: theme[isRisky ? .error : text.isEmpty ? .dim : .text])
      guard row == line else { continue }
      Ground.markCursor(
        Rect(x: place.x - 1, y: place.y, width: place.width + 2, height: 1), isFocused: true, state, &screen)
    }
  }
}
