package import Networking
package import Workspaces

/// The events of a send, in this order:
///
/// ```
/// sentFirst*, resolved ─► conversation* ─► finished ─► judged ─► kept or notKept
///      └► asking or refused   └► cancelling  └► failed
/// ```
///
/// The number of messages is open: `conversation` passes on the driver's events.
package enum SendEvent: Sendable {
  /// Another request was sent for its response: its path in the collection. Its own `kept` or `notKept` came first.
  case sentFirst(String)
  /// The exact bytes of the request are known; it is sent when the listener returns.
  case resolved(SessionSend)
  /// Only the user can decide how to continue; nothing is sent. Ask, then send again with the answer.
  case asking(SendQuestion)
  /// The request cannot be sent.
  case refused(SendFault)
  /// An event from the request's driver.
  case conversation(ConversationEvent)
  /// The send was cancelled in flight: `finished` follows with the partial exchange.
  case cancelling
  /// The driver has no exchange to judge, as after a broken download.
  case failed(NetworkError)
  /// The end of the exchange, even if it failed or was cancelled: see `Exchange.failure`.
  case finished(Exchange)
  /// The session knows the variables that the response sets: a send that starts now sees them.
  case judged(SessionAnswer)
  case kept(HistoryRecord)
  /// The history could not be written, and why; this does not fail the send.
  case notKept(String)
  /// The cookies cannot be read or stored, and why: those of this session are sent.
  case cookiesNotKept(String)
}

/// A question that only the user can answer.
package enum SendQuestion: Sendable {
  /// What each `{{?label}}` asks for.
  case prompts([PromptQuestion])
  /// What the request would use of the user's own data: allow it with `ConsentStore.allow`.
  case consent([OutsideUse])
}

/// Why nothing was sent.
package enum SendFault: Error, Sendable, CustomStringConvertible {
  /// The request itself is at fault; names the field.
  case refusal(SendRefusal)
  /// A change applied after resolving failed.
  case request(RequestError)
  /// A file that the request is made from.
  case file(WorkspaceError)
  /// Cancelled before anything was sent.
  case cancelled

  package var description: String {
    switch self {
    case .refusal(let refusal): refusal.description
    case .request(let error): error.description
    case .file(let error): error.description
    case .cancelled: "Cancelled"
    }
  }

  /// The description without what to do about it on the command line.
  package var headline: String {
    if case .refusal(let refusal) = self { refusal.headline } else { description }
  }
}

/// The result of recording an exchange.
package enum RecordOutcome: Sendable {
  case kept
  case notKept(String)
  /// Nothing is recorded here, and the user knows.
  case off
}
