import Basics
import Terminal
import Workspaces

/// Draws what a send asks for: below each label its field, or its choices while it has the focus.
enum AnswerFormView {
  struct Row: Equatable {
    enum Part: Equatable {
      case label
      case field
      case choice(Int)
      /// The choice of a list that is closed.
      case chosen
    }

    let line: Int
    let part: Part
  }

  /// So many choices of an open list are visible.
  private static let mostChoices = 8

  static func frame(of form: AnswerForm, in size: Size) -> Rect {
    if let low = OverlayView.lowFrame(in: size) { return low }
    let widest = form.lines.map { TextWidth.of($0.question.label) }.max() ?? 0
    let width = OverlayView.width(min(100, max(64, widest + 8)), in: size)
    // As high as with the longest list, so that it stays where it is.
    let open = form.lines.map { min(mostChoices, max(1, $0.question.choices.count)) }.max() ?? 1
    let height = min(size.rows - 2, form.lines.count * 2 + open - 1 + 2)
    return Rect(x: (size.columns - width) / 2, y: max(1, (size.rows - height) / 4), width: width, height: height)
  }

  private static func rows(of form: AnswerForm) -> [Row] {
    form.lines.enumerated().flatMap { index, line -> [Row] in
      let label = Row(line: index, part: .label)
      guard line.isChoice else { return [label, Row(line: index, part: .field)] }
      guard index == form.focus else { return [label, Row(line: index, part: .chosen)] }
      let count = line.question.choices.count
      let first = min(max(0, line.choice - mostChoices / 2), max(0, count - mostChoices))
      return [label] + (first..<min(count, first + mostChoices)).map { Row(line: index, part: .choice($0)) }
    }
  }

  /// The visible rows with their places: the focused line is among them.
  private static func visible(_ form: AnswerForm, in list: Rect) -> [(row: Row, place: Rect)] {
    let rows = rows(of: form)
    let last = rows.lastIndex { $0.line == form.focus } ?? 0
    let first = rows.firstIndex { $0.line == form.focus } ?? 0
    let chosen = rows.firstIndex { $0.part == .choice(form.lines[form.focus].choice) && $0.line == form.focus } ?? last
    // The answer matters more than its label where not all of them fit.
    let offset = max(min(first, max(0, last - list.height + 1)), chosen - list.height + 1, 0)
    let start = last < list.height ? 0 : offset
    return rows.dropFirst(start).prefix(list.height).enumerated().map { index, row in
      (row, Rect(x: list.x, y: list.y + index, width: list.width, height: 1))
    }
  }

  /// The row at a point, and the place of what it holds.
  static func row(at point: Point, of form: AnswerForm, in size: Size) -> (row: Row, place: Rect)? {
    let list = OverlayView.content(of: frame(of: form, in: size))
    guard !form.lines.isEmpty, let found = visible(form, in: list).first(where: { $0.place.contains(point) }) else {
      return nil
    }
    return (found.row, found.place.splitLeft(2).1)
  }

  static func draw(_ form: AnswerForm, _ state: some Appearance, into screen: inout Screen) {
    let frame = frame(of: form, in: state.size)
    let facts = form.lines.count > 1 ? "\(form.focus + 1) of \(form.lines.count)" : ""
    PaneFrame.box(
      form.title, facts: facts.isEmpty ? [] : [StyledText(facts, state.theme[.dim])], state, in: frame, into: &screen)
    guard !form.lines.isEmpty else { return }
    for (row, place) in visible(form, in: OverlayView.content(of: frame)) {
      draw(row, form.lines[row.line], isFocused: row.line == form.focus, state, in: place, into: &screen)
    }
  }

  private static func draw(
    _ row: Row, _ line: AnswerForm.Line, isFocused: Bool, _ state: some Appearance, in place: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let inner = place.splitLeft(2).1
    switch row.part {
    case .label:
      let style = isFocused ? theme[.text].adding(.bold) : theme[.dim]
      screen.write(line.question.label, in: place, style: style)
    case .field:
      let field = line.question.isSecret ? line.field.hidden : line.field
      if isFocused { return OverlayView.drawField(field, state, in: place, into: &screen) }
      screen.write(field.text, in: inner, style: theme[.text])
    case .chosen: screen.write(line.answer, in: inner, style: theme[.text])
    case .choice(let index):
      screen.write(line.question.choices[index], in: inner, style: theme[.text])
      if index == line.choice { Ground.markCursor(place, isFocused: true, state, &screen) }
    }
  }
}
