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
    let failure = state.session?.response.brokenOff
    let label = failure ?? label
    guard room > 6, !label.isEmpty else { return }
    let text = " \((failure == nil ? cut : .end).applied(to: label, columns: room - 2)) "
    screen.write(text, at: Point(x: frame.x + 1, y: y), style: state.theme[failure == nil ? .accent : .error])
  }
}

extension ResponsePane {
  /// Why the body that is shown is not all there is; `nil` for a whole one.
  fileprivate var brokenOff: String? {
    guard tab == .body, let failure = exchange?.failure, body != nil else { return nil }
    return failure.message
  }
}
