import GraphQL
import Terminal
import Workspaces

/// A row of the tree of fields or of the list of types.
struct SchemaRow: SchemaBrowserRow {
  var entry: SchemaEntry
  /// The path in the query, for rows of the tree.
  var path: [SelectionStep] = []
  /// The kind of selection in the query; `nil` if it is not selected.
  var mark: SelectionMark?
  var canOpen = false
  var isOpen = false

  var docs: [(text: String, token: Token)] {
    let deprecation = entry.deprecation.map { ("Deprecated\($0.isEmpty ? "." : ": \($0)")", Token.warn) }
    let description = (entry.description ?? "No description.", entry.description == nil ? Token.faint : .text)
    return [deprecation, description].compactMap(\.self)
  }

  func pieces(isTree: Bool, _ state: some Appearance) -> [StyledText] {
    let theme = state.theme
    var pieces: [StyledText] = []
    if isTree {
      let isUnicode = state.capabilities.unicode
      let mark: (String, Token) =
        switch mark {
        case .direct: (isUnicode ? "◉ " : "x ", .accent)
        case .byFragment: (isUnicode ? "◎ " : "f ", .dim)
        case nil: (isUnicode ? "○ " : ". ", .faint)
        }
      pieces = [SchemaBrowserView.fold(of: self, state), StyledText(mark.0, theme[mark.1])]
      if entry.kind == .possibleType { pieces.append(StyledText("on ", theme[.dim])) }
    } else if let owner = entry.owner, !owner.isEmpty, entry.kind != .argument {
      pieces.append(StyledText("\(owner).", theme[.dim]))
    }
    let rest = entry.signature.hasPrefix(entry.name) ? String(entry.signature.dropFirst(entry.name.count)) : ""
    if rest.isEmpty, entry.signature != entry.name {
      pieces.append(StyledText(entry.signature, theme[.text]))
    } else {
      pieces.append(StyledText(entry.name, entry.deprecation == nil ? theme[.text] : theme[.faint]))
      pieces.append(StyledText(rest, theme[.dim]))
    }
    if entry.deprecation != nil { pieces.append(StyledText("  deprecated", theme[.warn])) }
    if !isTree, let line = entry.description?.split(whereSeparator: \.isNewline).first {
      pieces.append(StyledText("  \(line)", theme[.faint]))
    }
    return pieces
  }
}

/// The query that the tree shows and changes.
struct SchemaQuery: Equatable {
  var text: String
  /// The caret in it, in UTF-8.
  var offset: Int
  /// `nil` while it cannot be parsed.
  var document: GraphQLDocument?

  init(_ text: String, offset: Int) {
    self.text = text
    self.offset = offset
    // An incomplete query cannot be parsed; the tree then has no ticks.
    document = try? GraphQLDocument(parsing: text)
  }

  var operation: OperationDefinition? { document?.operation(at: offset) }
}

extension AppState {
  /// The query as shown in the pane.
  var schemaQuery: SchemaQuery {
    guard let session, case .graphql(let text, _) = session.draft.body else { return SchemaQuery("", offset: 0) }
    let area = session.editor.texts[.query]?.area
    return SchemaQuery(text, offset: area.map { $0.offset(of: $0.caret) } ?? 0)
  }
}

extension GraphQLBrowser {
  func kind(_ query: SchemaQuery) -> OperationKind { root ?? query.operation?.kind ?? .query }

  func rows(_ app: AppState) -> SchemaRows {
    guard let reference = known(in: app).reference else { return SchemaRows([]) }
    if isTree { return SchemaRows(tree(reference.schema, app.schemaQuery)) }
    if place.isEmpty, let search, !search.isEmpty {
      return SchemaRows(of: reference.search.entries(matching: search.text))
    }
    guard let last = place.last else { return SchemaRows(of: reference.types) }
    return SchemaRows(
      Self.entries(of: last, in: reference.schema).map { SchemaRow(entry: $0, canOpen: $0.target != nil) })
  }

  /// The members of a type, or of a field: its arguments, then its type.
  private static func entries(of name: String, in schema: GraphQLSchema) -> [SchemaEntry] {
    let parts = name.split(separator: ".").map(String.init)
    guard let type = parts.first.flatMap({ schema.type($0) }) else { return [] }
    guard parts.count > 1 else { return schema.entries(of: type) }
    guard let field = type.field(parts[1]) else { return [] }
    return schema.entries(of: field, in: type) + (schema.type(of: field.type).map { [schema.entry(of: $0)] } ?? [])
  }

  private func tree(_ schema: GraphQLSchema, _ query: SchemaQuery) -> [SchemaRow] {
    let kind = kind(query)
    guard let root = schema.root(kind) else { return [] }
    let operation = query.document?.operations.filter { $0.kind == kind }
    let shown = operation?.last { $0.range.lowerBound <= query.offset } ?? operation?.first
    let marks = query.document.flatMap { document in shown.map { SelectionMarks(schema, document, $0) } }
    var rows: [SchemaRow] = []
    add(root, at: [], schema, marks, to: &rows)
    return rows
  }

  private func add(
    _ type: SchemaType, at path: [SelectionStep], _ schema: GraphQLSchema, _ marks: SelectionMarks?,
    to rows: inout [SchemaRow]
  ) {
    let selected = marks?.steps(at: path) ?? [:]
    func add(_ entry: SchemaEntry, _ step: SelectionStep, _ inner: SchemaType?) {
      let place = path + [step]
      var row = SchemaRow(entry: entry, path: place, mark: selected[step])
      row.canOpen = inner?.isComposite == true
      row.isOpen = row.canOpen && opened.contains(place)
      rows.append(row)
      if row.isOpen, let inner { self.add(inner, at: place, schema, marks, to: &rows) }
    }
    for entry in schema.entries(of: type) {
      switch entry.kind {
      case .field: add(entry, .field(entry.name), entry.target.flatMap { schema.type($0) })
      case .possibleType: add(entry, .on(entry.name), schema.type(entry.name))
      default: break
      }
    }
  }
}

/// The rows of a list of the schema. A schema may have 20,000 types, of which one page is shown, so simple rows are
/// created on demand.
struct SchemaRows: RandomAccessCollection {
  private let made: [SchemaRow]
  private let entries: [SchemaEntry]

  init(_ rows: [SchemaRow]) { (made, entries) = (rows, []) }

  /// Creates rows for types or search results, all of which can be opened.
  init(of entries: [SchemaEntry]) { (made, self.entries) = ([], entries) }

  var startIndex: Int { 0 }
  var endIndex: Int { Swift.max(made.count, entries.count) }

  subscript(position: Int) -> SchemaRow {
    entries.isEmpty ? made[position] : SchemaRow(entry: entries[position], canOpen: true)
  }
}
