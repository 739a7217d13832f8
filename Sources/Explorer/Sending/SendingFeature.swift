import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A send before anything goes out, and what comes of it beside the answer.
///
/// It asks where a protected environment, a prompt or a consent needs it, and goes back to where it began where nothing
/// was sent. It shows no answer, reaches no network and opens no request: that goes out as an `Outcome`.
enum SendingFeature {
  struct State: Equatable, Sendable {
    /// Sends that may still be taken back, by number.
    var departures: [Int: Departure] = [:]
    /// The send that waits for the user's answers.
    var pending: PendingSend?
    /// What was answered last to a label, where that is no secret.
    var lastAnswers: [String: String] = [:]
  }

  /// The request that is meant, and what decides about its send.
  struct Surroundings {
    var key: RequestKey
    /// Whether it is in front and nothing lies over it: only then may it be asked about.
    var mayAsk: Bool
    var draft: RequestDefinition
    /// What went out, for an exchange of the history.
    var saved: RequestDefinition?
    /// Why its file cannot be used.
    var fault: Notice?
    var response: ResponsePane
    var environment: Environment?
    var environmentName: String?
    var terms: SendTerms
    /// The saved request that an exchange came from, where it is still there.
    var savedRequest: RequestNode?
    var now: Date
    /// A number that no send had.
    var number: Int
  }

  static func reduce(_ state: inout State, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .requested: return request(&state, in: given)
    case .opened: return sendUnlessProtected(&state, in: given)
    case .confirmed: return begin(&state, in: given, isConfirmed: true)
    case .cancelled: return given.sending.map { [.transfer(.cancel(send: $0.id))] } ?? []
    case .ticked(let id): return given.sending?.id == id ? [.tick(id)] : []
    case .answersNeeded(let id, let labels): return ask(for: labels, of: id, &state, in: given)
    case .answered(let text): return answer(text, &state, in: given)
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

  /// `^R`: sends the request as it is on the screen; a protected environment asks first.
  private static func request(_ state: inout State, in given: Surroundings) -> [Outcome] {
    if let fault = given.fault { return [.said(.error, "\(fault)")] }
    if given.sending != nil { return [.said(.information, "Already running: Esc cancels it")] }
    return given.refusalOfMasked ?? given.refusalOfTemplates ?? sendUnlessProtected(&state, in: given)
  }

  /// A protected environment asks before anything that may change something.
  private static func sendUnlessProtected(_ state: inout State, in given: Surroundings) -> [Outcome] {
    guard given.environment?.asks(before: given.draft.method) == true else { return begin(&state, in: given) }
    return [.askProtected(given.environmentName ?? "")]
  }

  /// - Parameter prompts: the answers to what the request asks for, by label.
  static func begin(
    _ state: inout State, in given: Surroundings, prompts: [String: String] = [:], isConfirmed: Bool = false
  ) -> [Outcome] {
    let (id, draft) = (given.number, given.draft)
    state.departures[id] = Departure(former: given.response, isConfirmed: isConfirmed, prompts: prompts)
    var terms = given.terms
    terms.inputs.prompts = prompts
    terms.isConfirmed = isConfirmed
    return [
      .begin(Sending(id: id, method: draft.method, url: draft.url, startedAt: given.now)),
      .transfer(.send(given.key, send: id, draft, terms)), .tick(id),
    ]
  }
}

extension SendingFeature.Surroundings {
  /// The request on its way, where it is.
  var sending: Sending? {
    if case .sending(let sending) = response.phase { return sending }
    return nil
  }
}
