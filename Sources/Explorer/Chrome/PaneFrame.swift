import Basics
import Terminal

/// The borders of panes and boxes, with the title on the left, facts on the right, and the focus shown by colour.
enum PaneFrame {
  /// Draws one outline for all panes, which share lines. The focused pane's part has the accent colour.
  /// - Parameters:
  ///   - others: the frames of other areas.
  ///   - focus: the frame that has the focus.
  static func outline(
    _ panes: PanePlaces, beside others: [Rect] = [], focus: Rect?, _ state: some Appearance, into screen: inout Screen
  ) {
    let border = border(state)
    for rect in others + panes.values where rect != focus {
      screen.outline(rect, border: border, style: state.theme[.line])
    }
    if let focus { screen.outline(focus, border: border, style: focusStyle(state)) }
  }

  static func outline(_ frames: [Rect], focused: Int, _ state: some Appearance, into screen: inout Screen) {
    let border = border(state)
    for (index, rect) in frames.enumerated() where index != focused {
      screen.outline(rect, border: border, style: state.theme[.line])
    }
    if frames.indices.contains(focused) {
      screen.outline(frames[focused], border: border, style: focusStyle(state))
    }
  }

  /// Writes a pane's title and facts into its outline and returns the area inside.
  @discardableResult
  static func head(
    _ title: String, facts: [StyledText] = [], isFocused: Bool, _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) -> Rect {
    let style = isFocused ? focusStyle(state).adding(.bold) : state.theme[.dim]
    let shown = isFocused && isMarked(state) ? "*\(title)" : title
    screen.caption(of: rect, title: [StyledText(shown, style)], facts: facts)
    return rect.inset()
  }

  /// Draws an empty box above the panes and returns the area inside.
  @discardableResult
  static func box(
    _ title: String, facts: [StyledText] = [], _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) -> Rect {
    screen.fill(rect)
    let style = focusStyle(state)
    let title = isMarked(state) ? "*\(title)" : title
    screen.box(
      rect, border: border(state), style: style, title: [StyledText(title, style.adding(.bold))], facts: facts)
    return rect.inset()
  }

  /// Returns true if a mark before the title shows the focus, because there are no colours or lines.
  private static func isMarked(_ state: some Appearance) -> Bool {
    state.capabilities.border == .ascii || state.theme.colors == 0
  }

  private static func border(_ state: some Appearance) -> Border { state.capabilities.border }

  /// The style of the focused outline, which also warns of a protected environment.
  private static func focusStyle(_ state: some Appearance) -> Style {
    state.theme[state.isProtected ? .error : .accent]
  }

  /// Draws the scrollbar in the right border unless the whole list is visible.
  /// - Parameter rows: the frame of the list.
  static func scrollbar(
    offset: Int, total: Int, rows: Rect, in frame: Rect, _ state: some Appearance, into screen: inout Screen
  ) {
    guard rows.height > 1 else { return }
    // Draw only the thumb: the rest of the border keeps the colour of its pane.
    let bar = Scrollbar(total: total, visible: rows.height, offset: offset, length: rows.height)
    for row in bar.thumb ?? 0..<0 {
      let place = Point(x: frame.maxX - 1, y: rows.minY + row)
      // Keep the corners where another pane's line begins.
      guard ["│", "|", " "].contains(screen[place.x, place.y].text) else { continue }
      screen.write(state.capabilities.unicode ? "┃" : "#", at: place, style: state.theme[.dim])
    }
  }

  /// Draws the keys to press in an empty area, one per line, or only the title if they do not fit.
  static func steps(
    _ title: String, _ steps: [(key: String, does: String)], _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) {
    let steps = steps.map { (key: state.keys.filled($0.key), does: state.keys.filled($0.does)) }
    let keys = steps.map { TextWidth.of($0.key) }.max() ?? 0
    let width = keys + 3 + (steps.map { TextWidth.of($0.does) }.max() ?? 0)
    guard rect.height >= steps.count + 2, rect.width >= width + 2 else {
      return hint([title], state, in: rect, into: &screen)
    }
    let top = rect.minY + (rect.height - steps.count - 2) / 3
    let line = Rect(x: rect.x, y: top, width: rect.width, height: 1)
    screen.write(title, in: line, style: state.theme[.dim], align: .center)
    let x = rect.x + (rect.width - width) / 2
    for (index, step) in steps.enumerated() {
      let y = top + 2 + index
      screen.write(step.key, at: Point(x: x, y: y), style: state.theme[.accent].adding(.bold), clippedTo: rect)
      screen.write(step.does, at: Point(x: x + keys + 3, y: y), style: state.theme[.dim], clippedTo: rect)
    }
  }

  /// Draws centred lines in an empty area.
  static func hint(
    _ lines: [String], isChosen: Bool = false, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let lines = lines.flatMap { state.keys.filled($0).wrapped(to: max(1, rect.width - 2)) }
    let top = rect.minY + max(0, (rect.height - lines.count) / 3)
    for (index, line) in lines.enumerated() where top + index < rect.maxY {
      screen.write(
        line, in: Rect(x: rect.x + 1, y: top + index, width: rect.width - 2, height: 1), style: state.theme[.dim],
        align: .center)
    }
    guard isChosen, top < rect.maxY else { return }
    Ground.markCursor(Rect(x: rect.x, y: top, width: rect.width, height: 1), isFocused: true, state, &screen)
  }
}
