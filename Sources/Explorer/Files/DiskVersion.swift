import Workspaces

/// What a request's file says on the disk after another program wrote it.
public struct DiskVersion: Hashable, Sendable {
  public var definition: RequestDefinition
  /// By this the service finds the file's text again when the version is taken as the new beginning of a draft.
  public var number: Int

  public init(_ definition: RequestDefinition, number: Int) {
    self.definition = definition
    self.number = number
  }
}

/// How a draft and a change on the disk that touch the same field are settled.
public enum ConflictChoice: Hashable, Sendable {
  /// The draft's value in every field that both changed; what only the disk has stays.
  case mine
  /// The file's value in these fields, as the merge names them, and the draft's in the others that both changed.
  case fields(theirs: Set<String>)
  /// The file as it is; undo brings the draft back.
  case theirs
  /// The file as it is, and the draft as a request of its own beside it.
  case both
}
