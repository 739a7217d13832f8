package import Workspaces

/// File changes that can be undone and redone.
///
/// An item identifies the selection afterwards; the caller chooses its type.
package struct UndoLog<Item: Sendable>: Sendable {
  private struct Entry {
    var change: WorkspaceChange
    var label: String
    var move: (from: String, to: String)?
    var item: Item?
    /// True if the change is undone, so that performing it again is a redo.
    var isUndone = false
  }

  /// The result of undoing or redoing a change.
  package struct TakenBack: Sendable {
    package var label: String
    package var isRedone: Bool
    package var move: (from: String, to: String)?
    package var item: Item?
    /// The files whose order stays unchanged.
    package var leftOut: [WorkspaceChange.LeftOut] = []
  }

  private var entries: [Int: Entry] = [:]
  private var lastToken = 0

  package init() {}

  /// - Parameter from: the old path of a moved item.
  /// - Returns: a token for `takeBack`.
  package mutating func add(_ made: ItemChange, label: String, movedFrom from: String? = nil, item: Item?) -> Int {
    lastToken += 1
    entries[lastToken] = Entry(
      change: made.undo, label: label, move: from.map { ($0, made.path) }, item: item)
    return lastToken
  }

  /// Undoes a change; moved items return to their old path. The same token then redoes it.
  /// - Parameter moved: the item to select after something has left this path.
  /// - Returns: `nil` if the token is unknown.
  /// - Throws: `.changedOnDisk` if a file has changed since. The entry is kept, to be tried again.
  package mutating func takeBack(
    _ token: Int, in workspace: Workspace, itemAt moved: (String) -> Item
  ) throws(WorkspaceError) -> TakenBack? {
    guard let entry = entries[token] else { return nil }
    var back = entry
    var leftOut: [WorkspaceChange.LeftOut] = []
    back.isUndone.toggle()
    back.change = try workspace.perform(entry.change, &leftOut)
    if let move = entry.move {
      back.move = (move.to, move.from)
      back.item = moved(move.to)
    }
    entries[token] = back
    return TakenBack(
      label: entry.label, isRedone: entry.isUndone, move: back.move,
      item: entry.move.map { moved($0.from) } ?? entry.item, leftOut: leftOut)
  }
}
