import Terminal
import Workspaces

/// The one line of a request that is being typed.
enum EditTarget: Hashable, Sendable {
  case url
  /// A cell of the tab's table.
  case cell(row: Int, column: Int)
  /// A line of the auth or options tab, by its name.
  case field(String)
}

/// A line being edited in place. Each key changes the draft at once, and however it is left, what was typed stays: undo
/// takes it back.
struct FieldEdit: Equatable, Sendable {
  let target: EditTarget
  var field: TextField
  /// The request as it was when editing began.
  let original: RequestDefinition
  /// Edits of the same group are one step of undo.
  let group: Int
  /// Whether the row was made for this: then Enter in its last cell makes the next one.
  var isNewRow = false
  var completion: Completion?
}

/// A text of many lines being edited.
struct TextEdit: Equatable, Sendable {
  let slot: TextSlot
  let group: Int
  /// Keys since the draft took the text over; large texts are taken over at pauses only.
  var pending = 0
  /// The last pause that was asked for.
  var pause = 0
  var completion: Completion?
}
