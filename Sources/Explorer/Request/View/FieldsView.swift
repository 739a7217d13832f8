import Basics
import Terminal
import Workspaces

/// Draws the auth and options tabs: a name and its value on each line.
enum FieldsView {
  /// The width of the name column.
  static func labelWidth(_ lines: [FieldLine], in rect: Rect) -> Int {
    min((lines.map { TextWidth.of($0.label) }.max() ?? 0) + 2, rect.width / 2)
  }

  static func draw(
    _ scene: RequestScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    let lines = session.fieldLines
    let width = labelWidth(lines, in: rect)
    let cursor = session.editor.cursor
    for row in 0..<rect.height {
      let index = cursor.offset + row
      guard lines.indices.contains(index) else { break }
      let place = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
      let (label, value) = place.splitLeft(width)
      screen.write(lines[index].label, in: label, style: scene.theme[.dim])
      if case .field(let field) = session.editor.editing, field.target == .field(lines[index].id) {
        field.field.draw(
          into: &screen, in: value,
          style: TextFieldStyle(text: scene.theme[.text], selection: scene.theme[.selected]),
          runs: scene.theme.runs(of: field.field.text, in: session.variables), isFocused: true)
        Ground.lay(value, on: .field, scene.theme, &screen)
        continue
      }
      draw(lines[index], scene, in: value, into: &screen)
      if index == cursor.row, !session.editor.isOnURL {
        let bar = Rect(x: frame.x + 1, y: place.y, width: frame.width - 2, height: 1)
        Ground.markCursor(bar, isFocused: scene.isFocused, scene, &screen)
      }
    }
    PaneFrame.scrollbar(
      offset: cursor.offset, total: lines.count, rows: rect, in: frame, scene, into: &screen)
  }

  private static func draw(
    _ line: FieldLine, _ scene: RequestScene, in rect: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    let theme = scene.theme
    let arrow = scene.capabilities.unicode ? " ▾" : " v"
    if line.value.isEmpty {
      let origin = line.note.isEmpty ? "default" : line.note
      screen.write(
        line.placeholder.isEmpty ? "" : "\(line.placeholder) (\(origin))", in: rect,
        style: theme[line.isRisky ? .error : .dim])
      return
    }
    switch line.kind {
    case .list: screen.write(line.value + arrow, in: rect, style: theme[.accent])
    case .fact: screen.write(line.value, in: rect, style: theme[line.isRisky ? .error : .dim])
    case .choice:
      let note = line.note.isEmpty ? "" : "  \(line.note)"
      let pieces = [StyledText(line.value, theme[line.isRisky ? .error : .text]), StyledText(note, theme[.dim])]
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    case .text(let isSecret):
      let spans = VariableSpan.spans(of: line.value, in: session.variables)
      if isSecret, !spans.allSatisfy(\.isVariable) {
        screen.write(VariableSpan.mask, in: rect, style: theme[.secret])
        return
      }
      var pieces = theme.pieces(of: line.value, in: session.variables)
      if !line.note.isEmpty { pieces.append(StyledText("  \(line.note)", theme[.dim])) }
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    }
  }
}
