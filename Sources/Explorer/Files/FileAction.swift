import Networking
import Sessions
import Workspaces

/// What came back from the workspace's files.
public enum FileAction: Equatable, Sendable {
  case treeLoaded(WorkspaceTree)
  /// A part of the tree, while the rest is still being listed.
  case treeGrew(WorkspaceTree)
  case requestLoaded(RequestKey, RequestDefinition, id: String?, collection: String?)
  case requestUnreadable(RequestKey, Notice)
  /// A draft from an earlier run that was never saved; it is not shown yet.
  case draftFound(RequestKey, saved: RequestDefinition, draft: RequestDefinition, collection: String)
  /// With the client certificates and the proxy of the collection.
  case variablesLoaded(
    RequestKey, VariableTable, certificates: [CertificateDefinition] = [], proxy: ProxyDefinition? = nil)
  /// Drafts are written to the journal, or why they cannot be: a crash would take them.
  case draftsKept(problem: String?)
  case exchangeLoaded(id: String, RequestDefinition, Exchange)
  case saved(RequestKey, RequestDefinition)
  /// A request that had no file has one now.
  case savedAs(RequestKey, path: String, RequestDefinition)
  /// A draft could not be written: why. It stays a draft.
  case saveFailed(RequestKey, String)
  /// Saved together with what another program had changed in other places.
  case merged(RequestKey, RequestDefinition)
  /// A save would do something that has to be allowed first: what, in words.
  case consentNeeded(RequestKey, SaveConsent, String, folder: String? = nil)
  /// A change that would write something, said in the text, which the user has to agree to; it carries the consent.
  case changeNeedsConsent(FileChange, String)
  /// The copy of a draft was made: the file's version can take its place.
  case copyKept(RequestKey)
  case consented(RequestKey, SaveConsent, folder: String? = nil)
  /// A change of files that was asked for here wrote into an open request's file.
  case refreshed(RequestKey, DiskVersion)
  /// A file or folder lies in another place now.
  case moved(from: String, to: String)
  /// A save found that the file changed on disk in the same place as the draft: what it says now.
  case conflicted(RequestKey, DiskVersion)
  /// Another program changed the file of an open request: what it says now.
  case changedOnDisk(RequestKey, DiskVersion)
  /// Another program added, removed or changed files: the tree as it is now.
  case treeRefreshed(WorkspaceTree)
  /// Another program changed what requests inherit or resolve; with `environments` also those.
  case surroundingsChanged(environments: Bool)
  /// A change of files could not be taken back.
  case undoFailed(FileUndo, String)
  /// A change of files is done: the tree as it is now, what to select, how to take it back.
  case changed(WorkspaceTree, select: TreeRow.ID?, undo: FileUndo?, said: String, Opening = .none)
  case failed(String)
  // What prompts and questions ask for
  case perform(FileChange)
  case conflictDecided(RequestKey, ConflictChoice, savesAfter: Bool)
  /// The file of a draft is gone: create it again.
  case remake(RequestKey)
  case convertConfirmed(collection: String, SaveConsent = [])
  /// A conversion that would write something, said in the text, which the user has to agree to.
  case convertNeedsConsent(collection: String, SaveConsent, String)
  case saveAll(thenEnd: Bool)
}

/// Whether a request that a change of files made is shown.
public enum Opening: Hashable, Sendable {
  case none
  /// The focus stays where it is.
  case quietly
  /// To be typed into straight away.
  case focused
}

/// A change of what files there are.
public enum FileChange: Equatable, Sendable {
  /// With `keeping`, the copy of a draft that makes way for the file's version once the copy is made.
  case create(RequestDefinition, folder: String, SaveConsent = [], keeping: RequestKey? = nil)
  /// In the workspace's folder, or as that folder where it is empty.
  case createCollection(name: String)
  case createFolder(name: String, parent: String)
  case duplicate(path: String, SaveConsent = [])
  case rename(path: String, to: String)
  case move(path: String, folder: String, SaveConsent = [])
  /// One place up (-1) or down (1) among its siblings.
  case reorder(path: String, by: Int)
  case delete(path: String)
  case undo(FileUndo)
}

/// What the state asks of the workspace's files.
public enum FileEffect: Equatable, Sendable {
  case loadTree(path: String)
  case loadRequest(RequestKey)
  case loadVariables(RequestKey, RequestDefinition, SendTerms)
  case loadHistory(HistoryRequest)
  /// Removes what is past it from the history.
  case prune(HistoryRetention)
  /// Converts a collection in the older format to one that can be edited.
  case convert(collection: String, SaveConsent = [])
  case loadExchange(id: String)
  /// Reads an exchange that the one of the request is to be compared with.
  case loadComparand(RequestKey, id: String)
  /// Makes a file for a request that has none.
  case saveAs(RequestKey, RequestDefinition, folder: String, SaveConsent = [])
  /// What was told of the file on the disk is from now on what the draft began with.
  case adopt(RequestKey, version: Int)
  /// Writes what differs between the two into the request's file.
  case save(RequestKey, from: RequestDefinition, to: RequestDefinition, SaveConsent)
  case change(FileChange)
  /// Keeps a draft through a crash; `nil` forgets it.
  case journal(RequestKey, RequestDefinition?)
}
