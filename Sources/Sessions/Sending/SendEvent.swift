import Networking
import Workspaces

/// What is told of a send while it goes on, in this order:
///
/// ```
/// sentFirst*, resolved ─► conversation* ─► finished ─► judged ─► kept or notKept
///      └► asking or refused   └► cancelling  └► failed
/// ```
///
/// Nothing here says how many messages go out or come in: `conversation` passes on what the driver tells.
package enum SendEvent: Sendable {
  /// Another request was sent for its answer: its path in the collection. Its own record was kept by then, or not.
  case sentFirst(String)
  /// What will be sent is known to the byte, and goes out when the listener returns.
  case resolved(SessionSend)
  /// Only the user can say how it goes on; nothing is sent. Ask, then send again with what was answered.
  case asking(SendQuestion)
  /// Nothing is sent.
  case refused(SendFault)
  /// What happens on the way, as the driver of the request tells it.
  case conversation(ConversationEvent)
  /// The send was cancelled on its way: `finished` follows with what had come by then.
  case cancelling
  /// The driver has no exchange to be judged, such as of a download that broke off.
  case failed(NetworkError)
  /// The end of the exchange, also of one that failed or was cancelled: see `Exchange.failure`.
  case finished(Exchange)
  /// What the answer sets is known to the session: a send that begins now finds it.
  case judged(SessionAnswer)
  case kept(HistoryRecord)
  /// The history could not be written, which is no failure of the send: why.
  case notKept(String)
}

/// What only the user can answer.
package enum SendQuestion: Sendable {
  /// The labels of `{{?label}}`.
  case prompts([String])
  /// What of the user's would be used: allow it with `ConsentStore.allow`.
  case consent([OutsideUse])
}

/// Why nothing was sent.
package enum SendFault: Error, Sendable, CustomStringConvertible {
  /// The request itself, with its field.
  case refusal(SendRefusal)
  /// What is changed of it after it was resolved.
  case request(RequestError)
  /// A file that it is made from.
  case file(WorkspaceError)
  /// Taken back before anything of it was sent.
  case cancelled

  package var description: String {
    switch self {
    case .refusal(let refusal): refusal.description
    case .request(let error): error.description
    case .file(let error): error.description
    case .cancelled: "Cancelled"
    }
  }
}

/// What became of an exchange that was to be kept.
package enum RecordOutcome: Sendable {
  case kept
  case notKept(String)
  /// Nothing is kept here, and the user knows.
  case off
}
