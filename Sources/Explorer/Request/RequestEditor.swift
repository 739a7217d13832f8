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

/// Which row of a list has the cursor, and which is the first that is seen.
struct ListCursor: Equatable, Sendable {
  var row = 0
  var offset = 0

  /// Keeps the cursor among so many rows, and in sight of so many lines.
  mutating func settle(count: Int, height: Int) {
    row = min(max(0, row), max(0, count - 1))
    guard height > 0 else { return }
    if row < offset { offset = row }
    if row >= offset + height { offset = row - height + 1 }
    offset = min(max(0, offset), max(0, count - height))
  }
}

/// What keys type into.
enum Editing: Equatable, Sendable {
  case field(FieldEdit)
  case text(TextEdit)
}
