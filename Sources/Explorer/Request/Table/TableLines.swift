import Workspaces

/// What stands in the lines of a table: the request's rows, those that it inherits, the one that adds, facts.
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
  /// Whether a last line adds a row.
  let adds: Bool
  /// How many lines only say something.
  let facts: Int

  var count: Int { rows.count + inherited.count + (adds ? 1 : 0) + facts }
  /// The first line of the facts.
  var factsStart: Int { count - facts }
  /// Every row that is drawn, for the widths of the columns.
  var all: [TableRow] { inherited.isEmpty ? rows : rows + inherited.map(\.row) }

  /// The titles of the columns. Where others have their note, an inherited row says where it comes from.
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
  /// - Parameter definition: the request whose rows they are, where that is not the draft.
  func lines(of kind: TableKind, in definition: RequestDefinition? = nil) -> TableLines {
    let definition = definition ?? draft
    let rows = definition.rows(of: kind)
    let inherited = inheritedRows(of: kind, in: definition)
    let facts = kind == .assertions ? TestsView.facts(of: self).count : 0
    // An empty table says in words how to add; below facts a line that adds would not be the last.
    let adds = !isReadOnly && facts == 0 && !(rows.isEmpty && inherited.isEmpty)
    return TableLines(rows: rows, inherited: inherited, adds: adds, facts: facts)
  }

  /// What is under the cursor in the table of the chosen tab.
  var tableLine: TableLines.Line? {
    guard !editor.isOnURL, case .table(let kind) = content else { return nil }
    return lines(of: kind)[editor.cursor.row]
  }
}
