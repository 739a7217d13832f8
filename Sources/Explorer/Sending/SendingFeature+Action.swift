import Workspaces

extension SendingFeature {
  enum Action: Equatable {
    /// `^R`.
    case requested
    /// The request was opened in order to send it.
    case opened
    /// The user confirmed a send in a protected environment.
    case confirmed
    case cancelled
    /// Redraws the elapsed time of a running send.
    case ticked(Int)
    case answersNeeded(Int, [PromptQuestion])
    /// What was asked for, by label.
    case answered([String: String])
    case consentNeeded(Int, ConsentQuestion)
    case allowed
    case judged(AnswerChecks, AnswerScope)
    /// `⌥r`: sends the saved request of a history entry in its current form, with current variables.
    case resentToday
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case ask(AnswerForm)
    /// Asks whether to send in the protected environment with that name.
    case askProtected(String)
    /// Asks whether to send the saved request instead of the history entry, whose secrets are masked.
    case askResending(RequestNode)
    case askConsent(ConsentQuestion)
    /// Shows a running send in the pane.
    case begin(Sending)
    /// Restores the previous content of the pane.
    case restore(ResponsePane)
    case transfer(TransferEffect)
    /// Sends `ticked` with that number shortly.
    case tick(Int)
    case checked(AnswerChecks)
    case captured([VariableInputs.Pair], AnswerScope)
    /// The conversation is open: something is to be said.
    case speak
    /// Opens and sends a saved request.
    case sendSaved(RequestNode)
  }
}

/// A send that waits for the user's answers.
struct PendingSend: Equatable, Sendable {
  var key: RequestKey
  var isConfirmed: Bool
  /// What is asked for.
  var questions: [PromptQuestion] = []
  var answers: [String: String] = [:]
}

/// A send that can still be withdrawn because no data has been sent.
struct Departure: Equatable, Sendable {
  /// The previous content of the response pane.
  var former: ResponsePane
  var isConfirmed: Bool
  /// The answers given so far.
  var prompts: [String: String] = [:]
  /// Whether the user has pressed nothing since.
  var isAwaited = true
}
