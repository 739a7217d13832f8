import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The steps before a send, and its results besides the response.
///
/// It asks if a protected environment, a prompt or a consent requires it, and restores the pane if nothing was sent. It
/// shows no response, uses no network and opens no request: it delegates that through an `Outcome`.
enum SendingFeature {
  struct State: Equatable, Sendable {
    /// Sends that can still be withdrawn, by number.
    var departures: [Int: Departure] = [:]
    /// The send that waits for the user's answers.
    var pending: PendingSend?
    /// The last answer to each label that is not a secret: remembered, and offered again.
    var lastAnswers: [String: String] = [:]
    /// What was typed into a form that was closed, to be offered before these.
    var typedAnswers: [String: String] = [:]
  }

  /// The request to send, and what its send depends on.
  struct Surroundings {
    var key: RequestKey
    /// Whether it is the open request and nothing covers it: only then may it ask.
    var mayAsk: Bool
    var draft: RequestDefinition
    /// The request as sent, for a history entry.
    var saved: RequestDefinition?
    /// Why its file cannot be used.
    var fault: Notice?
    var response: ResponsePane
    var environment: Environment?
    var environmentName: String?
    var terms: SendTerms
    /// The saved request that a history entry came from, if it still exists.
    var savedRequest: RequestNode?
    var now: Date
    /// A new number for a send.
    var number: Int
  }

  static func reduce(_ state: inout State, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .requested: return request(&state, in: given)
    case .opened: return sendUnlessProtected(&state, in: given)
    case .confirmed: return begin(&state, in: given, isConfirmed: true)
    case .cancelled: return given.sending.map { [.transfer(.cancel(send: $0.id))] } ?? []
    case .ticked(let id): return given.sending?.id == id ? [.tick(id)] : []
    case .answersNeeded(let id, let questions): return ask(for: questions, of: id, &state, in: given)
    case .answered(let answers): return answer(answers, &state, in: given)
    case .consentNeeded(let id, let question): return ask(question, of: id, &state, in: given)
    case .allowed:
      let pending = state.pending
      state.pending = nil
      return begin(
        &state, in: given, prompts: pending?.answers ?? [:], isConfirmed: pending?.isConfirmed ?? false)
    case .judged(let checks, let scope): return judge(checks, scope, in: given)
    case .resentToday: return given.savedRequest.map { [.sendSaved($0)] } ?? []
    }
  }

  /// `^R`: sends the request as displayed; a protected environment asks first.
  private static func request(_ state: inout State, in given: Surroundings) -> [Outcome] {
    if let fault = given.fault { return [.said(.error, "\(fault)")] }
    if given.sending?.takesInput == true { return [.speak] }
    if given.sending != nil { return [.said(.information, "Already running: \(key: "leave") cancels it")] }
    return given.refusalOfMasked ?? given.refusalOfTemplates ?? sendUnlessProtected(&state, in: given)
  }

  /// A protected environment asks before any send that may change something.
  private static func sendUnlessProtected(_ state: inout State, in given: Surroundings) -> [Outcome] {
    guard given.environment?.asks(before: given.draft.shownMethod) == true else { return begin(&state, in: given) }
    return [.askProtected(given.environmentName ?? "")]
  }

  /// - Parameter prompts: the answers to the request's prompts, by label.
  static func begin(
    _ state: inout State, in given: Surroundings, prompts: [String: String] = [:], isConfirmed: Bool = false
  ) -> [Outcome] {
    let (id, draft) = (given.number, given.draft)
    state.departures[id] = Departure(former: given.response, isConfirmed: isConfirmed, prompts: prompts)
    var terms = given.terms
    terms.inputs.prompts = prompts
    terms.isConfirmed = isConfirmed
    return [
      .begin(
        Sending(
          id: id, method: draft.shownMethod, url: draft.url, startedAt: given.now, takesInput: draft.kind == .webSocket)
      ),
      .transfer(.send(given.key, send: id, draft, terms)), .tick(id),
    ]
  }
}

extension SendingFeature.Surroundings {
  /// The running send, if any.
  var sending: Sending? {
    if case .sending(let sending) = response.phase { return sending }
    return nil
  }
}
