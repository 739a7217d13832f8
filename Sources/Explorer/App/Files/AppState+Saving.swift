import Basics
import Terminal
import Workspaces

extension AppState {
  /// Applies an action to the open request and its file.
  mutating func file(_ action: FileFeature.Action) -> [Effect] { current.map { file(action, of: $0) } ?? [] }

  mutating func file(_ action: FileFeature.Action, of key: RequestKey) -> [Effect] {
    let given = FileFeature.Surroundings(
      key: key, isCurrent: key == current, isOccupied: isOccupied, workspace: workspace.path)
    var state = FileFeature.State(endsWhenSaved: endsWhenSaved)
    // Swapped, not copied: a copy would cost as much as the texts being edited.
    swap(&state.session, &sessions[key])
    let outcomes = FileFeature.reduce(&state, action, in: given)
    swap(&state.session, &sessions[key])
    endsWhenSaved = state.endsWhenSaved
    return outcomes.flatMap { carryOut($0, of: key) }
  }

  /// Called after every action: a disk version that arrived during editing waits until editing ends.
  mutating func takeOverFromDisk() -> [Effect] { session?.onDisk == nil ? [] : file(.settled) }

  private mutating func carryOut(_ outcome: FileFeature.Outcome, of key: RequestKey) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .work(let effect): return [.files(effect)]
    case .ask(let question): return apply(.overlay(.show(.question(question.map { .files($0) }))))
    case .askUnasked(let question, let words):
      return showUnasked(.question(question.map { .files($0) }), orSay: words)
    case .askName: return askForName(of: key)
    case .show(let page): return apply(.overlay(.show(.conflict(page))))
    case .rebased(let base, let other): return apply(UndoFeature.Action.rebased(key, from: base, onto: other))
    case .recorded(let before, let after):
      return apply(UndoFeature.Action.recorded(.edit(key, before: before, after: after)))
    case .variablesChanged: return refreshVariables(of: key)
    case .written: return endIfAllSaved()
    }
  }

  /// Without a folder for the request, offers a collection that is called like the workspace.
  private mutating func askForName(of key: RequestKey) -> [Effect] {
    if let folder = folderOfCursor { return askForName(of: key, in: folder) }
    guard let session = sessions[key] else { return [] }
    let prompt = Prompt.saveInNew(key, collection: workspace.name, name: session.draft.suggestedName)
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// Asks for the name in a box that also says the place, and has a key to choose another.
  mutating func askForName(of key: RequestKey, in folder: String) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    var prompt = Prompt.saveAs(key, folder: folder, name: session.draft.suggestedName)
    prompt.place = Picker.folders(in: workspace).first { $0.id == folder }?.title
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// Lists the places; the typed name waits for the choice.
  mutating func askForPlace(from prompt: Prompt) -> [Effect] {
    if case .saveInNew(let key, let collection) = prompt.purpose {
      sessions[key]?.draft.name = prompt.field.text.trimmed
      savedInNewCollection = SaveInNewCollection(key: key)
      return askForNewCollection(proposing: collection)
    }
    guard case .saveAs(let key, let folder) = prompt.purpose else { return [] }
    keepTyped(prompt)
    let items = Picker.folders(in: workspace)
    return apply(
      .overlay(.show(.picker(Picker("Save in", .place(key, from: folder), items: items, selected: folder)))))
  }

  /// Goes back to the name, in the chosen place.
  mutating func placeChosen(_ folder: String, for key: RequestKey, insteadOf former: String) -> [Effect] {
    let name = keptTexts.take(.prompt(.saveAs(key, folder: former)))
    if let name { keptTexts.keep(name, of: .prompt(.saveAs(key, folder: folder))) }
    return askForName(of: key, in: folder)
  }

  /// The name was accepted.
  mutating func saveAs(_ key: RequestKey, named name: String, in folder: String) -> [Effect] {
    guard var draft = sessions[key]?.draft else { return [] }
    draft.name = name
    // What was typed stays, also if it cannot be written or has to be asked about first.
    if case .scratch = key { sessions[key]?.draft.name = name }
    return [.files(.saveAs(key, draft, folder: folder))]
  }

  /// The name was accepted, and a collection for the request is made first.
  mutating func saveInNewCollection(_ key: RequestKey, named name: String, _ collection: String) -> [Effect] {
    savedInNewCollection = SaveInNewCollection(key: key, name: name)
    return [.files(.change(.createCollection(name: collection)))]
  }

  /// There is a new collection, which a request may have waited for.
  mutating func saveWaiting(in collection: String) -> [Effect] {
    guard let waiting = savedInNewCollection else { return [] }
    savedInNewCollection = nil
    guard let name = waiting.name else { return askForName(of: waiting.key, in: collection) }
    return saveAs(waiting.key, named: name, in: collection)
  }

  mutating func savedAs(_ key: RequestKey, path: String, _ definition: RequestDefinition) -> [Effect] {
    guard var session = sessions.removeValue(forKey: key) else { return [] }
    let file = RequestKey.file(path)
    session.key = file
    session.collection = workspace.collections.first { path.hasPrefix($0.path + "/") }?.path ?? session.collection
    session.saved = definition
    session.draft = definition
    session.isGone = false
    session.id = workspace.request(at: path)?.id
    sessions[file] = session
    if current == key { current = file }
    if case .scratch = key { showInTree(.request(path)) }
    apply(UndoFeature.Action.moved(key, to: file))
    return [.files(.journal(key, nil))] + endIfAllSaved()
  }
}
