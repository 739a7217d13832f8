import HTTPTypes
import Networking
import Sessions
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: TreeFeature.Action) -> [Effect] {
    TreeFeature.reduce(&tree, action, in: treeSurroundings).flatMap { carryOut($0) }
  }

  /// Fits the tree to another size of the window.
  mutating func settleTree() { TreeFeature.reveal(&tree, in: treeSurroundings) }

  private var treeSurroundings: TreeFeature.Surroundings {
    TreeFeature.Surroundings(
      workspace: workspace, history: TreeRow.HistoryBranch(entries: history.shown, hasMore: history.hasMore),
      scratches: scratches, height: layout.panes[.tree]?.height)
  }

  var treeSituation: TreeCommands.Situation {
    TreeCommands.Situation(
      isFocused: focus == .tree, selected: tree.selected,
      isOneCollection: workspace.collections.contains { $0.path == workspace.path }, sendableKinds: sendableKinds)
  }

  private mutating func carryOut(_ outcome: TreeFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): say(kind, text)
    case .ask(let prompt): apply(.overlay(.show(.prompt(prompt))))
    case .open(let node): open(node)
    case .openExchange(let entry): open(entry)
    case .openScratch(let number): show(.scratch(number))
    case .historyToggled: apply(.history(.branchToggled))
    case .olderRequested: apply(.history(.olderRequested))
    case .historyFilterRequested: apply(.history(.filterRequested))
    case .fileRequested(.newRequest): askForNewRequest()
    case .fileRequested(.newCollection): askForNewCollection()
    case .fileRequested(.newFolder): askForNewFolder()
    case .fileRequested(.rename): renameFile()
    case .fileRequested(.move): moveFile()
    case .fileRequested(.sort): sortFolder()
    case .send(let row): send(row)
    case .copyAsCurl(let row): copyAsCurl(row)
    case .explain(let node): explain(node)
    }
  }

  private mutating func send(_ row: TreeRow) -> [Effect] {
    switch row.content {
    case .request(let node): open(node, to: .pressSend)
    case .exchange(let entry): open(entry, to: .send)
    case .scratch(let number): show(.scratch(number)) + perform(CommandTable.send)
    default: []
    }
  }

  /// A request that is not open is read for it, and stays closed.
  private mutating func copyAsCurl(_ row: TreeRow) -> [Effect] {
    switch row.content {
    case .request(let node): copy(.file(node.path))
    case .scratch(let number): copy(.scratch(number))
    default: []
    }
  }

  private mutating func copy(_ key: RequestKey) -> [Effect] {
    guard sessions[key] != nil else { return apply(ExportFeature.Action.copied(ExportOrder(.request(key), as: .curl))) }
    return respond(.curlRequested, of: key)
  }

  /// Rebuilds the rows after the workspace changed.
  mutating func rebuildTree() { _ = apply(TreeFeature.Action.workspaceChanged) }

  /// Expands the branches above a row and selects it.
  mutating func showInTree(_ id: TreeRow.ID) { _ = apply(TreeFeature.Action.shown(id)) }

  mutating func leaveTree() -> [Effect] {
    if isSending { return send(.cancelled) }
    if tree.filter != nil { return apply(TreeFeature.Action.filterChanged(nil)) }
    if history.query != nil { return apply(.history(.filterEnded)) }
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = nil }
    return []
  }

  /// The data that the tree draws for an open request.
  func openRequest(_ key: RequestKey) -> TreeRow.OpenRequest? {
    guard let session = sessions[key] else { return nil }
    return TreeRow.OpenRequest(
      method: session.draft.shownMethod, name: session.shownName, isShown: current == key, isDraft: session.isDraft,
      result: session.lastResult)
  }
}

extension RequestSession {
  /// The result of the last send, for the tree.
  var lastResult: TreeRow.OpenRequest.Result? {
    switch response.phase {
    case .empty: return nil
    case .sending: return .running
    case .refused: return .bad
    case .finished(let exchange):
      // What the user ended says nothing about the server.
      if exchange.failure?.category == .cancelled { return nil }
      let status = exchange.shortStatus
      guard exchange.failure == nil, status.name == nil, (1..<500).contains(status.code) else { return .bad }
      if checks?.assertions.contains(where: { !$0.passed }) == true { return .bad }
      return status.code >= 400 ? .doubtful : .good
    }
  }
}
