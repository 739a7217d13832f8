import Workspaces

extension SendingFeature {
  enum Action: Equatable {
    /// `^R`.
    case requested
    /// The request was opened to be sent.
    case opened
    /// The user agreed to send against a protected environment.
    case confirmed
    case cancelled
    /// The elapsed time of a running send is to be drawn anew.
    case ticked(Int)
    case answersNeeded(Int, labels: [String])
    /// Enter in the prompt; an empty answer is one, too.
    case answered(String)
    case consentNeeded(Int, ConsentQuestion)
    case allowed
    case judged(AnswerChecks, AnswerScope)
    /// `⌥r`: the saved request that an exchange came from, as it is now and with today's variables.
    case resentToday
  }

  /// What it asks of the world and of those around it.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case ask(Prompt)
    /// Whether the request may go out to the protected environment of that name.
    case askProtected(String)
    /// Whether the saved request is sent in place of the exchange, whose secrets are masked.
    case askResending(RequestNode)
    case askConsent(ConsentQuestion)
    /// The pane shows a request on its way.
    case begin(Sending)
    /// The pane shows again what it showed before.
    case restore(ResponsePane)
    case transfer(TransferEffect)
    /// `ticked` with that number in a moment.
    case tick(Int)
    case checked(AnswerChecks)
    case captured([VariableInputs.Pair], AnswerScope)
    /// A saved request is opened and sent.
    case sendSaved(RequestNode)
  }
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
  /// Whether nothing was typed or pressed since.
  var isAwaited = true
}
