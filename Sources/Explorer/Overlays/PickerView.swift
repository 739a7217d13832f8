import Terminal

/// Draws a picker: a box in the middle third, the field, the list with matched letters marked, the preview beside.
enum PickerView {
  static func frame(of picker: Picker, in size: Size) -> Rect {
    let wide = picker.preview.isEmpty ? 76 : 84
    let width = min(max(20, size.columns - 4), max(wide, size.columns / 3))
    let height = min(size.rows - 2, min(picker.items.count, max(6, size.rows * 2 / 3)) + 4)
    let top = max(1, min((size.rows - height) / 3, size.rows / 6))
    return Rect(x: (size.columns - width) / 2, y: top, width: width, height: max(5, height))
  }

  static func list(of picker: Picker, in size: Size) -> Rect {
    let inner = frame(of: picker, in: size).inset()
    let (_, list) = inner.splitTop(2)
    guard hasPreview(picker, inner) else { return list }
    return list.splitLeft(inner.width * 2 / 5).0
  }

  static func listHeight(of picker: Picker, in size: Size) -> Int { list(of: picker, in: size).height }

  private static func hasPreview(_ picker: Picker, _ inner: Rect) -> Bool {
    !picker.preview.isEmpty && inner.width >= 50
  }

  static func draw(_ picker: Picker, _ state: AppState, into screen: inout Screen) {
    let frame = frame(of: picker, in: state.size)
    screen.fill(frame)
    let count = picker.field.text.isEmpty ? "" : "\(picker.found.count) of \(picker.items.count)"
    let inner = PaneFrame.draw(
      picker.title, facts: count.isEmpty ? [] : [StyledText(count, state.theme[.dim])], isFocused: true, state,
      in: frame, into: &screen)
    OverlayView.drawField(
      picker.field, state, in: Rect(x: inner.x, y: inner.y, width: inner.width, height: 1), into: &screen)
    let list = list(of: picker, in: state.size)
    if picker.found.isEmpty {
      let text = picker.takesTyped ? "Enter takes what you typed." : "Nothing matches."
      screen.write(text, in: list, style: state.theme[.dim])
    }
    for line in 0..<list.height {
      let row = picker.offset + line
      guard picker.found.indices.contains(row) else { break }
      let place = Rect(x: list.x, y: list.y + line, width: list.width, height: 1)
      draw(picker.items[picker.found[row].index], marks: picker.found[row].marks, state, in: place, into: &screen)
      if row == picker.cursor { PaneFrame.markCursor(place, isFocused: true, &screen) }
    }
    if hasPreview(picker, inner) { drawPreview(picker, state, inner: inner, list: list, into: &screen) }
  }

  private static func draw(
    _ item: Picker.Item, marks: [Int], _ state: AppState, in rect: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    let detail = item.refusal ?? item.detail
    let detailWidth = min(TextWidth.of(detail), rect.width / 2)
    let room = rect.width - detailWidth - (detail.isEmpty ? 0 : 2)
    let style = item.refusal == nil ? theme[.text] : theme[.dim]
    let firstWord = item.title.firstIndex(of: " ").map { item.title.distance(from: item.title.startIndex, to: $0) }
    var pieces: [StyledText] = []
    let marked = Set(marks)
    for (index, character) in item.title.enumerated() {
      let isFirst = item.token != .text && index < (firstWord ?? .max)
      let base = isFirst && item.refusal == nil ? theme[item.token] : style
      pieces.append(
        StyledText(String(character), marked.contains(index) ? theme[.accent].adding([.bold, .underline]) : base))
    }
    screen.write(pieces.truncated(to: room), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    let right = rect.splitRight(detailWidth).1
    screen.write(detail, in: right, style: theme[.dim], align: .right)
  }

  private static func drawPreview(
    _ picker: Picker, _ state: AppState, inner: Rect, list: Rect, into screen: inout Screen
  ) {
    guard let lines = picker.current.flatMap({ picker.preview[$0.id] }) else { return }
    let x = list.maxX + 2
    let area = Rect(x: x, y: list.y, width: inner.maxX - x, height: list.height)
    for (index, line) in lines.prefix(area.height).enumerated() {
      screen.write(
        line, in: Rect(x: area.x, y: area.y + index, width: area.width, height: 1), style: state.theme[.dim])
    }
  }
}
