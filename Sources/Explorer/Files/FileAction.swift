import Basics
package import HTTPModel
package import SessionModel
package import Workspaces

/// Results of file operations in the workspace, and requests for them.
package enum FileAction: Equatable, Sendable {
  case treeLoaded(WorkspaceTree)
  /// A part of the tree while the rest is still loading.
  case treeGrew(WorkspaceTree)
  case requestLoaded(RequestKey, RequestDefinition, id: String?, collection: String?)
  case requestUnreadable(RequestKey, Notice)
  /// Unsaved changes of an earlier run; not shown yet.
  case draftFound(RequestKey, saved: RequestDefinition, draft: RequestDefinition, collection: String)
  /// The variables, client certificates, proxy and other inherited values of the request.
  case variablesLoaded(
    RequestKey, VariableTable, certificates: [CertificateDefinition] = [], proxy: ProxyDefinition? = nil,
    surroundings: RequestSurroundings? = nil)
  /// Drafts were journaled, or could not be for the given reason, so that a crash would lose them.
  case draftsKept(problem: String?)
  /// A stored exchange, with the collection that it was sent from, `nil` if unknown, and the results of its tests.
  case exchangeLoaded(
    id: String, RequestDefinition, Exchange, collection: String? = nil, assertions: [AssertionResult] = [],
    scripts: ScriptResults? = nil)
  /// An exchange to show could not be read, for the given reason.
  case exchangeUnreadable(id: String, Message.Kind, String)
  /// A request without a file has been saved to a new one.
  case savedAs(RequestKey, path: String, RequestDefinition)
  /// A change needs the consent described in the text. The change carries the consent.
  case changeNeedsConsent(FileChange, String)
  case moved(from: String, to: String)
  /// Another program added, removed or changed files. Carries the new tree.
  case treeRefreshed(WorkspaceTree)
  /// Another program changed values that requests inherit or resolve, and with `environments` also the environments.
  case surroundingsChanged(environments: Bool)
  case undoFailed(FileUndo, String)
  /// A change of files is done. Carries the new tree, the row to select, and the undo step.
  case changed(WorkspaceTree, select: TreeRow.ID?, undo: FileUndo?, said: String, Opening = .none)
  /// The kind of item at a path that was typed as a URL.
  case pathFound(RequestKey, TypedPath, FoundPath)
  /// The completion of a path typed into a prompt, and the names among which it could not choose.
  case pathCompleted(CompletedPath)
  case failed(String)
  // Sent by prompts and questions
  case perform(FileChange)
  /// A conversion needs the consent described in the text.
  case convertNeedsConsent(collection: String, SaveConsent, String)
  /// The text of a prompt was accepted.
  case answered(FileQuestion, String)
  case placeChosen(FilePlace, folder: String)
  /// Imports the file at a path into the folder under the cursor.
  case importRequested(path: String)
  /// Asks for the name of a request that has no file.
  case nameRequested(RequestKey)
}

/// Specifies how to show a request made by a change of files.
package enum Opening: Hashable, Sendable {
  case none
  /// Shows the request without moving the focus.
  case quietly
  /// Shows the request ready to type into.
  case focused
}

/// An operation on the files of the workspace.
package enum FileChange: Equatable, Sendable {
  /// Creates a request. With `keeping`, the request copies a draft, which the file's version replaces once the copy
  /// exists.
  case create(RequestDefinition, folder: String, SaveConsent = [], keeping: RequestKey? = nil)
  /// Creates a collection in the workspace's folder, or makes that folder the collection if it is empty.
  case createCollection(name: String)
  case createFolder(name: String, parent: String)
  case duplicate(path: String, SaveConsent = [])
  case rename(path: String, to: String)
  case move(path: String, folder: String, SaveConsent = [])
  /// Moves an item one position up (-1) or down (1) among its siblings.
  case reorder(path: String, by: Int)
  case sort(folder: String)
  case delete(path: String)
  case undo(FileUndo)
  case importing(ImportOrder)
  /// Records a response as the snapshot of the request with this file, for tests to compare with.
  case record(Exchange, path: String)
  /// Writes a variable of the collection or the globals that a script has set into its file.
  case saveVariable(ScriptChange, AnswerScope)
}

/// File work requested by the state.
package enum FileEffect: Equatable, Sendable {
  case loadTree(path: String)
  /// Reads the differences from the last commit. An action reports them.
  case readGit
  case loadRequest(RequestKey)
  /// Reads the settings that the folder or collection at a path shares with the requests below it.
  case loadSettings(folder: String)
  case loadVariables(RequestKey, RequestDefinition, SendTerms)
  case loadHistory(HistoryRequest)
  /// Removes history entries beyond the retention.
  case prune(HistoryRetention)
  /// Converts a collection from the older format to the editable one.
  case convert(collection: String, SaveConsent = [])
  case loadExchange(id: String)
  /// Reads an exchange to show it beside the list of the history.
  case loadPreview(id: String)
  /// Removes an exchange from the history.
  case forgetExchange(id: String)
  case restoreExchange(ForgottenExchange)
  /// Reads an exchange from the history to compare with that of the request.
  case loadComparand(RequestKey, id: String)
  /// Reads the last matching exchange, to show it as the answer of an opened request.
  case recall(RequestKey, HistoryFilter)
  /// Creates the file of an unsaved request.
  case saveAs(RequestKey, RequestDefinition, folder: String, SaveConsent = [])
  /// Makes a reported disk version the base of the draft.
  case adopt(RequestKey, version: Int)
  /// Writes the changes of the draft to the request's file.
  case save(RequestKey, RequestDefinition, SaveConsent)
  case change(FileChange)
  /// Finds the item at a path that was typed as a URL.
  case findPath(RequestKey, TypedPath)
  /// Uses a `.apus` folder that was set aside, named within that workspace.
  case takeOver(folder: String, in: String)
  /// Completes a typed path. A relative one starts in that folder; `nil` for the current one.
  case completePath(String, from: String?)
  /// Journals a draft, so that it survives a crash; `nil` removes it.
  case journal(RequestKey, RequestDefinition?)
}

/// The source and target folder of an import.
package struct ImportOrder: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// A file, or a folder of Bruno's older format.
    case path(String)
    case text(String)
  }

  package var source: Source
  /// The target folder, which becomes a collection if no collection contains it.
  package var folder: String
  package var consent: SaveConsent

  package init(_ source: Source, into folder: String, _ consent: SaveConsent = []) {
    self.source = source
    self.folder = folder
    self.consent = consent
  }
}

/// A question for a name or a path.
package enum FileQuestion: Hashable, Sendable {
  case collection
  case request(folder: String)
  case folder(parent: String)
  case newName(path: String)
  case saveAs(RequestKey, folder: String)
  /// The name of a request to save in a new collection.
  case saveInNew(RequestKey, collection: String)
  /// The path of a file to import. Pasted content is imported directly.
  case importSource

  /// The reason why the text is invalid.
  func fault(of text: String) -> String? {
    text.trimmed.isEmpty && self != .importSource ? "The name is empty" : nil
  }
}

/// A question for a folder.
package enum FilePlace: Hashable, Sendable {
  case destination(moving: String)
  /// The folder to save an unsaved request in, and the folder before.
  case place(RequestKey, from: String)
}

extension Prompt {
  static let newCollection = Prompt("Name of the new collection", .files(.collection), verb: "create")
  static let importSource = Prompt(
    "Import: a path, or paste Postman, OpenAPI, HAR, .http", .files(.importSource), verb: "import", completesPath: true)

  static func newRequest(in folder: String) -> Prompt {
    Prompt("Name of the new request", .files(.request(folder: folder)), verb: "create")
  }

  static func newFolder(in parent: String) -> Prompt {
    Prompt("Name of the new folder", .files(.folder(parent: parent)), verb: "create")
  }

  static func newName(of path: String, _ name: String) -> Prompt {
    Prompt("New name", .files(.newName(path: path)), text: name, verb: "rename")
  }

  static func saveAs(_ key: RequestKey, folder: String, name: String) -> Prompt {
    Prompt("Save as", .files(.saveAs(key, folder: folder)), text: name, verb: "save")
  }

  static func saveInNew(_ key: RequestKey, collection: String, name: String) -> Prompt {
    var prompt = Prompt("Save as", .files(.saveInNew(key, collection: collection)), text: name, verb: "save")
    prompt.place = "the new collection \(collection)"
    return prompt
  }
}

extension Picker {
  /// The folders that an item can be moved to: all but itself and its descendants. Items cannot move between folders
  /// that are open side by side.
  static func folders(in workspace: WorkspaceTree, moving path: String) -> Picker {
    var own = workspace
    let folder = workspace.folder(of: path)
    own.collections.removeAll { workspace.folder(of: $0.path) != folder }
    return Picker("Move to", .files(.destination(moving: path)), items: folders(in: own, without: path))
  }

  /// Every folder, with the names of the folders around it.
  static func folders(in workspace: WorkspaceTree, without path: String? = nil) -> [Item] {
    var items: [Item] = []
    func add(_ list: [TreeItem], _ name: String) {
      for case .folder(let node) in list where node.path != path {
        items.append(Item(id: node.path, title: "\(name) / \(node.name)"))
        add(node.items, "\(name) / \(node.name)")
      }
    }
    for collection in workspace.collections {
      let name = workspace.shownName(of: collection)
      items.append(Item(id: collection.path, title: name))
      add(collection.items, name)
    }
    return items
  }
}
