import SessionModel
import Workspaces

/// Says in words, before anything is sent, how a send would find the answers of other requests that a request refers to.
struct AnswerOutlooks {
  var all: [String: AnswerOutlook] = [:]
  var clock: WallClock

  init(of session: RequestSession, _ clock: WallClock) {
    all = session.outlooks
    self.clock = clock
  }

  /// `^R sends users/login (POST) first: no answer yet`
  func words(for reference: ResponseReference) -> String? {
    let id = reference.requestID
    switch all[reference.name] {
    case nil: return nil
    case .uses(let date): return "from the answer of \(id), \(clock.moment(of: date))"
    case .sendsFirst(let method, let missing, asks: false):
      return "\(key: "send") sends \(id) (\(method)) first: \(missing.words(at: clock))"
    case .sendsFirst(let method, let missing, asks: true):
      return "\(key: "send") asks before sending \(id) (\(method)) again: \(missing.words(at: clock))"
    }
  }
}

extension MissingAnswer {
  func words(at clock: WallClock) -> String {
    switch self {
    case .neverSent: "no answer yet"
    case .neverSucceeded: "no successful answer yet"
    case .outdated(let date): "too old (\(clock.moment(of: date)))"
    case .withoutValue(let date): "no such value (\(clock.moment(of: date)))"
    case .masked(let date): "masked in the history (\(clock.moment(of: date)))"
    }
  }
}

extension AppState {
  /// Finds out what a send of the request would do for its references to answers; nothing for a request without any.
  func foreseeAnswers(of key: RequestKey) -> [Effect] {
    guard let session = sessions[key], session.fault == nil, session.mayReferToAnswers else { return [] }
    return [.transfer(.foreseeAnswers(key, session.draft, terms(of: session)))]
  }
}

extension RequestSession {
  /// True if the request or what it inherits may contain a reference to an answer.
  fileprivate var mayReferToAnswers: Bool {
    guard !draft.kind.isShared, let surroundings else { return false }
    var context = SendContext()
    context.layers = surroundings.layers
    if let variables { context.variables = variables }
    return context.mayRefer || !SendContext().references(of: draft).isEmpty
  }
}
