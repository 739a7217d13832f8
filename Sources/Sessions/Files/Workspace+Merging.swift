package import Workspaces

/// The result of saving an edited request to its file.
package enum SaveOutcome: Sendable {
  case saved(RequestFile)
  /// Written, and merged with another program's changes elsewhere in the file.
  case merged(RequestFile)
  /// Another program changed the same part: nothing was written. Contains the file as it is now.
  case conflicted(RequestFile)
}

extension Workspace {
  /// Saves an edited request to its file. Changes made on disk in the meantime are merged if they affect other parts;
  /// another program's changes are never overwritten.
  /// - Parameter base: the file as it was when editing began.
  /// - Throws: also `.commentsWouldBeLost` and `.secretsWouldBeWritten`, which the user can allow.
  package func save(
    _ edited: RequestDefinition, mergingOver base: RequestFile, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> SaveOutcome {
    do {
      return .saved(try save(edited, to: base, options: options).file)
    } catch {
      guard case .changedOnDisk = error else { throw error }
    }
    let theirs = try request(at: base.path)
    let merge = DefinitionMerge(base: base.definition, mine: edited, theirs: theirs.definition)
    guard merge.conflicts.isEmpty else { return .conflicted(theirs) }
    return .merged(try save(merge.merged, to: theirs, options: options).file)
  }

  /// Creates a file for a request that has none.
  /// - Parameter lost: the request's deleted file, which is created again in its place, with its comments.
  package func saveNew(
    _ edited: RequestDefinition, in folder: String, remaking lost: RequestFile? = nil,
    options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> RequestFile {
    let made =
      if let lost { try remake(lost, with: edited, options: options) } else {
        try createRequest(edited, in: folder, options: options)
      }
    return try request(at: made.path)
  }
}
