package import Networking

/// What became of an answer that was to be recorded.
package enum SnapshotOutcome: Hashable, Sendable {
  /// The file, relative to the workspace, and how to undo it.
  case recorded(path: String, undo: WorkspaceChange)
  case unchanged(path: String)
  case refused(String)

  /// In a line that stands alone.
  package var sentence: String { words.prefix(1).uppercased() + words.dropFirst() }

  /// In a line, behind the name of a request.
  package var words: String {
    switch self {
    case .recorded(let path, _): "recorded in \(path)"
    case .unchanged(let path): "the same is recorded in \(path) already"
    case .refused(let why): "not recorded: \(why)"
    }
  }
}

extension Workspace {
  /// Records the answer to a saved request beside it, secrets masked; replaces what was recorded before.
  /// - Parameter request: the path of the request's file.
  package func recordSnapshot(
    of exchange: Exchange, forRequestAt request: String, redaction: Redaction
  ) -> SnapshotOutcome {
    let path = FilePaths.snapshot(ofRequest: request)
    do {
      guard exchange.response != nil else { return .refused("there is no answer") }
      guard let snapshot = Snapshot(exchange, redaction: redaction) else { throw SnapshotFault.tooLarge }
      let bytes = try snapshot.bytes()
      let shown = FilePaths.relative(path, to: self.path)
      let old = try readIfPresent(path)
      if old == bytes { return .unchanged(path: shown) }
      return .recorded(path: shown, undo: try perform(WorkspaceChange([.write(path: path, old: old, new: bytes)])))
    } catch let fault as SnapshotFault {
      return .refused(fault.description)
    } catch {
      return .refused("\(error)")
    }
  }
}
