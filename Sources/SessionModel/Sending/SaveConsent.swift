import Synchronization
package import Workspaces

/// The actions that the user has allowed a save to perform.
package struct SaveConsent: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let losingComments = SaveConsent(rawValue: 1)
  package static let writingSecrets = SaveConsent(rawValue: 2)

  /// - Parameter secrets: values by name that need consent, in addition to those of the secret store.
  package func options(secrets: [String: String] = [:]) -> SaveOptions {
    SaveOptions(
      mayLoseComments: contains(.losingComments), mayWriteSecrets: contains(.writingSecrets), secrets: secrets)
  }
}

/// A question that the user must answer before a save can continue.
package enum SaveQuestion: Hashable, Sendable {
  case losingComments([String])
  /// The names of the secrets, and the file that would contain them.
  case writingSecrets([String], path: String)

  /// `nil` for an error that consent cannot resolve.
  package init?(_ error: WorkspaceError) {
    switch error {
    case .commentsWouldBeLost(_, let comments): self = .losingComments(comments)
    case .secretsWouldBeWritten(let path, let names): self = .writingSecrets(names, path: path)
    default: return nil
    }
  }

  /// The consent that a yes gives.
  package var consent: SaveConsent {
    switch self {
    case .losingComments: .losingComments
    case .writingSecrets: .writingSecrets
    }
  }
}

/// The result of saving an edited request to its file.
package enum SaveOutcome: Sendable {
  case saved(RequestFile)
  /// Written, and merged with another program's changes elsewhere in the file.
  case merged(RequestFile)
  /// Another program changed the same part: nothing was written. Contains the current file.
  case conflicted(RequestFile)
}

extension Workspace {
  /// Saves an edited request to its file. Changes made on disk in the meantime are merged if they affect other parts;
  /// another program's changes are never overwritten.
  /// - Parameter base: the file as of the start of editing.
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
  /// - Parameter lost: the request's deleted file, which is recreated in place, with its comments.
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

/// The files of open requests as of the start of editing, by path; used by the file service and by sends.
// A class because both services share it.
package final class OpenedFiles: Sendable {
  private let files = Mutex<[String: RequestFile]>([:])

  package init() {}

  package var paths: [String] { files.withLock { Array($0.keys) } }

  package subscript(path: String) -> RequestFile? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }
}
