import Workspaces

/// Changes of files that can be taken back, and done again after that.
///
/// An item is what whoever asked for the change wants to look at afterwards.
package struct UndoLog<Item: Sendable>: Sendable {
  private struct Entry {
    var change: WorkspaceChange
    var label: String
    /// Where something lies before and after the change.
    var move: (from: String, to: String)?
    var item: Item?
    /// Whether it was taken back already, so that the opposite does it again.
    var isUndone = false
  }

  /// A change that was taken back, or done again.
  package struct TakenBack: Sendable {
    package var label: String
    /// Whether it was done again.
    package var isRedone: Bool
    /// What lies elsewhere now.
    package var move: (from: String, to: String)?
    package var item: Item?
  }

  private var entries: [Int: Entry] = [:]
  private var lastToken = 0

  package init() {}

  /// - Parameter from: where it lay, for something that was moved.
  /// - Returns: what the change is taken back by.
  package mutating func add(_ made: ItemChange, label: String, movedFrom from: String? = nil, item: Item?) -> Int {
    lastToken += 1
    entries[lastToken] = Entry(
      change: made.undo, label: label, move: from.map { ($0, made.path) }, item: item)
    return lastToken
  }

  /// Does the opposite of a change; what was moved lies where it was. The same token takes that back.
  /// - Parameter moved: what to look at once something is gone from a place.
  /// - Returns: `nil` for a change that is not known any more.
  /// - Throws: `.changedOnDisk` where a file is no longer what the change was made for; the change is forgotten then.
  package mutating func takeBack(
    _ token: Int, in workspace: Workspace, itemAt moved: (String) -> Item
  ) throws(WorkspaceError) -> TakenBack? {
    guard let entry = entries.removeValue(forKey: token) else { return nil }
    var back = entry
    back.isUndone.toggle()
    back.change = try workspace.perform(entry.change)
    if let move = entry.move {
      back.move = (move.to, move.from)
      back.item = moved(move.to)
    }
    entries[token] = back
    return TakenBack(
      label: entry.label, isRedone: entry.isUndone, move: back.move,
      item: entry.move.map { moved($0.from) } ?? entry.item)
  }
}
