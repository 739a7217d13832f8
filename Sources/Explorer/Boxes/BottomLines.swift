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

  /// Draws a message above the keys, on rows of the panes. The lower edge of the panes moves up instead of being
  /// covered.
  func drawInPanes(above end: Int, into screen: inout Screen) {
    let edge = end - 1
    let top = edge - lines.count
    if ["╰", "+"].contains(screen[0, edge].text), top > 2 {
      for x in 0..<screen.size.columns {
        screen[x, top] = screen[x, edge]
      }
    }
    draw(above: end, into: &screen)
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

  /// Distinguishes the kinds without colours.
  var mark: String {
    switch self {
    case .information: ""
    case .warning: "Note: "
    case .error: "Error: "
    }
  }
}
