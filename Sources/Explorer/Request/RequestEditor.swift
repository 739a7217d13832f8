import Workspaces

/// The state of the request pane: tab, cursor and the text being edited. Kept per request.
package struct RequestEditor: Equatable, Sendable {
  package var tab = RequestTab.params
  /// Whether the cursor is on the URL line instead of in the tab below.
  package var isOnURL = true
  /// The cursor of each tab with rows.
  var cursors: [RequestTab: ListCursor] = [:]
  /// The table column under the cursor.
  var column = 0
  var editing: Editing?
  /// The texts shown so far, with their carets.
  var texts: [TextSlot: TextPane] = [:]
  /// Which of the two texts of a GraphQL body has the cursor.
  var graphSlot = TextSlot.query
  /// Which message of a call is shown.
  var message = 0
  /// The cell being edited in an external editor.
  var handedOut: EditTarget?
  /// Former bodies and authentications by kind, so that switching back loses nothing.
  var parkedBodies: [BodyKind: BodyDefinition] = [:]
  var parkedAuthentication: [AuthenticationScheme: Authentication] = [:]

  package init() {}

  var cursor: ListCursor {
    get { cursors[tab] ?? ListCursor() }
    set { cursors[tab] = newValue }
  }
}

/// What keys edit.
enum Editing: Equatable, Sendable {
  case field(FieldEdit)
  case text(TextEdit)
}
