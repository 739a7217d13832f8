package import Networking
package import Sessions
package import Workspaces

/// Results from the workspace's files, and requests for file operations.
package enum FileAction: Equatable, Sendable {
  case treeLoaded(WorkspaceTree)
  /// A part of the tree while the rest is still loading.
  case treeGrew(WorkspaceTree)
  case requestLoaded(RequestKey, RequestDefinition, id: String?, collection: String?)
  case requestUnreadable(RequestKey, Notice)
  /// Unsaved changes of an earlier run; not shown yet.
  case draftFound(RequestKey, saved: RequestDefinition, draft: RequestDefinition, collection: String)
  /// With the client certificates and the proxy of the collection, and what else is sent with the request.
  case variablesLoaded(
    RequestKey, VariableTable, certificates: [CertificateDefinition] = [], proxy: ProxyDefinition? = nil,
    surroundings: RequestSurroundings? = nil)
  /// Drafts are written to the journal, or why they cannot be: a crash would take them.
  case draftsKept(problem: String?)
  /// With the collection that it was sent from; `nil` if that is not known.
  case exchangeLoaded(id: String, RequestDefinition, Exchange, collection: String? = nil)
  /// An exchange to be shown could not be read, with the reason.
  case exchangeUnreadable(id: String, Message.Kind, String)
  case saved(RequestKey, RequestDefinition)
  /// A request without a file has been saved to a new one.
  case savedAs(RequestKey, path: String, RequestDefinition)
  /// A draft could not be saved, with the reason. It stays a draft.
  case saveFailed(RequestKey, String)
  /// Saved, merged with another program's changes to other fields.
  case merged(RequestKey, RequestDefinition)
  /// A save would do something that needs the consent described in the text.
  case consentNeeded(RequestKey, SaveConsent, String, folder: String? = nil)
  /// A change that needs the consent described in the text; the change itself carries it.
  case changeNeedsConsent(FileChange, String)
  /// The copy of a draft exists: the file's version can replace the draft.
  case copyKept(RequestKey)
  case consented(RequestKey, SaveConsent, folder: String? = nil)
  /// A change made in Apus wrote to the file of an open request.
  case refreshed(RequestKey, DiskVersion)
  /// A file or folder has moved.
  case moved(from: String, to: String)
  /// A save found the same field changed on disk; carries the version on disk.
  case conflicted(RequestKey, DiskVersion)
  /// Another program changed the file of an open request; carries the new version.
  case changedOnDisk(RequestKey, DiskVersion)
  /// Another program added, removed or changed files; carries the new tree.
  case treeRefreshed(WorkspaceTree)
  /// Another program changed what requests inherit or resolve; with `environments`, also the environments.
  case surroundingsChanged(environments: Bool)
  /// A change of files could not be undone.
  case undoFailed(FileUndo, String)
  /// A change of files is done: the new tree, the row to select, and how to undo it.
  case changed(WorkspaceTree, select: TreeRow.ID?, undo: FileUndo?, said: String, Opening = .none)
  /// What is at a path that was typed as a URL.
  case pathFound(RequestKey, TypedPath, FoundPath)
  case failed(String)
  // From prompts and questions
  case perform(FileChange)
  case conflictDecided(RequestKey, ConflictChoice, savesAfter: Bool)
  /// Creates the missing file of a draft again.
  case remake(RequestKey)
  case convertConfirmed(collection: String, SaveConsent = [])
  /// A conversion that needs the consent described in the text.
  case convertNeedsConsent(collection: String, SaveConsent, String)
  case saveAll(thenEnd: Bool)
}

/// Whether to show a request made by a change of files.
package enum Opening: Hashable, Sendable {
  case none
  /// The focus does not move.
  case quietly
  /// Ready to type into.
  case focused
}

/// An operation on the files of the workspace.
package enum FileChange: Equatable, Sendable {
  /// With `keeping`, copies a draft that gives way to the file's version once the copy exists.
  case create(RequestDefinition, folder: String, SaveConsent = [], keeping: RequestKey? = nil)
  /// In the workspace's folder, or as that folder if it is empty.
  case createCollection(name: String)
  case createFolder(name: String, parent: String)
  case duplicate(path: String, SaveConsent = [])
  case rename(path: String, to: String)
  case move(path: String, folder: String, SaveConsent = [])
  /// One position up (-1) or down (1) among its siblings.
  case reorder(path: String, by: Int)
  /// The items of that folder by name.
  case sort(folder: String)
  case delete(path: String)
  case undo(FileUndo)
  case importing(ImportOrder)
  /// Records an answer to the request with this file, for tests to compare with.
  case record(Exchange, path: String)
}
