import Terminal
import Workspaces

/// Draws a table of rows: check box, cells, tag; the cell being edited as a field.
enum TableView {
  static func draw(
    _ kind: TableKind, _ scene: RequestScene, in rect: Rect, heading: Rect, frame: Rect,
    into screen: inout Screen
  ) {
    let session = scene.session
    let lines = session.lines(of: kind)
    let rows = lines.rows
    guard lines.count > 0 else {
      let hint = session.isReadOnly ? Array(kind.hint.prefix(1)) : kind.hint
      return PaneFrame.hint(hint, scene, in: rect, into: &screen)
    }
    let verdicts = kind == .assertions ? TestsView.verdicts(of: session) : [:]
    let columns = columns(kind, session, in: rect, unicode: scene.capabilities.unicode)
    let unsent = session.draft.unsentRows(of: kind, in: session.variables)
    let cursor = session.editor.cursor
    if heading.height > 0, !lines.all.isEmpty {
      TableHeading.draw(columns, kind, titles: lines.titles(of: kind), scene, in: heading, into: &screen)
    }
    if lines.facts > 0 {
      let (_, below) = rect.splitTop(max(0, lines.factsStart - cursor.offset))
      TestsView.drawFacts(scene, skipping: cursor.offset - lines.factsStart, in: below, into: &screen)
    }
    for line in 0..<rect.height {
      let index = cursor.offset + line
      let place = Rect(x: rect.x, y: rect.y + line, width: rect.width, height: 1)
      let bar = Rect(x: frame.x + 1, y: place.y, width: frame.width - 2, height: 1)
      let drawer = RowDrawer(state: scene, variables: session.variables, columns: columns.moved(down: line))
      guard rows.indices.contains(index) else {
        switch lines[index] {
        case .inherited(let inherited): drawer.draw(inherited, into: &screen)
        case .add: drawer.drawAdding(kind, into: &screen)
        case .own, .fact, nil: break
        }
        if index == cursor.row, index < lines.count, !session.editor.isOnURL, session.editor.editing == nil {
          Ground.markCursor(bar, isFocused: scene.isFocused, scene, &screen)
        }
        continue
      }
      let field = edit(session, row: index)
      var row = rows[index]
      if unsent[index] != nil, field == nil { row.isEnabled = false }
      let isHidden = kind == .certificates && !VariableSpan.spans(of: row[3], in: nil).allSatisfy(\.isVariable)
      drawer.draw(
        row, problem: RowProblem.of(row, in: kind), isRadio: kind == .files, mask: isHidden ? 3 : nil, into: &screen)
      if let verdict = verdicts[index], field == nil { TestsView.draw(verdict, scene, in: place, into: &screen) }
      if index == cursor.row, !session.editor.isOnURL, field == nil {
        Ground.markCursor(bar, isFocused: scene.isFocused, scene, &screen)
        drawer.markCell(session.editor.column, isFocused: scene.isFocused, &screen)
      }
      if let field, case .cell(_, let column) = field.target { drawer.draw(field.field, column: column, into: &screen) }
    }
    PaneFrame.scrollbar(
      offset: cursor.offset, total: lines.count, rows: rect, in: frame, scene, into: &screen)
  }

  /// While a cell is edited, the columns keep the widths from before the edit.
  static func columns(_ kind: TableKind, _ session: RequestSession, in rect: Rect, unicode: Bool) -> TableColumns {
    var rows = session.lines(of: kind).all
    var column = session.editor.column
    if case .field(let field) = session.editor.editing {
      rows = session.lines(of: kind, in: field.original).all
      if case .cell(_, let edited) = field.target { column = edited }
    }
    return TableColumns(kind, rows: rows, in: rect, unicode: unicode, cursor: column)
  }

  private static func edit(_ session: RequestSession, row: Int) -> FieldEdit? {
    guard case .field(let field) = session.editor.editing, case .cell(row, _) = field.target else { return nil }
    return field
  }
}
