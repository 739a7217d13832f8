import Basics
import Terminal

/// The lower border of the pane: what one stands on at its left, how far one is at its right.
enum PlaceLine {
  /// - Parameter cut: which end of the left side is left out where there is no room.
  static func draw(
    _ label: String, right: String, cut: Truncation = .start, _ state: AppState, in frame: Rect,
    into screen: inout Screen
  ) {
    var right = " \(right) "
    if !state.capabilities.unicode { right = String(right.map { $0 == "·" ? "-" : $0 }) }
    let y = frame.maxY - 1
    let width = TextWidth.of(right)
    guard frame.width > width + 4 else { return }
    screen.write(right, at: Point(x: frame.maxX - 1 - width, y: y), style: state.theme[.dim])
    let room = frame.width - width - 5
    // That an answer is not whole, and why, comes before where one stands in it.
    let oddity = state.session?.response.oddity
    let label = oddity?.text ?? label
    guard room > 6, !label.isEmpty else { return }
    let text = " \((oddity == nil ? cut : .end).applied(to: label, columns: room - 2)) "
    screen.write(text, at: Point(x: frame.x + 1, y: y), style: state.theme[oddity?.token ?? .accent])
  }

  /// How much of a text is seen where nothing stands at the right but the lines of a short answer.
  static func room(in frame: Rect) -> Int { frame.width - 12 }
}

extension ResponsePane {
  /// Why the body that is shown is not what the server announced; `nil` where it is.
  var oddity: (text: String, token: Token)? {
    guard tab == .body, let exchange, body != nil else { return nil }
    if let failure = exchange.failure { return (failure.message, .error) }
    return exchange.notice.map { ($0, .warn) }
  }
}
