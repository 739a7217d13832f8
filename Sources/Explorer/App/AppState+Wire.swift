import Networking
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: WireFeature.Action) -> [Effect] {
    if action == .toggled, let effects = previewRow() { return effects }
    let kept = action == .toggled ? leaveEditing() : []
    let outcomes = WireFeature.reduce(&wire, action, in: wireSurroundings)
    if let number = wire?.serial { serial = max(serial, number) }
    return kept + outcomes.flatMap { carryOut($0) }
  }

  /// The preview is that of the request as it is now, as long as it is seen.
  mutating func keepWire() -> [Effect] {
    guard wire != nil else { return [] }
    guard overlay == .wire || covered == .wire || hasRoomForWire else {
      wire = nil
      return []
    }
    return apply(WireFeature.Action.looked)
  }

  /// The least window in which the preview stands beside the request.
  private static let columnsForWire = 200

  var hasRoomForWire: Bool {
    size.columns >= Self.columnsForWire && isInColumns
  }

  /// Whether the three panes stand side by side.
  var isInColumns: Bool {
    guard page == nil, startLayout == nil else { return false }
    let layout = Layout(size: size, choice: layoutInForce, focus: focus)
    return layout.arrangement == .columns && layout.panes.count == 3
  }

  var wireSituation: WireCommands.Situation {
    WireCommands.Situation(
      refusal: focus == .tree ? treeSituation.refusalToSend : requestSituation.refusalWithoutURL,
      isOpen: wire != nil, isInRequest: focus == .request)
  }

  /// Opens the request under the cursor of the tree and previews it; `nil` if it is the one that is open.
  private mutating func previewRow() -> [Effect]? {
    guard focus == .tree else { return nil }
    switch tree.selected?.content {
    case .request(let node) where current != .file(node.path): return open(node, to: .preview)
    case .exchange(let entry) where current != .history(entry.id): return open(entry, to: .preview)
    case .scratch(let number) where current != .scratch(number): return show(.scratch(number)) + previewOpened()
    default: return nil
    }
  }

  /// Previews the open request; a preview beside it is its own by now.
  mutating func previewOpened() -> [Effect] {
    guard wire == nil, requestSituation.refusalWithoutURL == nil else { return [] }
    return apply(WireFeature.Action.toggled)
  }

  /// Whose each field of the head is, by its name in lower case.
  var wireOrigins: [String: String] { session?.headerOrigins ?? [:] }

  private var wireSurroundings: WireFeature.Surroundings {
    let frame = (overlay == .wire ? nil : layout.wire) ?? WireView.frame(in: size)
    let list = WireView.list(in: frame)
    return WireFeature.Surroundings(
      subject: wireSubject, number: serial + 1,
      countLines: { [wire] in wire?.lines([:], width: list.width).count ?? 0 }, height: list.height)
  }

  private var wireSubject: WirePage.Subject? {
    guard let session, !session.draft.kind.isShared, session.fault == nil else { return nil }
    return WirePage.Subject(
      key: session.key, draft: session.kept(session.sent), terms: terms(of: session),
      answeredAt: session.response.exchange?.startedAt)
  }

  private mutating func carryOut(_ outcome: WireFeature.Outcome) -> [Effect] {
    switch outcome {
    case .show: return hasRoomForWire ? [] : apply(.overlay(.show(.wire)))
    case .close:
      if overlay == .wire { overlay = nil }
      return []
    case .rehearse(let serial, let subject):
      return [.transfer(.rehearse(serial: serial, subject.key, subject.draft, subject.terms))]
    case .pause(let serial): return [.after(.milliseconds(200), .wire(.rested(serial: serial)))]
    }
  }
}
