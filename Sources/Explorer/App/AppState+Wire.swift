import Networking
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: WireFeature.Action) -> [Effect] {
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
    size.columns >= Self.columnsForWire && page == nil && startLayout == nil
      && Layout(size: size, choice: layoutChoice, focus: focus).panes.count == 3
      && (layoutChoice.arrangement ?? .columns) == .columns
  }

  var wireSituation: WireCommands.Situation {
    WireCommands.Situation(
      refusal: requestSituation.refusalWithoutURL, isOpen: wire != nil, isInRequest: focus == .request)
  }

  /// Whose each field of the head is, by its name in lower case.
  var wireOrigins: [String: String] {
    guard let session else { return [:] }
    let inherited = session.inheritedRows(of: .headers, in: session.draft).map { ($0.name, $0.origin) }
    let own = session.draft.headers.filter(\.isEnabled).map { ($0.name, "this request") }
    return Dictionary(
      (own + inherited).map { (VariableSpan.resolved($0.0, in: session.variables).lowercased(), $0.1) },
      uniquingKeysWith: { first, _ in first })
  }

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
      key: session.key, draft: session.kept(session.draft), terms: terms(of: session),
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
