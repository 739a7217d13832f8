package import Workspaces

/// What a send needs from the user beforehand, and its results besides the response.
package enum SendAction: Equatable, Sendable {
  /// What each `{{?label}}` asks for, in the order of the request.
  case answersNeeded(RequestKey, send: Int, [PromptQuestion])
  /// The request would use the user's resources, and its collection has no consent yet.
  case consentNeeded(RequestKey, send: Int, ConsentQuestion)
  /// The user gave consent; the question does not appear again.
  case consented(RequestKey, ConsentQuestion)
  /// The consent is recorded: continue with the send.
  case allowed(RequestKey)
  /// The response was checked; its captures are set for the requests of their scope.
  case judged(RequestKey, AnswerChecks, AnswerScope)
  /// Sends the request of a history entry in its current form.
  case resendToday(RequestKey)
}
