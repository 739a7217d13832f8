import Basics
import Terminal

/// Draws a picker: a box in the upper middle, the field, the list with matched letters marked, and the preview.
enum PickerView {
  static func frame(of picker: Picker, in size: Size) -> Rect {
    let width = width(of: picker, in: size)
    let rows = picker.isExplanation ? ExplanationBox.rows(of: picker, width: width - 4) : rowsOfAll(in: picker)
    // What is under the palette stays in sight.
    let most = picker.purpose == .palette ? size.rows / 3 : size.rows * 2 / 3
    let height = min(size.rows - 2, min(rows, max(6, most)) + (picker.isExplanation ? 2 : 4))
    if let low = OverlayView.lowFrame(in: size) { return low }
    let top = max(1, min((size.rows - height) / 3, size.rows / (picker.purpose == .palette ? 8 : 6)))
    return Rect(x: (size.columns - width) / 2, y: top, width: width, height: max(3, height))
  }

  private static func rowsOfAll(in picker: Picker) -> Int {
    max(picker.items.count, picker.preview.values.map(\.count).max() ?? 0)
  }

  /// The rows of the field, with a blank one below if there is room.
  private static func fieldRows(of picker: Picker, in inner: Rect) -> Int {
    if picker.isExplanation { return 0 }
    return inner.height < 6 ? 1 : 2
  }

  static func list(of picker: Picker, in size: Size) -> Rect {
    let inner = OverlayView.content(of: frame(of: picker, in: size))
    let (_, list) = inner.splitTop(fieldRows(of: picker, in: inner))
    if picker.isExplanation { return ExplanationBox.list(of: picker, in: list) }
    guard !picker.preview.isEmpty else { return list }
    if isBeside(list) { return list.splitLeft(list.width * 2 / 5).0 }
    return list.splitTop(min(picker.items.count, max(1, (list.height + 1) / 2))).0
  }

  static func listHeight(of picker: Picker, in size: Size) -> Int { list(of: picker, in: size).height }

  /// Whether the preview fits beside the list; else it is below.
  private static func isBeside(_ inner: Rect) -> Bool { inner.width >= 48 }

  /// - Parameter waiting: the text shown while the list is loading; `nil` once it is loaded.
  static func draw(
    _ picker: Picker, waiting: String?, _ state: some Appearance, into screen: inout Screen
  ) {
    let frame = frame(of: picker, in: state.size)
    let count = picker.field.text.isEmpty ? "" : "\(picker.found.count) of \(picker.items.count)"
    PaneFrame.box(
      picker.title, facts: count.isEmpty ? [] : [StyledText(count, state.theme[.dim])], state, in: frame, into: &screen)
    let inner = OverlayView.content(of: frame)
    if picker.isExplanation { return ExplanationBox.draw(picker, state, in: inner, into: &screen) }
    OverlayView.drawField(
      picker.field, state, in: Rect(x: inner.x, y: inner.y, width: inner.width, height: 1), into: &screen)
    if fieldRows(of: picker, in: inner) > 1 { OverlayView.drawRule(at: inner.y + 1, state, in: frame, into: &screen) }
    let list = list(of: picker, in: state.size)
    if picker.found.isEmpty {
      let nothing = waiting ?? "Nothing matches."
      let typed = picker.field.isEmpty ? "Type a path." : "Enter uses what you typed."
      let text = picker.takesTyped ? typed : nothing
      screen.write(text, in: list, style: state.theme[.dim])
    }
    for line in 0..<list.height {
      let row = picker.offset + line
      guard picker.found.indices.contains(row) else { break }
      let place = Rect(x: list.x, y: list.y + line, width: list.width, height: 1)
      let item = picker.items[picker.found[row]]
      draw(item, of: picker, state, in: place, into: &screen)
      if row == picker.cursor {
        let bar = Rect(x: place.x - 1, y: place.y, width: place.width + 2, height: 1)
        Ground.markCursor(bar, isFocused: true, state, &screen)
      }
    }
    if picker.preview.isEmpty {
      PaneFrame.scrollbar(
        offset: picker.offset, total: picker.found.count, rows: list, in: frame, state, into: &screen)
    }
    drawPreview(picker, state, inner: inner, list: list, into: &screen)
  }

  private static func draw(
    _ item: Picker.Item, of picker: Picker, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    let marks = picker.marks(of: item)
    let detail = item.refusal ?? (marks == nil ? item.place : nil) ?? item.detail
    // The title has two thirds of the row, and what the detail does not need.
    let besideTitle = max(rect.width / 3, rect.width - 2 - TextWidth.of(item.title))
    let detailWidth = min(TextWidth.of(detail), besideTitle)
    var room = rect.width - detailWidth - (detail.isEmpty ? 0 : 2)
    if !item.section.isEmpty, item.refusal == nil, rect.width >= 60 {
      let column = Rect(x: rect.maxX - 21, y: rect.y, width: 12, height: 1)
      if TextWidth.of(item.title) + 2 <= rect.width - 21 {
        screen.write(item.section, in: column, style: theme[.dim])
        room = min(room, rect.width - 23)
      }
    }
    let style = item.refusal == nil ? theme[.text] : theme[.dim]
    let firstWord = item.title.firstIndex(of: " ").map { item.title.distance(from: item.title.startIndex, to: $0) }
    var pieces: [StyledText] = []
    let marked = Set(marks ?? [])
    let gap = picker.gap(behindNameOf: item)
    for (index, character) in item.title.enumerated() {
      if let gap, index == gap.index { pieces.append(StyledText(String(repeating: " ", count: gap.columns))) }
      let isFirst = item.token != .text && index < (firstWord ?? .max)
      let base = isFirst && item.refusal == nil ? theme[item.token] : style
      pieces.append(
        StyledText(String(character), marked.contains(index) ? theme[.accent].adding(.bold) : base))
    }
    screen.write(pieces.truncated(to: room), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    let right = rect.splitRight(detailWidth).1
    // The end of a path, the file name, says the most.
    screen.write(
      detail, in: right,
      style: picker.purpose == .palette && !item.isSought && item.refusal == nil
        ? theme[.accent] : theme[.dim],
      align: .right, truncation: marks == nil ? .start : .end)
  }

  private static func drawPreview(
    _ picker: Picker, _ state: some Appearance, inner: Rect, list: Rect, into screen: inout Screen
  ) {
    guard let lines = picker.current.flatMap({ picker.preview[$0.id] }) else { return }
    let x = isBeside(inner) ? list.maxX + 2 : inner.x + 1
    let y = isBeside(inner) ? list.y : list.maxY + 1
    let area = Rect(x: x, y: y, width: max(1, inner.maxX - x), height: max(0, inner.maxY - y))
    for (index, line) in lines.flatMap({ $0.wrapped(to: area.width) }).prefix(area.height).enumerated() {
      screen.write(
        line, in: Rect(x: area.x, y: area.y + index, width: area.width, height: 1), style: state.theme[.dim])
    }
  }
}
