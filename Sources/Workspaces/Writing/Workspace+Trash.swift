#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

// The workspace's trash, `.apus/trash`: a folder for each deleted item, from which undo restores it.

extension Workspace {
  /// Moves a request, folder, environment or collection to the trash.
  package func delete(_ path: String, at date: Date = Date()) throws(WorkspaceError) -> ItemChange {
    let slot = newSlot(at: date)
    let undo = try perform(WorkspaceChange(try removal(of: path, to: slot)))
    return ItemChange(path: FilePaths.join(slot, FilePaths.name(of: path)), undo: undo)
  }

  /// Items that were just made, as one change: undone, they are in the trash.
  /// - Parameter paths: at least one; the first stands for all.
  /// - Throws: if one of them does not lie in this workspace.
  package func creation(of paths: [String], at date: Date = Date()) throws(WorkspaceError) -> ItemChange {
    var steps: [WorkspaceChange.Step] = []
    for path in paths { steps += try removal(of: path, to: newSlot(at: date)) }
    return ItemChange(path: paths.first ?? path, undo: WorkspaceChange(steps))
  }

  private var trash: String { FilePaths.join(privateFolder.path, "trash") }

  private func newSlot(at date: Date) -> String { FilePaths.join(trash, ULID.make(at: date)) }

  private func removal(of path: String, to slot: String) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    guard FilePaths.isBelow(path, self.path), path != self.path else {
      throw .notEditable(path: path, why: "it does not lie in this workspace")
    }
    let origin = Array((FilePaths.relative(path, to: self.path) + "\n").utf8)
    var steps: [WorkspaceChange.Step] = [
      .makeFolder(slot), .write(path: FilePaths.join(slot, Self.originName), old: nil, new: origin),
      .move(from: path, to: FilePaths.join(slot, FilePaths.name(of: path))),
    ]
    let isRequest = ["yml", "yaml", "bru"].contains(FilePaths.ending(of: path))
    if isRequest, let snapshot = try recordedAnswer(besides: path) {
      steps.append(.move(from: snapshot, to: FilePaths.join(slot, FilePaths.name(of: snapshot))))
    }
    return steps
  }

  /// The file beside a deleted item that says where it was.
  private static let originName = ".origin"

  /// Deletes for good what has been in the trash for longer than `days`.
  package func emptyTrash(olderThan days: Double = 30, now: Date = Date()) throws(WorkspaceError) {
    let trash = trash
    guard try onDisk({ () throws(FileError) in try files.stamp(trash) }) != nil else { return }
    for name in try names(in: trash) {
      guard let date = ULID.date(of: name), now.timeIntervalSince(date) > days * 86_400 else { continue }
      let slot = FilePaths.join(trash, name)
      try forgetSecrets(ofCollectionIn: slot)
      try onDisk { () throws(FileError) in try files.removeTree(slot) }
    }
    for collection in collectionPaths() { try forgetSecrets(of: collection) }
  }

  /// Removes the secrets of a collection that can no longer be restored, unless another one has taken its place.
  private func forgetSecrets(ofCollectionIn slot: String) throws(WorkspaceError) {
    guard let origin = try readIfPresent(FilePaths.join(slot, Self.originName)) else { return }
    let path = FilePaths.join(path, String(decoding: origin.dropLast(), as: UTF8.self))
    guard Self.isCollection(FilePaths.join(slot, FilePaths.name(of: path)), files),
      try onDisk({ () throws(FileError) in try files.stamp(path) }) == nil
    else { return }
    let store = secretStore(of: path)
    for name in try store.environments() { try store.set([:], of: name) }
    let cookies = cookieStore(of: path)
    for name in try cookies.environments() { try cookies.change(of: name) { $0 = [] } }
  }
}
