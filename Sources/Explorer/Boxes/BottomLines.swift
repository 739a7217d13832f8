import Basics
import Terminal

/// A message at the bottom of the window, wrapped to as many lines as it needs.
struct BottomLines: Equatable {
  let lines: [String]
  private let style: Style

  /// - Parameter most: the maximum number of lines, after which the message is cut with `…`.
  init(_ message: Message, columns: Int, most: Int, _ theme: Theme) {
    style = theme[message.kind.token]
    let width = max(1, columns - 2)
    let wrapped = (message.kind.mark + message.text).wrapped(to: width)
    guard wrapped.count > most, most > 0 else {
      lines = most > 0 ? wrapped : []
      return
    }
    let cut = wrapped[most - 1] + " " + wrapped[most]
    lines = wrapped.prefix(most - 1) + [Truncation.end.applied(to: cut, columns: width)]
  }

  /// The box of a message at the right, above the lower edge of the panes, which stay where they are.
  /// - Parameter end: the row below the panes.
  /// - Returns: `nil` if the window is too small for it; its lines then cover the panes.
  static func box(
    of message: Message, above end: Int, columns: Int, _ theme: Theme
  ) -> (text: BottomLines, frame: Rect)? {
    // Short lines are easier to read.
    let rows = end - 4
    guard columns >= 40, rows > 0 else { return nil }
    let text = BottomLines(message, columns: min(columns - 4, 80), most: rows, theme)
    let width = (text.lines.map { TextWidth.of($0) }.max() ?? 0) + 4
    let height = text.lines.count + 2
    return (text, Rect(x: columns - width - 1, y: end - 1 - height, width: width, height: height))
  }

  static func drawBox(_ message: Message, above end: Int, _ state: some Appearance, into screen: inout Screen) {
    let columns = screen.size.columns
    guard let (text, frame) = box(of: message, above: end, columns: columns, state.theme) else {
      return BottomLines(message, columns: columns, most: max(1, end - 1), state.theme).draw(above: end, into: &screen)
    }
    screen.fill(frame)
    screen.box(frame, border: state.capabilities.border, style: state.theme[message.kind.edge], title: [])
    for (row, line) in text.lines.enumerated() {
      screen.write(line, at: Point(x: frame.x + 2, y: frame.y + 1 + row), style: text.style, clippedTo: frame)
    }
  }

  /// - Parameter end: the row below the last line.
  func draw(above end: Int, into screen: inout Screen) {
    let top = end - lines.count
    for (row, line) in lines.enumerated() {
      let place = Rect(x: 0, y: top + row, width: screen.size.columns, height: 1)
      screen.fill(place)
      screen.write(line, at: Point(x: 1, y: place.y), style: style, clippedTo: place)
    }
  }
}

extension Message.Kind {
  var token: Token {
    switch self {
    case .information: .text
    case .warning: .warn
    case .error: .error
    }
  }

  /// The colour of the box.
  fileprivate var edge: Token { self == .information ? .accent : token }

  /// Distinguishes the kinds without colours.
  var mark: String {
    switch self {
    case .information: ""
    case .warning: "Note: "
    case .error: "Error: "
    }
  }
}
