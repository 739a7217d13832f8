package import Workspaces

/// The content of a request's file after another program wrote it.
package struct DiskVersion: Hashable, Sendable {
  package var definition: RequestDefinition
  /// Identifies the version for the service when it becomes the new base of a draft.
  package var number: Int

  package init(_ definition: RequestDefinition, number: Int) {
    self.definition = definition
    self.number = number
  }
}

/// The resolution of a conflict between a draft and a change on disk.
package enum ConflictChoice: Hashable, Sendable {
  /// The draft's value in all conflicting fields; other changes on disk are kept.
  case mine
  /// The file's value in these fields, named as in the merge, and the draft's in the other conflicting ones.
  case fields(theirs: Set<String>)
  /// The file's version; undo restores the draft.
  case theirs
  /// The file's version, with the draft as a new request beside it.
  case both
}
