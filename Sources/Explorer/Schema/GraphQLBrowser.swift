import Basics
import GraphQL
import Terminal
import Workspaces

/// The schema of the open GraphQL request: a tree of fields that go into the query, and the types with their docs.
package struct GraphQLBrowser: SchemaBrowser {
  enum View: Equatable, Sendable {
    case fields, types
  }

  package var isOpen = false
  var view = View.fields
  /// The root of the tree; `nil` for that of the operation under the cursor.
  var root: OperationKind?
  var opened: Set<[SelectionStep]> = []
  /// The path through the types: `User`, `Query.users`; empty for the list of all.
  var place: [String] = []
  var search: TextField?
  var cursors: [String: ListCursor] = [:]

  /// Identifies the current list; each has its own cursor.
  private var list: String {
    if isTree { return "fields \(root?.rawValue ?? "")" }
    if place.isEmpty, let search, !search.isEmpty { return "search" }
    return "types \(place.joined(separator: " "))"
  }

  var cursor: ListCursor {
    get { cursors[list] ?? ListCursor() }
    set { cursors[list] = newValue }
  }

  static let overlay = Overlay.schema
  static var keyPath: WritableKeyPath<AppState, Self?> { \.schema }
  static let words = (title: "Schema", noun: "schema", pronoun: "it", subject: "query")
  static let keysOfList: [Key] = [.tab]

  static func known(of session: RequestSession) -> RequestSchema { session.schema }
  static func loaded(_ found: RequestSchema) -> RequestPane.Action { .schemaLoaded(found) }
  static func origin(of reference: SchemaReference) -> String { reference.origin }
  static func size(of reference: SchemaReference) -> String { "\(reference.types.count) types" }

  var isTree: Bool { view == .fields }
  var isSearching: Bool { view == .types && search != nil && place.isEmpty }

  func paneKeys(isBeside: Bool) -> [PaneKey] {
    let ofView =
      isTree
      ? [
        PaneKey("Space", "tick", "Add the field to the query, or remove it"),
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
      PaneKey("r", "fetch", "Fetch the schema again"), PaneKey("Esc", "back", "Go back; close"),
    ] + (isTree ? [PaneKey("o", nil, "Switch the root: query, mutation, subscription")] : [])
  }
}

extension GraphQLBrowser {
  mutating func apply(_ action: SchemaBrowserAction<SchemaReference>, in context: inout FeatureContext) {
    guard let action = Self.servicesAction(for: action, in: context.app) else { return take(action, in: &context) }
    context.perform(.services(action))
  }

  /// The same action for a gRPC call, which has services instead of a schema.
  private static func servicesAction(
    for action: SchemaBrowserAction<SchemaReference>, in app: AppState
  ) -> SchemaBrowserAction<TypesReference>? {
    guard app.session?.draft.kind == .grpc, app.overlay != .schema else { return nil }
    switch action {
    case .toggled: return .toggled
    case .refreshRequested: return .refreshRequested
    case .variablesRequested: return .variablesRequested
    case .pressed, .pasted, .clicked, .arrived: return nil
    }
  }

  func goToUsed(_ reference: SchemaReference, by session: RequestSession, _ app: AppState) {}

  func report(_ found: RequestSchema, in context: inout FeatureContext) {}

  mutating func beginSearch() {
    view = .types
    search = TextField()
  }

  mutating func goBack() -> Bool {
    guard view == .types else { return false }
    if place.popLast() != nil { return true }
    guard search != nil else { return false }
    search = nil
    return true
  }

  mutating func act(on key: Key, _ rows: SchemaRows, in context: inout FeatureContext) {
    switch key {
    case .tab, .character("t"): view = isTree ? .types : .fields
    case .character("o"): root = nextRoot(context.app)
    case .character("v"): fillIn(in: &context)
    case .left, .character("h"): if isTree { goOut(rows) } else { _ = goBack() }
    case .right, .character("l"), .enter: if isTree { toggleRow(rows, opensOnly: key != .enter) } else { goIn(rows) }
    case .character(" "): if isTree, let row = current(in: rows) { tick(row, in: &context) }
    default: break
    }
  }

  /// Goes to the arguments of the field or to its type.
  private mutating func goIn(_ rows: SchemaRows) {
    guard let entry = current(in: rows)?.entry else { return }
    let hasArguments = entry.kind == .field && entry.signature.contains("(")
    guard let next = hasArguments ? entry.owner.map({ "\($0).\(entry.name)" }) : entry.target else { return }
    if next != place.last { place.append(next) }
  }

  private func nextRoot(_ app: AppState) -> OperationKind? {
    guard let schema = known(in: app).reference?.schema else { return root }
    let kinds = OperationKind.allCases.filter { schema.root($0) != nil }
    let current = kinds.firstIndex(of: kind(app.schemaQuery)) ?? 0
    return kinds.isEmpty ? nil : kinds[(current + 1) % kinds.count]
  }

  /// Puts a field into the query, or takes it out.
  private func tick(_ row: SchemaRow, in context: inout FeatureContext) {
    guard let session = context.app.session, let schema = session.schema.reference?.schema else { return }
    let query = context.app.schemaQuery
    do throws(ToggleError) {
      let changed = try schema.toggle(row.path, of: kind(query), in: query.text, near: query.offset)
      var draft = session.draft
      draft.setText(changed.text, in: .query)
      context.request(.replaced(draft), of: session.key)
      context.inRequestPane { $0.moveQueryCaret(to: changed.cursor) }
    } catch {
      context.say("Not changed: \(error.message)", .warning)
    }
  }

  /// Adds the operation's variables that the text lacks.
  func fillIn(in context: inout FeatureContext) {
    guard let session = context.app.session, let schema = session.schema.reference?.schema else {
      return context.say("There is no schema yet")
    }
    guard let operation = context.app.schemaQuery.operation, !operation.variables.isEmpty else {
      return context.say("The operation has no variables")
    }
    let text = session.draft.text(in: .graphVariables) ?? ""
    let isBlank = !text.utf8.contains { $0 > 0x20 }
    // A text that is not JSON yet is left unchanged.
    guard let known = isBlank ? .object([]) : try? JSONValue(parsing: text.utf8), case .object = known else {
      return context.say("The variables are not a JSON object, so nothing was added", .warning)
    }
    var values = known
    if case .object(let members) = schema.variablesTemplate(of: operation) {
      for member in members where known[member.name] == nil { values[member.name] = member.value }
    }
    guard values != known else { return context.say("All variables have a value") }
    var draft = session.draft
    draft.setText(values.pretty, in: .graphVariables)
    context.request(.replaced(draft), of: session.key)
    context.say("The variables were filled in")
  }

  /// The current position: the root of the tree, or the path through the types.
  func head(_ app: AppState) -> [StyledText] {
    let theme = app.theme
    let way = isTree ? [kind(app.schemaQuery).rawValue] : place
    return [
      StyledText("Fields", isTree ? theme[.accent].adding(.bold) : theme[.dim]), StyledText("  ", theme[.dim]),
      StyledText("Types", isTree ? theme[.dim] : theme[.accent].adding(.bold)), StyledText("   ", theme[.dim]),
      StyledText(way.joined(separator: " › "), theme[.text]),
    ] + (isTree ? [StyledText("   o: another root", theme[.faint])] : [])
  }

  func emptyWords(_ app: AppState) -> String {
    isTree ? "The schema has no \(kind(app.schemaQuery).rawValue)." : "Nothing matches."
  }
}

/// The commands of both the schema and the services.
enum SchemaCommands {
  static let all: [Command] = [show, refresh, variables]

  static let show = Command(
    "schema", "GraphQL schema with fields to select, or services of the gRPC server",
    [.character("S"), .alt("g")],
    in: Context.request, section: .request, rank: 53,
    footer: .init(
      text: { $0.session?.draft.kind == .grpc ? "services" : "schema" }, lead: (16, Context.request),
      isOfUse: { $0.isInQuery }),
    refusal: { $0.refusalOfSchema },
    handler: { $0.leaveEditing() + $0.change(by: .schema(.toggled)) })

  private static let refresh = Command(
    "refreshSchema", "Fetch the GraphQL schema, or the types of the gRPC server, again",
    section: .request, rank: 54, refusal: { $0.refusalOfSchema }, action: .schema(.refreshRequested))

  private static let variables = Command(
    "fillVariables", "Fill in the variables of the GraphQL operation, or the message of the gRPC call",
    section: .request, rank: 55, refusal: { $0.refusalOfSchema }, action: .schema(.variablesRequested))
}

extension AppState {
  /// The reason why the open request has no schema; `nil` if it may have one.
  fileprivate var refusalOfSchema: String? {
    session?.draft.body.kind == .graphql || session?.draft.kind == .grpc
      ? refusalWithoutURL : "Only GraphQL requests and gRPC calls have a schema"
  }

  /// True if the query or the message that a schema describes is shown.
  fileprivate var isInQuery: Bool {
    guard let session else { return false }
    return session.draft.body.kind == .graphql && session.editor.tab == .body
      || session.draft.kind == .grpc && session.editor.tab == .messages
  }
}
