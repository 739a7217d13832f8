import Basics
import Terminal
import Workspaces

/// The lines of a table: the request's rows, inherited rows, the line that adds a row, and facts.
struct TableLines: Equatable {
  enum Line: Equatable {
    case own(Int)
    case inherited(InheritedRow)
    /// `+ name value`
    case add
    case fact
  }

  let rows: [TableRow]
  let inherited: [InheritedRow]
  /// True if the last line adds a row.
  let adds: Bool
  /// The number of read-only lines.
  let facts: Int

  var count: Int { rows.count + inherited.count + (adds ? 1 : 0) + facts }
  /// The first line of the facts.
  var factsStart: Int { count - facts }
  /// All drawn rows, which determine the widths of the columns.
  var all: [TableRow] { inherited.isEmpty ? rows : rows + inherited.map(\.row) }

  /// The titles of the columns. The column for notes holds the origin of an inherited row.
  func titles(of kind: TableKind) -> [String] {
    guard let note = kind.columns.firstIndex(of: "note"), !inherited.isEmpty else { return kind.columns }
    var titles = kind.columns
    titles[note] = rows.allSatisfy { $0[note].isEmpty } ? "from" : "from / note"
    return titles
  }

  /// `nil` outside the table.
  subscript(line: Int) -> Line? {
    guard line >= 0, line < count else { return nil }
    if line < rows.count { return .own(line) }
    if line < rows.count + inherited.count { return .inherited(inherited[line - rows.count]) }
    return line < factsStart ? .add : .fact
  }
}

extension RequestSession {
  /// - Parameter definition: the request with the rows, if it is not the draft.
  func lines(of kind: TableKind, in definition: RequestDefinition? = nil) -> TableLines {
    let definition = definition ?? draft
    let rows = definition.rows(of: kind)
    let inherited = inheritedRows(of: kind, in: definition)
    let facts = kind == .assertions ? TestsView.facts(of: self).count : 0
    // An empty table explains in words how to add a row, and with facts the adding line would not be the last.
    let adds = !isReadOnly && facts == 0 && !(rows.isEmpty && inherited.isEmpty)
    return TableLines(rows: rows, inherited: inherited, adds: adds, facts: facts)
  }

  /// The line under the cursor in the table of the selected tab.
  var tableLine: TableLines.Line? {
    guard !isAboveContent, case .table(let kind) = content else { return nil }
    return lines(of: kind)[editor.cursor.row]
  }
}

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
      let isChosen = scene.isFocused && !session.isReadOnly && !session.isAboveContent
      return PaneFrame.hint(hint, isChosen: isChosen, scene, in: rect, into: &screen)
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
    cursor.draw(count: lines.count, in: rect, frame: frame, isFocused: nil, scene, into: &screen) {
      index, place, screen in
      let bar = Rect(x: frame.x + 1, y: place.y, width: frame.width - 2, height: 1)
      let columns = columns.moved(down: place.y - rect.y)
      let drawer = RowDrawer(state: scene, variables: session.variables, columns: columns)
      guard rows.indices.contains(index) else {
        switch lines[index] {
        case .inherited(let inherited): drawer.draw(inherited, into: &screen)
        case .add: drawer.drawAdding(kind, into: &screen)
        case .own, .fact, nil: break
        }
        if index == cursor.row, !session.isAboveContent, session.editor.editing == nil {
          Ground.markCursor(bar, isFocused: scene.isFocused, scene, &screen)
        }
        return
      }
      let field = edit(session, row: index)
      var row = rows[index]
      if unsent[index] != nil, field == nil { row.isEnabled = false }
      drawer.draw(
        row, problem: RowProblem.of(row, in: kind), isRadio: kind == .files, mask: row.maskedColumn(in: kind),
        into: &screen)
      if let verdict = verdicts[index], field == nil { TestsView.draw(verdict, scene, in: place, into: &screen) }
      if index == cursor.row, !session.isAboveContent, field == nil {
        Ground.markCursor(bar, isFocused: scene.isFocused, scene, &screen)
        drawer.markCell(session.editor.column, isFocused: scene.isFocused, &screen)
      }
      if let field, case .cell(_, let column) = field.target, let shown = session.shownField {
        drawer.draw(shown, column: column, into: &screen)
      }
    }
  }

  /// The columns of the table. While a cell is edited, they keep their widths from before the edit.
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

/// The parts of the Tests tab beside the assertions: their results and captures.
enum TestsView {
  /// Results by assertion row; empty if the assertions changed since the send, or there is no answer.
  static func verdicts(of session: RequestSession) -> [Int: AssertionResult] {
    guard session.response.exchange?.isAnswered != false, let results = session.checks?.assertions,
      let rows = TestReport.rows(of: results, in: session.draft)
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(rows, results))
  }

  static func draw(_ result: AssertionResult, _ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    let unicode = scene.capabilities.unicode
    let text =
      result.passed ? (unicode ? " ✓" : " ok") : " \(unicode ? "✗" : "FAILED") was \(result.shortActual)"
    let width = min(TextWidth.of(text), rect.width / 2)
    let place = rect.splitRight(width).1
    screen.fill(place)
    screen.write(text, in: place, style: scene.theme[result.passed ? .ok : .error])
  }

  /// Draws the lines below the rows; the first `first` of them are scrolled out of view.
  static func drawFacts(
    _ scene: RequestScene, skipping first: Int, in rect: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    let lines = facts(of: session)
    let shown = lines.dropFirst(max(0, first)).prefix(rect.height).map { line in
      line.map { StyledText(scene.keys.filled($0.text), scene.theme[$0.token]) }
    }
    screen.write(shown, in: rect)
  }

  struct Piece {
    let text: String
    let token: Token
  }

  /// The lines of captures, with the lines that separate them from the rows.
  static func facts(of session: RequestSession) -> [[Piece]] {
    let draft = session.draft
    guard !draft.captures.isEmpty else { return [] }
    let head = draft.assertions.isEmpty ? TableKind.assertions.hint.map { [Piece(text: $0, token: .dim)] } : []
    return head + [[]] + draft.captures.map { line(of: $0, session.checks) }
  }

  private static func line(of capture: Capture, _ checks: AnswerChecks?) -> [Piece] {
    var text = "sets \(capture.variable) from \(capture.expression)"
    if !capture.isEnabled { text += " (off)" }
    if let pair = checks?.captured.last(where: { $0.name == capture.variable }) {
      let value = VariableTable.namesSecret(pair.name) ? VariableSpan.mask : pair.value
      return [Piece(text: text, token: .text), Piece(text: " = \(value)", token: .ok)]
    }
    let isMissed = checks?.missed.contains(capture) ?? false
    return [Piece(text: text, token: .text), Piece(text: isMissed ? "  no value found" : "", token: .warn)]
  }
}
