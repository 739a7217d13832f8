import Basics
import Essentials
import SessionModel
import Terminal
package import Workspaces

/// Requests without a file: typed or pasted, sent immediately, and kept as drafts until `^S` asks for name and folder.
///
/// They are open requests like others. The smart line is the URL of such a request.
package struct Scratch: Feature {
  /// The letters pressed outside text fields that may start a URL, and the position before them.
  var typed = TypedStart()
  var beforeTyped: TypedPlace?

  package enum Action: Equatable, Sendable {
    /// `^O`, after the edited text was taken: a request with an empty URL to type or paste into.
    case begun
    /// Pasted text that becomes a request.
    case pasted(String)
    /// Creates a request from the clipboard, which is read in the background.
    case clipboardRequested
    case clipboardRead(String)
    /// Enter in the URL of the open request.
    case urlEntered
    /// A request of the workspace was chosen among the suggestions.
    case requestChosen(path: String)
    /// The kind of item at a path typed as the URL of a request without a file.
    case pathFound(RequestKey, TypedPath, FoundPath)
    /// An opened request made by another feature.
    case opened(RequestDefinition)
    /// Creates requests and shows the first.
    case make([RequestDefinition])
    /// A request of an earlier run; it is not shown yet.
    case found(Int, RequestDefinition)
    /// Deletes the row under the cursor in the tree.
    case deletionRequested(Int)
    case forget(Int)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .begun: begin(in: &context)
    case .pasted(let text): paste(text, in: &context)
    case .clipboardRequested: context.run(.system(.readClipboard))
    case .clipboardRead(let text): pasteAsNew(text, in: &context)
    case .urlEntered: enterURL(in: &context)
    case .requestChosen(let path):
      guard let key = context.app.session?.key, let node = context.app.workspace.request(at: path) else { return }
      open(node, insteadOf: key, in: &context)
    case .pathFound(let key, let path, let found): foundPath(found, at: path, of: key, in: &context)
    case .opened(let definition): make(definition, in: &context)
    case .make(let definitions): make(definitions, in: &context)
    case .found(let number, let definition): bringBack(number, definition, in: &context)
    case .deletionRequested(let number):
      let name = context.app.sessions[.scratch(number)]?.shownName ?? ""
      context.ask(.confirm("Delete", "\(name) was never saved. Delete it for good?", yes: .scratch(.forget(number))))
    case .forget(let number): remove(.scratch(number), in: &context)
    }
  }
}

/// Creating and removing.
extension Scratch {
  private func begin(in context: inout FeatureContext) {
    let app = context.app
    if let blank = app.sessions.all.first(where: { $0.value.isEntry(app.formats) })?.key {
      context.open(blank)
    } else if app.session?.isBareSmartLine != true {
      make(.scratch(), in: &context)
    }
    // The text in the smart line was not sent yet, so the key returns to it.
    context.edit(.url)
  }

  private func make(_ definition: RequestDefinition, in context: inout FeatureContext) {
    // Unique across runs, so that a draft of an earlier run is never overwritten.
    let number = Int(context.app.clock.now.timeIntervalSince1970 * 1000) * 1000 + context.nextSerial() % 1000
    var session = RequestSession(
      key: .scratch(number), collection: context.app.currentCollection, draft: definition.withQueryInStep)
    // It was never sent.
    session.response.isRecalled = true
    context.put(session)
    context.open(session.key)
    if !session.isBlankScratch { context.run(.files(.journal(session.key, session.kept(session.draft)))) }
    context.perform(.tree(.shown(.scratch(number))))
  }

  /// Creates requests and edits the URL of the first, so that Enter sends it.
  private func make(_ definitions: [RequestDefinition], in context: inout FeatureContext) {
    guard !definitions.isEmpty else { return }
    for definition in definitions.reversed() { make(definition, in: &context) }
    let said = definitions.count == 1 ? "A new request" : "\(definitions.count) new requests"
    context.edit(.url)
    context.say("\(said), not saved yet: \(key: "enter") sends it, \(key: "save") saves it")
  }

  private func bringBack(_ number: Int, _ definition: RequestDefinition, in context: inout FeatureContext) {
    let app = context.app
    guard app.sessions[.scratch(number)] == nil else { return }
    // The journal needs a name; one that the screen shows for a request without a name was not given by the user.
    var draft = definition
    draft.name = ""
    if ![draft.shownName, RequestSession.nameOfEntry].contains(definition.name) { draft.name = definition.name }
    let session = RequestSession(key: .scratch(number), collection: app.currentCollection, draft: draft)
    context.put(session)
    context.perform(.tree(.workspaceChanged))
    guard session.isEntry(app.formats) else {
      reopen(number, in: &context)
      return context.say("Restored \(draft.shownName): \(key: "save") saves it")
    }
    // It is stored again when the program ends.
    context.run(.files(.journal(session.key, nil)))
    context.say("Restored \(shown(draft.url.trimmed)), as typed last time")
  }

  /// Shows a request of an earlier run in a workspace without requests, in place of the blank line that it opens with.
  private func reopen(_ number: Int, in context: inout FeatureContext) {
    let app = context.app
    guard app.isWithoutRequests, app.sessions.lastShown == nil, app.overlay == nil else { return }
    if let blank = app.session {
      guard blank.isBlankScratch, app.isSmartLineEmpty else { return }
      remove(blank.key, in: &context)
    }
    context.perform(.tree(.shown(.scratch(number))))
    context.open(.scratch(number))
  }

  private func remove(_ key: RequestKey, in context: inout FeatureContext) {
    context.remove(key)
    context.perform(.tree(.workspaceChanged))
    context.run(.files(.journal(key, nil)))
  }

  /// Opens a request of the workspace in place of the typed one.
  private func open(_ node: RequestNode, insteadOf key: RequestKey, in context: inout FeatureContext) {
    remove(key, in: &context)
    context.open(node)
  }
}

/// Enter in the smart line.
extension Scratch {
  /// Enter in the URL sends the request. In one without a file, other text may be a command, the name of a request, or
  /// the path of a file to import, which is looked up on disk.
  private func enterURL(in context: inout FeatureContext) {
    guard let session = context.app.session, !session.draft.address.trimmed.isEmpty else { return }
    guard case .scratch = session.key else { return send(in: &context) }
    let url = session.draft.address
    let text = url.trimmed
    if case .commands(let result)? = ScratchText(url, context.app.formats), let first = result.requests.first,
      !result.isRefused
    {
      context.request(.replaced(unnamed(first)), of: session.key)
      send(in: &context)
      if let lost = lost(result) { context.say(lost, .warning) }
      return
    }
    if !ScratchText.isAddress(text) {
      let named = context.app.workspace.requests(named: text)
      if named.count == 1 { return open(named[0], insteadOf: session.key, in: &context) }
      if named.count > 1 {
        return refuse("\(named.count) requests are called \(shown(text)): ↓ chooses one in the list", in: &context)
      }
    }
    if let typed = TypedRequest(text) {
      if let fault = typed.fault { return refuse("The body after the URL is not JSON: \(fault)", in: &context) }
      context.request(.replaced(typed.applied(to: session.draft)), of: session.key)
      return send(in: &context)
    }
    if let path = TypedPath(url) { return context.run(.files(.findPath(session.key, path))) }
    guard ScratchText.isURL(text) else { return refuse(refusal(of: text, in: context.app.workspace), in: &context) }
    send(in: &context)
  }

  private func send(in context: inout FeatureContext) {
    context.perform(.tree(.workspaceChanged))
    if context.app.enterInURLSends { context.perform(.command(CommandTable.send)) }
  }

  /// Reports why the text is not used, and continues editing it.
  private func refuse(_ words: String, in context: inout FeatureContext) {
    context.edit(.url)
    context.say(words, .warning)
  }

  private func refusal(of text: String, in workspace: WorkspaceTree) -> String {
    let names = workspace.collections.flatMap(\.requests).map(\.node.name)
    if let near = NearestWord.of(text, in: names) {
      return "No request is called \(shown(text)). Did you mean \(shown(near))?"
    }
    let host = text.contains(where: \.isWhitespace) ? "" : "; for a host, type http://\(shown(text))"
    return "\(shown(text)) is not a URL, request, command or file\(host)"
  }

  private func shown(_ text: String) -> String { Truncation.end.applied(to: text, columns: 24) }

  /// Handles the result of the lookup. Meanwhile another request may have been opened, or the URL changed.
  private func foundPath(
    _ found: FoundPath, at path: TypedPath, of key: RequestKey, in context: inout FeatureContext
  ) {
    guard let session = context.app.session, session.key == key, TypedPath(session.draft.url) == path else { return }
    switch found {
    case .importable:
      remove(key, in: &context)
      context.perform(.files(.importRequested(path: path.text)))
    case .folder: context.perform(.switching(.chosen(paths: [path.text])))
    case .nothing where path.isCertain || !path.text.contains("/"):
      refuse("There is no file \(path.text)", in: &context)
    case .nothing: send(in: &context)
    }
  }
}

/// Turns a pasted URL or curl command into a request.
extension Scratch {
  private func paste(_ text: String, asNew: Bool = false, in context: inout FeatureContext) {
    let formats = context.app.formats
    switch ScratchText(text, formats) {
    case .address(let url)?: make([.scratch(url: url)], in: &context)
    case .request(let typed)?: make([typed.applied(to: .scratch())], in: &context)
    case .calls(let result)?:
      guard !result.requests.isEmpty else {
        return context.say(result.notices.first.map { "\($0)" } ?? "There is no call in that command", .warning)
      }
      make(result.requests, in: &context)
      let lost = result.notices.map(\.message)
      if !lost.isEmpty { context.say("Not carried over: \(lost.joined(separator: "; "))", .warning) }
    case .commands(let result)?:
      if let whole = result.whole.map({ formats.requests(in: $0) }), !whole.requests.isEmpty, !whole.isRefused {
        return offer(whole, instead: result, in: &context)
      }
      guard !result.requests.isEmpty, !result.isRefused else {
        let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
        return context.say(reason.map { "\($0)" } ?? "There is no request in that command", .warning)
      }
      take(result, asNew: asNew, in: &context)
    case nil: break
    }
  }

  /// Creates a request from the requested clipboard text, wherever the cursor is. A user who has gone on is not
  /// interrupted.
  private func pasteAsNew(_ text: String, in context: inout FeatureContext) {
    guard !context.app.isOccupied else { return context.say("Not pasted while something else is open: try again") }
    guard ScratchText(text, context.app.formats) != nil else {
      return context.say("The clipboard has no URL or cURL command; \(key: "import") imports other formats")
    }
    context.close()
    paste(text, asNew: true, in: &context)
  }

  /// - Parameter asNew: whether the request cannot replace the open one.
  private func take(_ result: PastedCommands, asNew: Bool, in context: inout FeatureContext) {
    let definitions = result.requests.map(unnamed)
    let notice = lost(result).map { " \($0)" } ?? ""
    if definitions.count > 1 {
      return ask(
        "These are \(definitions.count) commands.\(notice)",
        [
          .init("y", "create \(definitions.count) new requests", .scratch(.make(definitions))),
          .init("f", "only the first", .scratch(.make([definitions[0]]))), .init("n", "no", nil),
        ], in: &context)
    }
    // With the cursor on the URL line of a request, the user may mean that request.
    let app = context.app
    guard !asNew, let open = app.session, open.editor.isOnURL, app.focus == .request, app.refusalToEdit == nil,
      !open.isBlankScratch, let first = result.requests.first
    else {
      make(definitions, in: &context)
      if !notice.isEmpty { context.say("A new request.\(notice)", .warning) }
      return
    }
    let replaced = definition(of: first, open.draft)
    ask(
      "Create a new request, or replace this one?\(notice)",
      [
        .init("n", "new", .scratch(.make(definitions))),
        .init("r", "replace this one (\(key: "undo") undoes it)", .request(.replaced(replaced), of: open.key)),
      ], usual: "n", in: &context)
  }

  /// The parts of a command that the import left out; `nil` if there are none.
  private func lost(_ result: PastedCommands) -> String? {
    let lost = result.losses.map(\.message)
    guard !lost.isEmpty else { return nil }
    let more = lost.count > Self.mostLost ? "; and \(lost.count - Self.mostLost) more" : ""
    return "Not carried over: \(lost.prefix(Self.mostLost).joined(separator: "; "))\(more)."
  }

  /// The maximum number of names listed.
  private static let mostLost = 3

  /// A shell would cut the URL at `&` or `<`, which the user hardly intended.
  private func offer(_ whole: PastedCommands, instead cut: PastedCommands, in context: inout FeatureContext) {
    var choices = [Question.Choice("y", "use the whole URL", .scratch(.make(whole.requests.map(unnamed))))]
    if !cut.requests.isEmpty, !cut.isRefused {
      choices.append(.init("c", "cut", .scratch(.make(cut.requests.map(unnamed)))))
    }
    ask("A shell cuts this URL at an unquoted & or <.", choices + [.init("n", "no", nil)], in: &context)
  }

  private func ask(
    _ text: String, _ choices: [Question.Choice], usual: Character? = nil, in context: inout FeatureContext
  ) {
    var question = Question("Pasted cURL command", text, choices)
    question.usual = usual
    context.leaveEditing()
    context.ask(question)
  }

  /// The imported definition with the name, position and docs of the existing request.
  private func definition(of imported: RequestDefinition, _ draft: RequestDefinition) -> RequestDefinition {
    var definition = imported
    definition.name = draft.name
    definition.sequence = draft.sequence
    definition.docs = draft.docs
    return definition
  }

  /// Removes the name, so that the request is named after its URL until it is saved.
  private func unnamed(_ definition: RequestDefinition) -> RequestDefinition {
    var copy = definition
    copy.name = ""
    return copy
  }
}

extension AppState {
  /// The numbers of the unsaved requests, oldest first.
  var scratches: [Int] { sessions.all.keys.compactMap(\.scratchNumber).sorted() }

  /// Starts an unsaved request to type or paste into.
  mutating func beginScratch() -> [Effect] { leaveEditing() + apply(.begun, to: \.scratch) }

  /// Pastes a text that no box handled: a URL or a command as a request, other text at the cursor.
  mutating func pasteOutside(_ text: String) -> [Effect] {
    if becomesRequest(text) { return apply(.pasted(text), to: \.scratch) }
    return focus == .request && session != nil ? request(.pasted(text)) : refusePaste(of: text)
  }

  private func becomesRequest(_ text: String) -> Bool {
    let isOnURL = session?.editor.isOnURL == true
    guard !isEditingText || isOnURL else { return false }
    switch ScratchText(text, formats) {
    case .address(let url)?:
      // In a URL being edited it is inserted; on the URL line of a request it replaces the URL. A word with a slash may be
      // `text/plain`, meant for a row.
      let isForRequest = isOnURL || !ScratchText.isAddress(url)
      return !isEditingText && !(focus == .request && isForRequest)
    case .request?: return !isEditingText
    case .calls?, .commands?: return true
    case nil: return false
    }
  }

  /// Removes a request that is blank or not a request yet once another one is shown. `^O` restores its text.
  mutating func forgetBlankScratch(_ key: RequestKey?) {
    guard let key, key != current, let session = sessions[key], session.isEntry(formats) else { return }
    boxes.keptTexts.keep(session.draft.address, of: .smartLine)
    sessions[key] = nil
    rebuildTree()
  }
}

extension WorkspaceTree {
  /// Finds requests by name, or by their path as on the command line.
  fileprivate func requests(named name: String) -> [RequestNode] {
    let name = name.lowercased()
    return collections.flatMap(\.requests).map(\.node).filter {
      $0.name.lowercased() == name || $0.id.lowercased() == name
    }
  }
}

extension RequestSession {
  /// A text that is not a request yet, as stored in the journal.
  var keptEntry: RequestDefinition {
    var kept = draft
    kept.name = Self.nameOfEntry
    return kept
  }

  static let nameOfEntry = "Typed text"

  /// The draft as stored in the journal, where a file needs a name.
  func kept(_ draft: RequestDefinition) -> RequestDefinition {
    guard case .scratch = key else { return draft }
    var kept = draft
    kept.name = draft.shownName
    return kept
  }
}
