import Basics
import Interchange
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
      return make(.scratch(), &state, in: given) + [.editURL]
    case .pasted(let text): return pasted(text, in: given)
    case .urlEntered: return entered(in: given)
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
      let session = RequestSession(key: .scratch(number), collection: given.collection, draft: draft)
      return [.added(session), .listed, .said(.information, "\(draft.shownName) from last time is back: ^S saves it")]
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
    return outcomes + [.editURL, .said(.information, "\(said), not saved yet: Enter sends it, ^S saves it")]
  }

  /// Enter in the URL of a request without a file sends it. Other text may be a command, the name of a request, or the
  /// path of a file to import, of which the disk knows whether it is there.
  private static func entered(in given: Surroundings) -> [Outcome] {
    guard let session = given.open, case .scratch = session.key, !session.draft.url.trimmed.isEmpty else { return [] }
    let url = session.draft.url
    if case .commands(let result)? = ScratchText(url), let first = result.requests.first, !result.isRefused {
      return [.change(unnamed(first.request).withQueryInStep), .listed, .send]
    }
    if !ScratchText.isAddress(url.trimmed), let node = onlyRequest(named: url.trimmed, in: given.workspace) {
      return [.removed(session.key), .listed, .journal(session.key, nil), .open(node)]
    }
    if let path = TypedPath(url) { return [.lookUp(session.key, path)] }
    return [.listed, .send]
  }

  /// The disk has answered; meanwhile another request may have been opened, or the URL changed.
  private static func foundPath(
    _ found: FoundPath, at path: TypedPath, of key: RequestKey, in given: Surroundings
  ) -> [Outcome] {
    guard let session = given.open, session.key == key, TypedPath(session.draft.url) == path else { return [] }
    switch found {
    case .importable:
      return [.removed(key), .hide(key), .listed, .journal(key, nil), .importFile(path.text)]
    case .folder: return [.said(.information, "That is a folder: `apus \(path.text)` opens it")]
    case .nothing where path.isCertain: return [.said(.warning, "There is no file \(path.text)")]
    case .nothing: return [.listed, .send]
    }
  }

  private static func onlyRequest(named name: String, in workspace: WorkspaceTree) -> RequestNode? {
    let found = workspace.collections.flatMap(\.requests).filter { $0.node.name.lowercased() == name.lowercased() }
    return found.count == 1 ? found[0].node : nil
  }

  /// It is called after its URL until it is saved.
  static func unnamed(_ definition: RequestDefinition) -> RequestDefinition {
    var copy = definition
    copy.name = ""
    return copy
  }
}

extension RequestSession {
  /// The draft for the journal: a file there needs a name.
  func kept(_ draft: RequestDefinition) -> RequestDefinition {
    guard case .scratch = key else { return draft }
    var kept = draft
    kept.name = draft.suggestedName
    return kept
  }
}
