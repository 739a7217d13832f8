import Basics
import Terminal

/// Draws a picker: a box in the upper half of the window with the field, the list with highlighted matches, and the
/// preview. A list of explanations has no field, because there is nothing to search.
enum PickerView {
  static func frame(of picker: Picker, in size: Size) -> Rect {
    let width = width(of: picker, in: size)
    let rows = picker.isExplanation ? rowsOfExplanation(picker, width: width - 4) : rowsOfAll(in: picker)
    // The content below the palette stays visible.
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

  /// The rows of the longest explanation, and of the names above it or beside it.
  private static func rowsOfExplanation(_ picker: Picker, width: Int) -> Int {
    let (list, preview) = parts(of: picker, in: Rect(x: 0, y: 0, width: width, height: .max / 2))
    let longest = picker.preview.values.map { $0.reduce(0) { $0 + $1.wrapped(to: preview.width).count } }.max() ?? 0
    return preview.y > list.y ? picker.items.count + 1 + longest : max(picker.items.count, longest)
  }

  static func list(of picker: Picker, in size: Size) -> Rect {
    let inner = OverlayView.content(of: frame(of: picker, in: size))
    return parts(of: picker, in: inner.splitTop(fieldRows(of: picker, in: inner)).1).list
  }

  /// The list, and the preview beside it or, in a narrow box and for a single explanation, below it.
  private static func parts(of picker: Picker, in inner: Rect) -> (list: Rect, preview: Rect) {
    guard !picker.preview.isEmpty else { return (inner, inner.splitBottom(0).1) }
    let isExplanation = picker.isExplanation
    let isBeside = inner.width >= 48 && !(isExplanation && picker.items.count == 1)
    let most = max(1, (inner.height + (isExplanation ? 0 : 1)) / 2)
    let list = isBeside ? inner.splitLeft(inner.width * 2 / 5).0 : inner.splitTop(min(picker.items.count, most)).0
    let x = isBeside ? list.maxX + 2 : inner.x + (isExplanation ? 0 : 1)
    let y = isBeside ? list.y : list.maxY + 1
    return (list, Rect(x: x, y: y, width: max(1, inner.maxX - x), height: max(0, inner.maxY - y)))
  }

  /// - Parameter waiting: the text shown while the list is loading; `nil` once it is loaded.
  static func draw(
    _ picker: Picker, waiting: String?, _ state: some Appearance, into screen: inout Screen
  ) {
    let frame = frame(of: picker, in: state.size)
    let count = picker.field.text.isEmpty ? "" : "\(picker.found.count) of \(picker.items.count)"
    PaneFrame.box(
      picker.title, facts: count.isEmpty ? [] : [StyledText(count, state.theme[.dim])], state, in: frame, into: &screen)
    let inner = OverlayView.content(of: frame)
    let (field, rest) = inner.splitTop(fieldRows(of: picker, in: inner))
    if !field.isEmpty { OverlayView.drawField(picker.field, state, in: field.splitTop(1).0, into: &screen) }
    if field.height > 1 { OverlayView.drawRule(at: inner.y + 1, state, in: frame, into: &screen) }
    let (list, preview) = parts(of: picker, in: rest)
    if picker.found.isEmpty {
      let nothing = waiting ?? "Nothing matches."
      let typed = picker.field.isEmpty ? "Type a path." : "Enter uses the typed text."
      let text = picker.takesTyped ? typed : nothing
      screen.write(text, in: list, style: state.theme[.dim])
    }
    // A single explanation has nothing to choose.
    let isChoice = !picker.isExplanation || picker.items.count > 1
    picker.cursor.draw(
      count: picker.found.count, in: list, frame: frame, isFocused: isChoice ? true : nil, state, into: &screen
    ) { row, place, screen in
      let item = picker.items[picker.found[row]]
      guard picker.isExplanation else { return draw(item, of: picker, state, in: place, into: &screen) }
      let token = item.token == .text ? Token.accent : item.token
      screen.write(item.title, in: place, style: state.theme[token].adding(.bold))
    }
    let lines = picker.current.flatMap { picker.preview[$0.id] } ?? []
    // The first line of an explanation is the value.
    let paragraphs = lines.enumerated().map { index, line in
      (text: line, token: index == 0 && picker.isExplanation ? Token.text : .dim)
    }
    screen.write(state.theme.lines(of: paragraphs, width: preview.width), in: preview)
  }

  private static func draw(
    _ item: Picker.Item, of picker: Picker, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    let marks = picker.marks(of: item)
    // In the palette the reason takes the place of the sentence.
    let isInPalette = !item.sentence.isEmpty
    let sentence = isInPalette ? item.refusal ?? item.sentence : ""
    let detail = (isInPalette ? nil : item.refusal) ?? (marks == nil ? item.place : nil) ?? item.detail
    // The title gets two thirds of the row, plus the room that the detail leaves.
    let besideTitle = max(rect.width / 3, rect.width - 2 - TextWidth.of(item.title))
    let detailWidth = min(TextWidth.of(detail), besideTitle)
    var room = rect.width - detailWidth - (detail.isEmpty ? 0 : 2)
    let title = TextWidth.of(item.title)
    let start = max(titleColumns, title + 2)
    if isInPalette, room - start >= shortestSentence {
      let place = Rect(x: rect.x + start, y: rect.y, width: room - start, height: 1)
      screen.write(sentence, in: place, style: theme[.dim])
      room = start - 2
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
    // A path is cut at its start, because its end is the file name.
    screen.write(
      detail, in: right,
      style: picker.purpose == .palette && !item.isJumpTarget && item.refusal == nil
        ? theme[.accent] : theme[.dim],
      align: .right, truncation: marks == nil ? .start : .end)
  }

  /// The column where the sentences of the palette begin, behind all but the longest titles.
  private static let titleColumns = 38
  /// The columns below which a sentence is left out.
  private static let shortestSentence = 16
}

extension Picker.Item {
  /// The maximum length of measured text. No box is wider.
  private static let longestMeasured = 300

  /// The width of the title and of the longest text beside it.
  /// - Parameter names: the width of the name column of all items.
  func columns(names: Int) -> Int {
    let beside = [detail, place ?? "", refusal ?? ""].reduce(0) { max($0, Self.measured($1)) }
    let gap = name.map { max(0, names - Self.measured($0)) } ?? 0
    return Self.measured(title) + gap + (beside > 0 ? beside + 2 : 0)
  }

  fileprivate static func measured(_ text: String) -> Int {
    text.utf8.count > longestMeasured ? longestMeasured : TextWidth.of(text)
  }
}

extension Picker {
  /// The maximum width of the name column. A longer name shifts only the rest of its own title.
  private static let longestName = 32

  /// The width of the column of names that are followed by other text.
  static func nameColumns(of items: [Item]) -> Int {
    items.reduce(0) { columns, item in
      guard let name = item.name, !item.title.hasSuffix(name) else { return columns }
      let own = Item.measured(name)
      return own > longestName ? columns : max(columns, own)
    }
  }

  /// The position and number of blanks to insert into a title, so that the text after the name is aligned with other
  /// items.
  func gap(behindNameOf item: Item) -> (index: Int, columns: Int)? {
    guard let name = item.name, let blank = item.title.firstIndex(of: " ") else { return nil }
    let missing = nameColumns - Item.measured(name)
    guard missing > 0, let start = item.title[blank...].indices.first(where: { item.title[$0...].hasPrefix(name) })
    else { return nil }
    return (item.title.distance(from: item.title.startIndex, to: start) + name.count, missing)
  }
}

extension PickerView {
  /// The width of the box: that of its items, up to four fifths of the window.
  static func width(of picker: Picker, in size: Size) -> Int {
    // Wide enough for its longest names with their groups, if the window is.
    if picker.purpose == .palette {
      return size.columns < 100 ? size.columns : min(max(106, picker.columns + 4), size.columns * 4 / 5)
    }
    guard picker.preview.isEmpty else { return OverlayView.width(max(84, size.columns / 3), in: size) }
    // The list of themes stays narrow, because the screen around it is the preview.
    let least = picker.purpose == .theme ? 40 : 76
    let most = max(76, size.columns * 4 / 5)
    return OverlayView.width(min(most, max(least, picker.columns + 4)), in: size)
  }
}
