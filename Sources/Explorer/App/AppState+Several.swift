import Networking
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: SeveralFeature.Action) -> [Effect] {
    let kept = action == .requested ? leaveEditing() : []
    let given = severalSurroundings
    let outcomes = SeveralFeature.reduce(&several, action, in: given)
    for case .send(let number, _, _, _) in outcomes { serial = max(serial, number) }
    return kept + outcomes.flatMap { carryOut($0) }
  }

  var severalSituation: SeveralCommands.Situation {
    SeveralCommands.Situation(
      refusal: SendingCommands.send.refusal(sendingSituation), count: environment.all.count)
  }

  /// A press in the box: on a row it goes there.
  mutating func clickSeveral(_ mouse: Mouse) -> [Effect] {
    guard let page = several else { return [] }
    switch mouse.kind {
    case .wheelUp, .wheelDown: return apply(SeveralFeature.Action.pressed(mouse.kind == .wheelUp ? .up : .down))
    case .press where mouse.button == .left:
      if let row = SeveralView.row(at: mouse.point, of: page, in: size) {
        return apply(SeveralFeature.Action.rowClicked(row))
      }
      let isInside = SeveralView.frame(of: page, in: size).contains(mouse.point)
      return isInside ? [] : apply(SeveralFeature.Action.pressed(.escape))
    case .press, .release, .drag: return []
    }
  }

  private var severalSurroundings: SeveralFeature.Surroundings {
    SeveralFeature.Surroundings(
      key: current, draft: session.map { $0.kept($0.sent) }, environments: environment.all,
      chosen: environment.chosen, terms: session.map { terms(of: $0) } ?? SendTerms(), number: serial + 1,
      offered: outbox.lastAnswers)
  }

  private mutating func carryOut(_ outcome: SeveralFeature.Outcome) -> [Effect] {
    switch outcome {
    case .show: return apply(.overlay(.show(.several)))
    case .close:
      overlay = nil
      return []
    case .said(let kind, let text): return say(kind, text)
    case .askProtected(let names):
      let words = "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") protected. Send under all?"
      return apply(
        .overlay(.show(.question(.confirm("Protected environment", words, yes: .several(.confirmed))))))
    case .ask(let form):
      // A page that was closed asks for nothing.
      guard overlay == .several else { return apply(SeveralFeature.Action.formLeft) }
      return apply(.overlay(.show(.answers(form))))
    case .send(let number, let key, let draft, let terms):
      return [.transfer(.sendUnder(number, key, draft, terms))]
    case .cancel(let number): return [.transfer(.cancel(send: number))]
    case .captured(let values, let scope):
      runtime[scope, default: RuntimeVariables()].set(values)
      return current.map { refreshVariables(of: $0) } ?? []
    case .open(let row, let other): return open(row, against: other)
    }
  }

  /// Shows the answer under an environment as that of the request, and compares it.
  private mutating func open(_ row: SeveralPage.Row, against other: SeveralPage.Row?) -> [Effect] {
    guard let key = several?.key, key == current, case .answered(let exchange, let checks) = row.outcome else {
      return say(.information, "Open the request of these answers first")
    }
    overlay = nil
    let number = nextSerial()
    let request = exchange.request
    sessions[key]?.response.begin(
      Sending(id: number, method: request?.method ?? "", url: request?.url ?? "", startedAt: exchange.startedAt))
    var effects = apply(ResponseAction.transfer(key, send: number, .finished(exchange)))
    effects += send(
      .judged(AnswerChecks(assertions: checks.assertions), AnswerScope(collection: "", environment: nil)), of: key)
    effects += setFocus(.response)
    guard let other, let old = other.exchange else {
      return effects + say(.information, "The answer under \(row.environment)")
    }
    effects += apply(
      ResponseAction.comparandLoaded(key, old, named: other.environment, hiding: row.secrets.union(other.secrets)))
    return effects + say(.information, "\(row.environment), compared with \(other.environment)")
  }
}
