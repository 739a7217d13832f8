import Basics
import Interchange
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests without a file: typed or pasted, sent immediately, and kept as drafts until `^S` asks for name and folder.
///
/// They are opened requests like others: it makes and removes them through an `Outcome`.
enum ScratchFeature {
  struct State: Equatable {
    /// The last number given in this run.
    var serial = 0
  }

  struct Surroundings {
    /// The open request, and whether it has the focus, takes text, and can be changed.
    var open: RequestSession?
    var isFocused: Bool
    var isEditing: Bool
    var isEditable: Bool
    /// A request without a file that is still blank.
    var blank: RequestKey?
    /// What there is by number.
    var session: (Int) -> RequestSession?
    /// Root of the collection whose variables a new one sees.
    var collection: String?
    var workspace: WorkspaceTree
    var now: Date
  }

  static func reduce(_ state: inout State, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .begun:
      if let blank = given.blank { return [.show(blank), .editURL] }
      // What stands in the smart line was not sent yet: it is what the key leads to.
      if let open = given.open, open.isBareSmartLine { return [.editURL] }
      return make(.scratch(), &state, in: given) + [.editURL]
    case .pasted(let text): return pasted(text, in: given)
    case .clipboardRequested: return [.readClipboard]
    case .told(.clipboardRead(let text)): return pastedAsNew(text, in: given)
    case .urlEntered: return entered(in: given)
    case .requestChosen(let path):
      guard let key = given.open?.key, let node = given.workspace.request(at: path) else { return [] }
      return open(node, insteadOf: key)
    case .pathFound(let key, let path, let found): return foundPath(found, at: path, of: key, in: given)
    case .opened(let definition): return make(definition, &state, in: given)
    case .deletionRequested(let number):
      let name = given.session(number)?.shownName ?? ""
      return [.ask(.confirm("Delete", "\(name) was never saved. Delete it for good?", yes: .act(.forget(number))))]
    case .told(.make(let definitions)): return make(definitions, &state, in: given)
    case .told(.found(let number, let definition)):
      guard given.session(number) == nil else { return [] }
      // The journal needs a name; one that says no more than the URL was not given by the user.
      var draft = definition
      if draft.name == RequestName.of(url: draft.url) { draft.name = "" }
      if draft.name == RequestSession.nameOfEntry { draft.name = "" }
      let session = RequestSession(key: .scratch(number), collection: given.collection, draft: draft)
      guard !session.isEntry else {
        // Kept again when the program ends with it.
        let said = "\(shown(draft.url.trimmed)) was typed last time and is back"
        return [.added(session), .listed, .journal(session.key, nil), .said(.information, said)]
      }
      return [
        .added(session), .listed,
        .said(.information, "\(draft.shownName) from last time is back: \(key: "save") saves it"),
      ]
    case .told(.forget(let number)):
      let key = RequestKey.scratch(number)
      return [.removed(key), .hide(key), .listed, .journal(key, nil)]
    }
  }

  private static func make(
    _ definition: RequestDefinition, _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    state.serial += 1
    // Unique across runs, so that a draft of an earlier run is never overwritten.
    let number = Int(given.now.timeIntervalSince1970 * 1000) * 1000 + state.serial % 1000
    let session = RequestSession(
      key: .scratch(number), collection: given.collection, draft: definition.withQueryInStep)
    let kept: [Outcome] =
      session.isBlankScratch ? [] : [.journal(session.key, session.kept(session.draft))]
    return [.added(session), .show(session.key)] + kept + [.select(number)]
  }

  /// Creates requests and edits the URL of the first, so that Enter sends it.
  private static func make(
    _ definitions: [RequestDefinition], _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    guard !definitions.isEmpty else { return [] }
    var outcomes: [Outcome] = []
    for definition in definitions.reversed() { outcomes += make(definition, &state, in: given) }
    if let former = given.open { outcomes.append(.left(former.key)) }
    let said = definitions.count == 1 ? "A new request" : "\(definitions.count) new requests"
    return outcomes + [
      .editURL, .said(.information, "\(said), not saved yet: \(key: "enter") sends it, \(key: "save") saves it"),
    ]
  }

  /// Enter in the URL of a request without a file sends it. Other text may be a command, the name of a request, or the
  /// path of a file to import, of which the disk knows whether it is there.
  private static func entered(in given: Surroundings) -> [Outcome] {
    guard let session = given.open, case .scratch = session.key, !session.draft.address.trimmed.isEmpty else {
      return []
    }
    let url = session.draft.address
    let text = url.trimmed
    if case .commands(let result)? = ScratchText(url), let first = result.requests.first, !result.isRefused {
      let taken: [Outcome] = [.change(unnamed(first.request).withQueryInStep), .listed, .send]
      return taken + (lost(result).map { [.said(.warning, $0)] } ?? [])
    }
    if !ScratchText.isAddress(text) {
      let named = requests(named: text, in: given.workspace)
      if named.count == 1 { return open(named[0], insteadOf: session.key) }
      if named.count > 1 {
        return refuse("\(named.count) requests are called \(shown(text)): ↓ chooses one in the list")
      }
    }
    if let typed = TypedRequest(text) {
      if let fault = typed.fault { return refuse("The body after the URL is not JSON: \(fault)") }
      return [.change(typed.applied(to: session.draft)), .listed, .send]
    }
    if let path = TypedPath(url) { return [.lookUp(session.key, path)] }
    guard ScratchText.isURL(text) else { return refuse(refusal(of: text, in: given.workspace)) }
    return [.listed, .send]
  }

  /// A request of the workspace takes the place of the one that was typed into.
  private static func open(_ node: RequestNode, insteadOf key: RequestKey) -> [Outcome] {
    [.removed(key), .listed, .journal(key, nil), .open(node)]
  }

  /// Says why nothing is done with the text, which goes on being edited.
  private static func refuse(_ words: String) -> [Outcome] { [.editURL, .said(.warning, words)] }

  private static func refusal(of text: String, in workspace: WorkspaceTree) -> String {
    let names = workspace.collections.flatMap(\.requests).map(\.node.name)
    if let near = NearestWord.of(text, in: names) {
      return "No request is called \(shown(text)). Did you mean \(shown(near))?"
    }
    let host = text.contains(where: \.isWhitespace) ? "" : "; for a host, type http://\(shown(text))"
    return "\(shown(text)) is not a URL, request, command or file\(host)"
  }

  private static func shown(_ text: String) -> String { Truncation.end.applied(to: text, columns: 24) }

  /// The disk has answered; meanwhile another request may have been opened, or the URL changed.
  private static func foundPath(
    _ found: FoundPath, at path: TypedPath, of key: RequestKey, in given: Surroundings
  ) -> [Outcome] {
    guard let session = given.open, session.key == key, TypedPath(session.draft.url) == path else { return [] }
    switch found {
    case .importable:
      return [.removed(key), .hide(key), .listed, .journal(key, nil), .importFile(path.text)]
    case .folder: return [.openWorkspace(path.text)]
    case .nothing where path.isCertain || !path.text.contains("/"): return refuse("There is no file \(path.text)")
    case .nothing: return [.listed, .send]
    }
  }

  /// By name, or by the path that the command line knows them by.
  private static func requests(named name: String, in workspace: WorkspaceTree) -> [RequestNode] {
    let name = name.lowercased()
    return workspace.collections.flatMap(\.requests).map(\.node).filter {
      $0.name.lowercased() == name || $0.id.lowercased() == name
    }
  }

  /// It is called after its URL until it is saved.
  static func unnamed(_ definition: RequestDefinition) -> RequestDefinition {
    var copy = definition
    copy.name = ""
    return copy
  }
}

extension RequestSession {
  /// A text that is no request yet, for the journal.
  var keptEntry: RequestDefinition {
    var kept = draft
    kept.name = Self.nameOfEntry
    return kept
  }

  static let nameOfEntry = "Typed text"

  /// The draft for the journal: a file there needs a name.
  func kept(_ draft: RequestDefinition) -> RequestDefinition {
    guard case .scratch = key else { return draft }
    var kept = draft
    kept.name = draft.suggestedName
    return kept
  }
}
