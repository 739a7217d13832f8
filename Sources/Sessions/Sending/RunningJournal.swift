import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps what has come of one send on disk, as soon as it turns out to have many messages.
// A class because the closure that tells events changes it; it is used by the sending task alone.
final class RunningJournal {
  private let send: SessionSend
  private let make: SendSession.Outside.Journaling
  private var exchange = Exchange(startedAt: Date())
  private var journal: ExchangeJournal?
  /// How many messages were taken.
  private var known = 0

  /// `nil` if nothing of the send is recorded.
  init?(_ send: SessionSend, in session: SendSession) {
    guard let make = session.outside.journal, send.context.historyUse(for: send.prepared.definition) == .keep else {
      return nil
    }
    self.send = send
    self.make = make
  }

  func hear(_ event: ConversationEvent) {
    switch event {
    case .started(let request): if journal == nil { exchange.hops.append(Hop(request: request)) }
    case .head(let head, let body):
      guard journal == nil, let last = exchange.hops.indices.last else { return }
      exchange.hops[last].response = head
      if head.messageFormat != nil { exchange.body = body }
    case .continued(let hop):
      guard journal == nil, let last = exchange.hops.indices.last else { return }
      exchange.hops[last] = hop
    case .messages(let messages):
      if journal == nil, exchange.conversation == nil { exchange.conversation = Conversation(state: .open) }
      let journal = begun()
      for number in known..<max(known, messages.count) {
        guard journal.hasRoom else { break }
        journal.add(messages[number])
      }
      known = messages.count
    case .streamed(let messages):
      begun().grow(to: messages, type: exchange.response?.headers["Content-Type"] ?? "")
    case .progress, .informational, .state, .message, .finished: break
    }
  }

  private func begun() -> ExchangeJournal {
    if let journal { return journal }
    let (send, exchange) = (send, exchange)
    let base = send.redaction(of: exchange)
    let made = make(send.record(of: exchange)) {
      let spoken = send.spoken.values
      return spoken.isEmpty ? base : base.adding(spoken)
    }
    journal = made
    return made
  }

  /// The exchange is over, and this became of its entry.
  func end(_ outcome: RecordOutcome) {
    switch outcome {
    case .kept, .off: journal?.end()
    case .notKept: journal?.leave()
    }
  }
}
