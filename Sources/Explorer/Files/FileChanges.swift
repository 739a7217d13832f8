import Basics
import SessionModel
import Terminal
import Workspaces

extension AppState {
  mutating func duplicateFile() -> [Effect] {
    changeFile { _, path, _ in [.files(.change(.duplicate(path: path)))] }
  }

  mutating func reorderFile(by step: Int) -> [Effect] {
    changeFile { _, path, _ in [.files(.change(.reorder(path: path, by: step)))] }
  }

  /// Sorts the folder under the cursor, or the folder of the request there.
  mutating func sortFolder() -> [Effect] {
    folderOfCursor.map { [.files(.change(.sort(folder: $0)))] } ?? say(.information, "Choose a folder first")
  }

  mutating func deleteFile() -> [Effect] {
    if case .scratch(let number)? = tree.selected?.id { return apply(.deletionRequested(number), to: \.scratch) }
    return changeFile { state, path, row in
      guard case .folder = row.id else { return [.files(.change(.delete(path: path)))] }
      let question = Question.confirm(
        "Delete", "Delete the folder \(row.name) and everything in it? (\(key: "undo") restores it)",
        yes: .files(.perform(.delete(path: path))))
      return state.apply(.overlay(.show(.question(question))))
    }
  }

  mutating func changeFile(_ change: (inout AppState, String, TreeRow) -> [Effect]) -> [Effect] {
    guard let row = tree.selected, let path = row.filePath else { return [] }
    return change(&self, path, row)
  }

  /// - Parameter name: the initial text, selected so that typing replaces it.
  mutating func askForNewCollection(proposing name: String = "") -> [Effect] {
    var prompt = Prompt.newCollection
    if !name.isEmpty { prompt.field.bringBack(name) }
    return ask(prompt)
  }

  /// Asks for the name of a new request or folder, or first for a collection if there is no folder for it.
  mutating func ask(new prompt: (String) -> Prompt) -> [Effect] { ask(folderOfCursor.map(prompt) ?? .newCollection) }

  mutating func ask(_ prompt: Prompt) -> [Effect] { apply(.overlay(.show(.prompt(prompt)))) }

  /// The folder for new items: that of the selected row.
  var folderOfCursor: String? {
    switch tree.selected?.id {
    case .folder(let path), .collection(let path): path
    case .request(let path): path.folder
    default: currentCollection
    }
  }
}

extension AppState {
  /// Updates open requests, undo steps, expanded branches and the history for the new path of a file or folder.
  mutating func moved(from old: String, to new: String) -> [Effect] {
    func followed(_ path: String) -> String? {
      FilePaths.isBelow(path, old) ? new + path.dropFirst(old.count) : nil
    }
    // Undo steps of closed requests move too, because undoing one opens the request again.
    for key in undo.keys.union(sessions.all.keys) {
      if let path = key.path.flatMap(followed) { _ = apply(.moved(key, to: .file(path)), to: \.undo) }
    }
    var drafts: [Effect] = []
    for (key, session) in sessions.all {
      guard let place = key.path.flatMap(followed).map(RequestKey.file) else { continue }
      if session.isDraft { drafts += [.files(.journal(key, nil)), .files(.journal(place, session.draft))] }
      sessions.move(key, to: place)
    }
    tree.expanded = Set(tree.expanded.map { followed($0) ?? $0 })
    let roots = workspace.collections.map(\.path)
    let rename = HistoryRename(
      from: old, to: new, isFolder: workspace.folder(at: old) != nil, collections: roots,
      workspace: workspace.historyBase)
    return drafts + (rename.map { follow($0) } ?? [])
  }

  /// Moves data stored under the old name of a request to the new one.
  private mutating func follow(_ rename: HistoryRename) -> [Effect] {
    let kept = apply(.history(.renamed(rename)))
    for (key, session) in sessions.all {
      guard let id = session.id, let name = rename.renamed(HistoryName(id, in: collectionName(of: session))) else {
        continue
      }
      sessions[key]?.id = name.request
      if let collection = name.collection { sessions[key]?.collection = "\(workspace.historyBase)/\(collection)" }
    }
    let before = sessions.ignored
    for (key, patterns) in before {
      guard let name = rename.renamed(HistoryName(key)) else { continue }
      sessions.ignored[key] = nil
      sessions.ignored[name.request] = patterns
    }
    return kept + (sessions.ignored == before ? [] : [.system(.remember(preferences))])
  }

  func collectionName(of session: RequestSession) -> String? {
    guard let root = session.collection, root.hasPrefix(workspace.historyBase + "/") else { return nil }
    return String(root.dropFirst(workspace.historyBase.count + 1))
  }
}

extension AppState {
  mutating func importSource(_ source: ImportOrder.Source) -> [Effect] {
    let order = ImportOrder(source, into: folderOfCursor ?? workspace.path)
    return [.files(.change(.importing(order)))]
  }

  /// Imports a pasted document, which would not fit a single-line field; `nil` if the text is not a document.
  mutating func pasteIntoImport(_ text: String) -> [Effect]? {
    guard case .prompt(let prompt)? = overlay, prompt.purpose == .files(.importSource) else { return nil }
    let trimmed = text.trimmed
    guard trimmed.contains(where: \.isLineBreak) || trimmed.hasPrefix("{") else { return nil }
    overlay = nil
    return importSource(.text(text))
  }
}

/// The command that imports requests of other tools.
enum ImportCommands {
  static let all: [Command] = [importing]

  private static let importing = Command(
    "import", "Import a file or a paste: Postman, OpenAPI, Insomnia, Bruno, HAR, .http, Hurl", [.character("I")],
    in: [.tree], section: .editing, rank: 35, footer: .word("import", lead: (60, [.tree])),
    handler: { $0.apply(.overlay(.show(.prompt(.importSource)))) })
}

extension AppState {
  /// The current collection if it is in the older `.bru` format, which can be shown and sent but not edited.
  var olderCollection: CollectionNode? {
    guard let path = currentCollection, let collection = workspace.collections.first(where: { $0.path == path }),
      collection.requests.first?.node.path.hasSuffix(".bru") == true
    else { return nil }
    return collection
  }
}

extension Question {
  static func conversion(of collection: CollectionNode) -> Question {
    .confirm(
      "Convert",
      "Convert \(collection.name) to the OpenCollection format, in a new folder? The old one stays unchanged",
      yes: .effect(.files(.convert(collection: collection.path))))
  }
}

/// The command that converts a collection from the older format, which cannot be edited.
enum ConversionCommands {
  static let all: [Command] = [convert]

  static let convert = Command(
    "convertCollection", "Convert the older .bru collection into one that can be edited", section: .request, rank: 150,
    refusal: { $0.olderCollection == nil ? "This collection is not in the older format" : nil },
    handler: { state in
      state.olderCollection.map { state.apply(.overlay(.show(.question(.conversion(of: $0))))) } ?? []
    })
}

/// Names and places of requests that have no file yet.
extension AppState {
  /// Asks for the name of a request. Without a folder for it, offers a new collection named like the workspace.
  mutating func askForName(of key: RequestKey) -> [Effect] {
    sessions.current = key
    if let folder = folderOfCursor { return askForName(of: key, in: folder) }
    guard let session = sessions[key] else { return [] }
    let prompt = Prompt.saveInNew(key, collection: workspace.name, name: session.draft.suggestedName)
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// Acts on a name or a path after Enter.
  mutating func answered(_ question: FileQuestion, _ text: String) -> [Effect] {
    let name = text.trimmed
    guard !name.isEmpty else { return [] }
    switch question {
    case .collection: return [.files(.change(.createCollection(name: name)))]
    case .request(let folder):
      sessions.isCreating = true
      return [.files(.change(.create(newRequest(named: name), folder: folder)))]
    case .folder(let parent): return [.files(.change(.createFolder(name: name, parent: parent)))]
    case .newName(let path): return [.files(.change(.rename(path: path, to: name)))]
    case .saveAs(let key, let folder): return saveAs(key, named: name, in: folder)
    case .saveInNew(let key, let collection): return saveInNewCollection(key, named: name, collection)
    case .importSource: return importSource(.path(TypedPath.plain(name)))
    }
  }

  /// A URL typed as the name is meant as one, and names the request.
  private func newRequest(named name: String) -> RequestDefinition {
    guard name.contains("://") || name.contains("/") && ScratchText.isURL(name) else {
      return RequestDefinition(name: name, url: newURL)
    }
    var definition = RequestDefinition(name: RequestName.of(url: name))
    definition.setTypedAddress(name, from: definition)
    return definition
  }

  /// The initial URL of a new request: the base URL if the environment has a variable for it.
  private var newURL: String {
    let names = environment.current?.variables.map(\.row.name) ?? []
    return ["base_url", "baseUrl", "base", "host"].first(where: names.contains).map { "{{\($0)}}/" } ?? ""
  }

  /// Asks for the name in a box that also shows the folder, with a key to choose another one.
  mutating func askForName(of key: RequestKey, in folder: String) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    var prompt = Prompt.saveAs(key, folder: folder, name: session.draft.suggestedName)
    prompt.place = Picker.folders(in: workspace).first { $0.id == folder }?.title
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// Lists the folders. The typed name waits for the choice.
  mutating func askForPlace(from prompt: Prompt) -> [Effect] {
    if case .files(.saveInNew(let key, let collection)) = prompt.purpose {
      sessions[key]?.draft.name = prompt.field.text.trimmed
      sessions.savedInNewCollection = SaveInNewCollection(key: key)
      return askForNewCollection(proposing: collection)
    }
    guard case .files(.saveAs(let key, let folder)) = prompt.purpose else { return [] }
    keepTyped(prompt)
    let items = Picker.folders(in: workspace)
    return apply(
      .overlay(.show(.picker(Picker("Save in", .files(.place(key, from: folder)), items: items, selected: folder)))))
  }

  /// Returns to the name prompt with the chosen folder.
  mutating func placeChosen(_ folder: String, for key: RequestKey, insteadOf former: String) -> [Effect] {
    let name = boxes.keptTexts.take(.prompt(.files(.saveAs(key, folder: former))))
    if let name { boxes.keptTexts.keep(name, of: .prompt(.files(.saveAs(key, folder: folder)))) }
    return askForName(of: key, in: folder)
  }

  /// Saves the request under the accepted name.
  mutating func saveAs(_ key: RequestKey, named name: String, in folder: String) -> [Effect] {
    guard var draft = sessions[key]?.draft else { return [] }
    draft.name = name
    // The name stays in the draft in case the file cannot be written or needs consent.
    if case .scratch = key { sessions[key]?.draft.name = name }
    return [.files(.saveAs(key, draft, folder: folder))]
  }

  /// Creates a collection, then saves the request in it under the accepted name.
  mutating func saveInNewCollection(_ key: RequestKey, named name: String, _ collection: String) -> [Effect] {
    sessions.savedInNewCollection = SaveInNewCollection(key: key, name: name)
    return [.files(.change(.createCollection(name: collection)))]
  }

  mutating func saveWaiting(in collection: String) -> [Effect] {
    guard let waiting = sessions.savedInNewCollection else { return [] }
    sessions.savedInNewCollection = nil
    guard let name = waiting.name else { return askForName(of: waiting.key, in: collection) }
    return saveAs(waiting.key, named: name, in: collection)
  }

  mutating func savedAs(_ key: RequestKey, path: String, _ definition: RequestDefinition) -> [Effect] {
    guard var session = sessions[key] else { return [] }
    let file = RequestKey.file(path)
    sessions.move(key, to: file)
    session.key = file
    session.collection = workspace.collection(around: path)?.path ?? session.collection
    session.saved = definition
    session.response.follow(session.draft, savedAs: definition)
    session.draft = definition
    session.isGone = false
    session.id = workspace.request(at: path)?.id
    sessions[file] = session
    var effects: [Effect] = []
    if case .scratch(let number) = key {
      showInTree(.request(path))
      effects += follow(draft: number, to: session, at: path)
    }
    _ = apply(.moved(key, to: file), to: \.undo)
    return effects + [.files(.journal(key, nil))] + apply(.written, to: \.switching)
  }

  /// Gives what a request had before it was saved to its file: the exchanges in the history, and the answer that other
  /// requests may use.
  private mutating func follow(draft number: Int, to session: RequestSession, at path: String) -> [Effect] {
    guard let name = sentName(of: session) else { return [] }
    let rename = HistoryRename(from: .draft(String(number)), to: name, isFolder: false, date: clock.now)
    let isSent = session.response.exchange != nil && session.response.kept == nil
    return apply(.history(.renamed(rename))) + (isSent ? [.transfer(.adoptAnswer(draft: number, path: path))] : [])
  }
}

/// A request to save once its collection has been created.
struct SaveInNewCollection: Equatable, Sendable {
  var key: RequestKey
  /// The accepted name; `nil` to ask for it.
  var name: String?
}
