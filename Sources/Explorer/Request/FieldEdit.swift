import Terminal
import Workspaces

/// The single-line field of a request being edited.
enum EditTarget: Hashable, Sendable {
  case url
  /// A cell of the tab's table.
  case cell(row: Int, column: Int)
  /// A line of the auth or options tab, by its identifier.
  case field(String)
}

/// A single-line field being edited in place. Each key updates the draft, and the text is kept however editing ends;
/// undo reverts it.
struct FieldEdit: Equatable, Sendable {
  let target: EditTarget
  var field: TextField
  /// The request before editing began.
  let original: RequestDefinition
  /// Edits of the same group form one undo step.
  let group: Int
  /// Whether the row was added for this edit: Enter in its last cell then adds another row.
  var isNewRow = false
  var completion: Completion?
  /// `nil` for editing without modes.
  var vim: VimSession?
}

/// A multi-line text being edited.
struct TextEdit: Equatable, Sendable {
  let slot: TextSlot
  let group: Int
  /// Keys since the draft was last updated; large texts update it only in pauses.
  var pending = 0
  /// The serial number of the last requested pause.
  var pause = 0
  var completion: Completion?
  /// `nil` for editing without modes.
  var vim: VimSession?
}
