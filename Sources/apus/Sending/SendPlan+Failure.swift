import Networking
import Sessions
import Workspaces

extension SendPlan {
  /// Why the request was not sent, and what the user can do about it.
  func failure(for fault: SendFault) -> Failure {
    switch fault {
    case .refusal(let refusal): failure(for: refusal)
    case .request(let error): Failure(.request, TerminalText.shown(error.description))
    case .file(let error): Failure(.file, TerminalText.shown(error.description))
    case .cancelled: Failure(.interrupted)
    }
  }

  func failure(for refusal: SendRefusal) -> Failure {
    var message = "\(requestID ?? definition.url): \(refusal)"
    if case .unresolved = refusal.problem, environment == nil, requestID != nil {
      message += "; or choose an environment with --env"
    }
    if case .notAllowed(let uses) = refusal.problem, let collection = context.consent?.collection {
      message += "; allow it with: \(AllowLine(uses, for: collection).text)"
    }
    return Failure(.request, TerminalText.line(message))
  }
}
