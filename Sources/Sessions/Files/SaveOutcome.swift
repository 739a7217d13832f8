import Workspaces

/// What became of an edited request that was to be written into its file.
package enum SaveOutcome: Sendable {
  case saved(RequestFile)
  /// Written together with what another program changed elsewhere in the file meanwhile.
  case merged(RequestFile)
  /// Another program changed the same: nothing was written. The file as it is now.
  case conflicted(RequestFile)
}

extension Workspace {
  /// Writes an edited request into its file. What was changed on disk meanwhile is merged where both touch different
  /// things: nothing of another program's is ever written over.
  /// - Parameter base: the file as the edit began with it.
  /// - Throws: also `.commentsWouldBeLost` and `.secretsWouldBeWritten` for the user to decide.
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

  /// Makes a file for a request that has none.
  /// - Parameter lost: its file, where that is gone: it is made again in its place, with its comments.
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
