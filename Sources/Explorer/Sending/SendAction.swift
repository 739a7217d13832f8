import Workspaces

/// What a send needs from the user before anything goes out, and what comes of it beside the answer.
public enum SendAction: Equatable, Sendable {
  /// `{{?label}}`: what has to be asked, in the order of the request.
  case answersNeeded(RequestKey, send: Int, labels: [String])
  /// The request would use what is the user's and was not allowed yet for its collection.
  case consentNeeded(RequestKey, send: Int, ConsentQuestion)
  /// The user allowed it; from now on it needs no question.
  case consented(RequestKey, ConsentQuestion)
  /// It is written down what the collection may use: go on with the send.
  case allowed(RequestKey)
  /// The answer was judged, and its captures are set for the requests of their scope.
  case judged(RequestKey, AnswerChecks, AnswerScope)
  /// The request of an exchange of the history is sent again as it is now.
  case resendToday(RequestKey)
}
