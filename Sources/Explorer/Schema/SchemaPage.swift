import GraphQL
import Terminal

/// The schema of the open request in a box: a tree of fields that go into the query, and the types with their docs.
package struct SchemaPage: Equatable, Sendable {
  enum View: Equatable, Sendable {
    case fields, types
  }

  var view = View.fields
  /// The root that the tree begins at; `nil` for that of the operation under the cursor.
  var root: OperationKind?
  /// The rows of the tree that are open.
  var opened: Set<[SelectionStep]> = []
  /// The way through the types: `User`, `Query.users`; empty for the list of all.
  var place: [String] = []
  /// What is searched for; `nil` while no search is open.
  var search: TextField?
  var cursors: [String: ListCursor] = [:]

  /// What its cursor belongs to: each list has its own.
  var list: String {
    if view == .fields { return "fields \(root?.rawValue ?? "")" }
    if place.isEmpty, let search, !search.isEmpty { return "search" }
    return "types \(place.joined(separator: " "))"
  }

  var cursor: ListCursor {
    get { cursors[list] ?? ListCursor() }
    set { cursors[list] = newValue }
  }

  /// Its keys. Beside the request, Tab leads to the next pane.
  func keys(isBeside: Bool) -> [PaneKey] {
    let isTree = view == .fields
    let ofView =
      isTree
      ? [
        PaneKey("Space", "tick", "Put the field into the query, or take it out"),
        PaneKey("Enter", "open", "Open or close the field"),
        PaneKey(isBeside ? "t" : "Tab", "types", "Show the types with their docs"),
      ]
      : [
        PaneKey("Enter", "open", "Go to the type, or to the arguments of the field"),
        PaneKey(isBeside ? "t" : "Tab", "fields", "Show the fields as a tree"),
      ]
    return ofView + [
      PaneKey("/", "search", "Search in names and descriptions"),
      PaneKey("v", "vars", "Fill in the variables of the operation"),
      PaneKey("r", "fetch", "Fetch the schema again"), PaneKey("Esc", "back", "One step back; close"),
    ] + (isTree ? [PaneKey("o", nil, "Begin at another root: query, mutation, subscription")] : [])
  }
}

/// A row of either list.
struct SchemaRow: Equatable {
  var entry: SchemaEntry
  var depth = 0
  /// Of the tree: its place in the query.
  var path: [SelectionStep] = []
  /// How the query selects it; `nil` if it does not.
  var mark: SelectionMark?
  /// Whether there is something below it.
  var canOpen = false
  var isOpen = false
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
    // A text that is still being written is none; the tree then has no ticks.
    document = try? GraphQLDocument(parsing: text)
  }

  var operation: OperationDefinition? { document?.operation(at: offset) }
}

extension SchemaPage {
  func kind(_ query: SchemaQuery) -> OperationKind { root ?? query.operation?.kind ?? .query }

  func rows(_ reference: SchemaReference, _ query: SchemaQuery) -> SchemaRows {
    guard view == .types else { return SchemaRows(tree(reference.schema, query)) }
    if place.isEmpty, let search, !search.isEmpty {
      return SchemaRows(of: reference.search.entries(matching: search.text))
    }
    guard let last = place.last else { return SchemaRows(of: reference.types) }
    return SchemaRows(
      Self.entries(of: last, in: reference.schema).map { SchemaRow(entry: $0, canOpen: $0.target != nil) })
  }

  /// What a type has, or a field: its arguments, then its type.
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
      var row = SchemaRow(entry: entry, depth: path.count, path: place, mark: selected[step])
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
