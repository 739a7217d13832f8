package import Workspaces

/// Identifies a request while the program runs: a file, an unsaved request or a history entry.
package enum RequestKey: Hashable, Sendable {
  /// Absolute path of the request's file.
  case file(String)
  /// A request that was never saved, by number.
  case scratch(Int)
  /// An exchange opened from the history, by its identifier.
  case history(String)

  package var path: String? {
    if case .file(let path) = self { return path }
    return nil
  }

  package var scratchNumber: Int? {
    if case .scratch(let number) = self { return number }
    return nil
  }
}

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

extension RequestDefinition {
  /// The name on the screen. A request without a file is named after its current URL until it is saved.
  var shownName: String { suggestedName.isEmpty ? "New request" : suggestedName }

  /// The name to save it under; empty without a URL.
  var suggestedName: String {
    if !name.isEmpty { return name }
    if kind == .grpc, let last = method.split(separator: "/").last { return String(last) }
    return url.isEmpty ? "" : RequestName.of(url: url)
  }
}
