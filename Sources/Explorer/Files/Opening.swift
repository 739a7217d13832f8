import HTTPModel
import Workspaces

extension AppState {
  /// Loads the data that the first frame does not need.
  mutating func started() -> [Effect] {
    let later: [Effect] =
      [.files(.loadHistory(HistoryRequest())), .files(.prune(retentionInForce))]
    let loading = [Effect.files(.loadTree(path: workspace.path))]
    // The start page needs no files.
    if listing == .unreadWithoutCollection { return loading + later + beginEmpty() }
    if workspace.collections.isEmpty { return loading + later }
    return treeArrived() + later
  }

  /// The root of the current collection: that of the open request, else of the selected row, else the first.
  var currentCollection: String? {
    if let collection = session?.collection { return collection }
    let path: String? =
      switch tree.selected?.id {
      case .collection(let path), .folder(let path), .request(let path): path
      default: nil
      }
    let match = path.flatMap { workspace.collection(around: $0) }
    return (match ?? workspace.collections.first)?.path
  }

  /// Reads the environments of the current collection if another collection's are loaded.
  mutating func followCollection() -> [Effect] {
    environment.collection == nil || environment.collection == currentCollection ? [] : loadEnvironments()
  }

  mutating func loadEnvironments() -> [Effect] {
    guard let collection = currentCollection else { return [] }
    environment.enter(collection)
    return [.environment(.load(collection: collection))]
  }

  mutating func show(_ key: RequestKey) -> [Effect] {
    guard sessions[key] != nil else { return [] }
    let kept = current == key ? [] : leaveEditing()
    let left = current
    sessions.current = key
    forgetBlankScratch(left)
    var effects = kept + refreshVariables(of: key) + recallAnswer(of: key)
    if sessions.openedQuietly == key { sessions.openedQuietly = nil } else { effects += setFocus(.request) }
    effects += followCollection()
    return effects + fulfilWish(for: key) + apply(.requestShown(key), to: \.variables)
  }

  /// Reloads the variables after an edit or a change of environment.
  func refreshVariables(of key: RequestKey, _ draft: RequestDefinition? = nil) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    return [.files(.loadVariables(key, draft ?? session.draft, terms(of: session)))]
  }
}

/// The open requests, and the one that is shown.
package struct RequestSessions: Equatable, Sendable {
  package var all: [RequestKey: RequestSession] = [:]
  package var current: RequestKey?
  /// The new keys of moved requests by old key, for work that began before the move.
  private var followers: [RequestKey: RequestKey] = [:]
  /// A request that does not take the focus when shown, because no key opened it.
  var openedQuietly: RequestKey?
  /// The request being read in order to show it.
  var awaited: AwaitedRequest?
  /// True while the file of a new request is created and read. What is typed meanwhile is meant for its URL.
  var isCreating = false
  /// A request to save once its collection has been created.
  var savedInNewCollection: SaveInNewCollection?
  /// The path of the last run's request, which is shown once it is listed.
  var lastShown: String?
  /// Differences hidden in comparisons, by request.
  var ignored: [String: Set<String>] = [:]

  package subscript(key: RequestKey) -> RequestSession? {
    get { all[key] }
    _modify { yield &all[key] }
  }

  mutating func close(_ key: RequestKey) {
    all[key] = nil
    if current == key { current = nil }
  }

  mutating func move(_ key: RequestKey, to place: RequestKey) {
    guard var session = all.removeValue(forKey: key) else { return }
    session.key = place
    all[place] = session
    followers[key] = place
    if current == key { current = place }
  }

  /// The current key of an open request whose file may have moved.
  func follower(_ key: RequestKey) -> RequestKey {
    var place = key
    var steps = followers.count
    while all[place] == nil, steps > 0, let next = followers[place] { (place, steps) = (next, steps - 1) }
    return place
  }
}

/// The request being read in order to show it, and the action to perform then.
///
/// There is at most one. Opening another request or an error discards the action, which could otherwise send something
/// unasked.
struct AwaitedRequest: Equatable, Sendable {
  enum Wish: Equatable, Sendable {
    case show
    /// Sends the request, because the key was pressed while the request was being read.
    case pressSend
    case send
    /// Previews what would be sent.
    case preview
    /// Compares the exchange with another.
    case compare(HistorySummary)
    case showResult(RunFinish)
    /// Moves the cursor to the field that contains the text.
    case find(String)
    /// Asks for the field to insert a live reference into.
    case use(reference: AnswerReference)
    /// Moves the cursor to a line of a script.
    case script(ScriptPlace)
    case editURL
  }

  var key: RequestKey
  var wish = Wish.show
  /// The page it was chosen on, which stays open if it cannot be read.
  var page: Page?
}

extension AppState {
  /// Shows a saved request, reading it first if it is not open.
  mutating func open(_ node: RequestNode, to wish: AwaitedRequest.Wish = .show) -> [Effect] {
    let key = RequestKey.file(node.path)
    sessions.awaited = AwaitedRequest(key: key, wish: wish)
    if sessions[key] != nil { return show(key) }
    if let fault = node.fault { return apply(FileAction.requestUnreadable(key, fault)) }
    return [.files(.loadRequest(key))]
  }

  /// Shows a request or the settings of a folder, reading them first if they are not open.
  mutating func open(_ key: RequestKey, to wish: AwaitedRequest.Wish = .show) -> [Effect] {
    if let node = key.path.flatMap({ workspace.request(at: $0) }) { return open(node, to: wish) }
    sessions.awaited = AwaitedRequest(key: key, wish: wish)
    guard sessions[key] == nil, let path = key.path else { return show(key) }
    if SettingsFile.kind(at: path) != nil { return apply(.opened(folder: path.folder), by: FolderSettings()) }
    return [.files(.loadRequest(key))]
  }

  /// Shows a history entry with the request that made it, replacing the page it was chosen on.
  mutating func open(_ entry: HistorySummary, to wish: AwaitedRequest.Wish = .show) -> [Effect] {
    let key = RequestKey.history(entry.id)
    sessions.awaited = AwaitedRequest(key: key, wish: wish, page: page)
    page = nil
    return sessions[key] == nil ? [.files(.loadExchange(id: entry.id))] : show(key)
  }

  var opening: RequestKey? {
    guard let key = sessions.awaited?.key, case .file = key else { return nil }
    return key
  }

  /// Performs the pending action on the request now shown. Showing another request discards it.
  mutating func fulfilWish(for key: RequestKey) -> [Effect] {
    let awaited = sessions.awaited
    sessions.awaited = nil
    guard let awaited, awaited.key == key else { return [] }
    switch awaited.wish {
    case .show: return []
    case .pressSend: return perform(CommandTable.send)
    case .send:
      // The secrets of a stored exchange are masked, so a send has to check them.
      if case .history = key { return pressSend(key) }
      return apply(.step(key, .opened), to: \.outbox)
    case .preview: return previewOpened()
    case .compare(let other): return setFocus(.response) + inResponse(of: key) { $0.compareChosen(other) }
    case .showResult(let finish): return show(finish, of: key)
    case .find(let text): return inRequestPane(of: key) { $0.go(toText: text) }
    case .script(let place): return inRequestPane(of: key) { $0.goToScript(place) }
    case .use(let reference): return apply(.placeRequested(reference: reference), by: ValueUse())
    // A user who has gone on to something else is not interrupted.
    case .editURL: return isOccupied || focus != .request ? [] : editURL()
    }
  }
}

/// Requests that arrive from files or the history.
extension AppState {
  /// Restores unsaved changes of an earlier run, marked as a draft, without asking.
  mutating func draftFound(
    _ key: RequestKey, _ saved: RequestDefinition, _ draft: RequestDefinition, _ collection: String
  ) -> [Effect] {
    guard sessions[key]?.isDraft != true else { return [] }
    let id = key.path.flatMap { workspace.request(at: $0)?.id }
    // The request may be shown already, with its last answer, which is still its own after the edit.
    var session = sessions[key] ?? RequestSession(key: key, id: id, collection: collection, draft: draft)
    (session.saved, session.draft, session.fault) = (saved, draft, nil)
    sessions[key] = session
    guard let path = key.path, workspace.lists(path) else {
      sessions[key]?.isGone = true
      var effects: [Effect] = []
      if current == nil || self.session?.isBlankScratch == true {
        sessions.openedQuietly = key
        effects = show(key)
      }
      let gone = sessions.all.values.filter(\.isGone)
      let files = gone.count == 1 ? "its file is gone" : "their files are gone"
      return effects + say(.warning, "Restored changes of \(names(of: gone)), but \(files): \(way(to: gone))")
    }
    tree.reveal(draft.kind == .folder ? .folder(path.folder) : .request(path), in: workspace)
    rebuildTree()
    let variables = key == current ? refreshVariables(of: key) : []
    return variables + say(.warning, "Restored unsaved changes of \(draft.name): \(key: "save") saves them")
  }

  mutating func showUnreadable(_ key: RequestKey, _ notice: Notice) -> [Effect] {
    // The pane shows the location; the top line and the tree show the file name.
    let name = (key.path ?? notice.path).split(separator: "/").last.map(String.init) ?? notice.location
    let kind = key.path.flatMap { SettingsFile.kind(at: $0) } ?? .http
    var session = RequestSession(key: key, draft: RequestDefinition(kind: kind, name: name))
    session.saved = session.draft
    session.fault = notice
    sessions[key] = session
    return show(key)
  }

  mutating func showExchange(
    id: String, _ definition: RequestDefinition, _ kept: KeptAnswer, of collection: String?
  ) -> [Effect] {
    let key = RequestKey.history(id)
    // An exchange that arrives late must not hide a send in progress.
    if let open = sessions[key], case .sending = open.response.phase { return show(key) + setFocus(.response) }
    let summary = (history.entries + history.found).first { $0.id == id }
    var definition = definition.withQueryInStep
    // The history records the request's path; the screen shows the name.
    if let name = summary.flatMap({ savedRequest(of: $0)?.name }) { definition.name = name }
    // Credentials, variables and consents are those of the collection that the exchange was sent from.
    let known = workspace.collections.contains { $0.path == collection } ? collection : nil
    var session = RequestSession(
      key: key, id: summary?.requestID, collection: known ?? currentCollection, saved: definition, draft: definition)
    let effects: [Effect] = session.response.finish(with: kept.exchange, key: key).map { .document($0) }
    session.response.showResults(of: kept, to: definition)
    sessions[key] = session
    return show(key) + effects + setFocus(.response) + respond(.shown, of: key)
  }
}
