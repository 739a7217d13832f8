import Workspaces

/// What a send needs from the user before anything goes out, and what comes of it beside the answer.
public enum SendAction: Equatable, Sendable {
  /// `{{?label}}`: what has to be asked, in the order of the request.
  case answersNeeded(RequestKey, send: Int, labels: [String])
  /// A secret comes from a command that was not allowed yet for this collection.
  case commandConsentNeeded(RequestKey, send: Int, SecretCommand)
  /// The user allowed it; from now on it runs without a question.
  case commandConsented(RequestKey, SecretCommand)
  /// It is written down that the command may run: go on with the send.
  case commandAllowed(RequestKey)
  /// The answer was judged, and its captures are set.
  case judged(RequestKey, AnswerChecks)
  /// An exchange is in the history.
  case recorded(HistorySummary)
  /// The request of an exchange of the history is sent again as it is now.
  case resendToday(RequestKey)
}

/// A send that waits for the user's answers.
struct PendingSend: Equatable, Sendable {
  var key: RequestKey
  var isConfirmed: Bool
  /// What is still to be asked.
  var labels: [String]
  var answers: [String: String] = [:]
}

/// A send that may still be taken back, because nothing went out yet.
struct Departure: Equatable, Sendable {
  /// What the response pane showed before.
  var former: ResponsePane
  var isConfirmed: Bool
  /// What was answered already.
  var prompts: [String: String] = [:]
}
