import Terminal

/// The mark in the right border that shows which part of a long list is seen.
enum ScrollMark {
  /// Draws over the right border of `frame`; nothing where everything is seen.
  static func draw(offset: Int, total: Int, in frame: Rect, _ state: AppState, into screen: inout Screen) {
    let height = frame.height - 2
    guard height > 1, total > height else { return }
    let length = max(1, height * height / total)
    let start = min(height - length, offset * (height - length) / max(1, total - height))
    let mark = state.capabilities.unicode ? "┃" : "#"
    for row in start..<(start + length) {
      screen.write(mark, at: Point(x: frame.maxX - 1, y: frame.minY + 1 + row), style: state.theme[.dim])
    }
  }
}
