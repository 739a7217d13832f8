import Workspaces

/// Where the user is in the request pane: the tab, the cursor, the text being edited. Kept per request.
public struct RequestEditor: Equatable, Sendable {
  public var tab = RequestTab.params
  /// Whether the URL line has the cursor instead of the tab below it.
  public var isOnURL = true
  /// Whether the resolved URL stands under the URL line.
  var showsResolved = false
  /// The row under the cursor of each tab that has rows.
  var cursors: [RequestTab: ListCursor] = [:]
  /// The cell under the cursor of a table.
  var column = 0
  var editing: Editing?
  /// The texts that were shown, with their carets.
  var texts: [TextSlot: TextPane] = [:]
  /// Which of the two texts of a GraphQL body the cursor is in.
  var graphSlot = TextSlot.query
  /// The cell whose value an external editor has.
  var handedOut: EditTarget?
  /// What the request had before another kind was chosen, so that going back loses nothing.
  var parkedBodies: [BodyKind: BodyDefinition] = [:]
  var parkedAuthentication: [AuthenticationScheme: Authentication] = [:]

  public init() {}

  var cursor: ListCursor {
    get { cursors[tab] ?? ListCursor() }
    set { cursors[tab] = newValue }
  }
}

/// What keys type into.
enum Editing: Equatable, Sendable {
  case field(FieldEdit)
  case text(TextEdit)
}
