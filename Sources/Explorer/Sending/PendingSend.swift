import HTTPModel
import SessionModel
import Workspaces

/// The answers and consents of the user for a send.
struct SendAgreement: Equatable, Sendable {
  var isConfirmed = false
  /// The answers to the request's prompts, by label.
  var prompts: [String: String] = [:]
  /// The requests that the user agreed to send again for their answers.
  var resends: Set<String> = []
  /// True if the user wants to send without scripts.
  var skipsScripts = false
}

/// A send that waits for the user's answers.
struct PendingSend: Equatable, Sendable {
  var key: RequestKey
  var questions: [PromptQuestion] = []
  var agreement: SendAgreement
}

/// A send that can still be withdrawn because no data has been sent.
struct RevocableSend: Equatable, Sendable {
  var former: ResponsePane
  var agreement: SendAgreement
  /// True if the user has not pressed a key since.
  var isAwaited = true
}

extension Outbox.Action {
  /// Readdresses the action if the request's file was moved while the work was running.
  func addressed(_ follower: (RequestKey) -> RequestKey) -> Self {
    switch self {
    case .answersNeeded(let key, let send, let questions): .answersNeeded(follower(key), send: send, questions)
    case .consentNeeded(let key, let send, let question): .consentNeeded(follower(key), send: send, question)
    case .resendNeeded(let key, let send, let question): .resendNeeded(follower(key), send: send, question)
    case .resendAgreed(let key, let id): .resendAgreed(follower(key), requestID: id)
    case .trusted(let key): .trusted(follower(key))
    case .allowed(let key): .allowed(follower(key))
    case .requested(let key): .requested(follower(key))
    case .pageRequested(let key, let url): .pageRequested(follower(key), url: url)
    case .opened(let key): .opened(follower(key))
    case .confirmed(let key): .confirmed(follower(key))
    case .cancelled(let key): .cancelled(follower(key))
    case .ticked(let key, let send): .ticked(follower(key), send: send)
    case .certificateRequested(let key, let url): .certificateRequested(follower(key), url: url)
    case .certificatePresented(let key, let offer): .certificatePresented(follower(key), offer)
    case .scriptsNeeded(let key, let send, let question): .scriptsNeeded(follower(key), send: send, question)
    case .scriptsUnavailable(let key, let send, let count, let why):
      .scriptsUnavailable(follower(key), send: send, count, why)
    case .scriptsDeclined(let key): .scriptsDeclined(follower(key))
    case .scriptsSkipped(let key, let send, let results): .scriptsSkipped(follower(key), send: send, results)
    case .scriptsRan(let key, let results): .scriptsRan(follower(key), results)
    case .scriptValuesNeeded(let key, let question): .scriptValuesNeeded(follower(key), question)
    case .scriptValuesAllowed(let key, let question): .scriptValuesAllowed(follower(key), question)
    case .judged(let key, let checks, let scope, let scripts): .judged(follower(key), checks, scope, scripts)
    case .resendToday(let key): .resendToday(follower(key))
    case .answerShown(let key, let exchange, let checks): .answerShown(follower(key), exchange, checks)
    case .answered, .remembered, .abandoned: self
    }
  }
}
