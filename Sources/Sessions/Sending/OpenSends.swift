package import Networking
import Synchronization
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The sends in flight of open requests: each in its own task, with a number to cancel it.
// A class because the sends outlive the calls that start them.
package final class OpenSends: Sendable {
  private struct Running {
    var task: Task<Void, Never>
    /// Whether its exchange has ended and is being written to the history.
    var isKeeping = false
    /// How something is said into it, once it is known what it sends.
    var input: ConversationInput?
    var send: SessionSend?
  }

  private let running = Mutex<[Int: Running]>([:])

  package init() {}

  /// Starts a send, which can be cancelled from then on.
  /// - Parameters:
  ///   - drivers: the drivers to use; `nil` uses the session's own.
  ///   - input: what they take from the user; see `say`.
  ///   - tell: called for each step, in the sending task.
  package func begin(
    _ number: Int, _ request: OpenRequest, in workspace: Workspace, of session: SendSession,
    through drivers: [ConversationDriver]? = nil, input: ConversationInput? = nil,
    tell: @escaping @Sendable (SendEvent) -> Void
  ) {
    // Under the lock, so that the task cannot end before it is registered.
    running.withLock { running in
      running[number] = Running(
        task: Task { [self] in
          await session.send(request, in: workspace, through: drivers) { event in
            switch event {
            case .finished: self.running.withLock { $0[number]?.isKeeping = true }
            case .resolved(let send) where input != nil: self.running.withLock { $0[number]?.send = send }
            default: break
            }
            tell(event)
          }
          self.running.withLock { $0[number] = nil }
        }, input: input)
    }
  }

  /// Says something into the conversation of a send, with the variables that are known by now.
  /// - Throws: why it was not said.
  package func say(_ utterance: Utterance, into number: Int, of session: SendSession) throws(SendFault) {
    let (input, send) = running.withLock { ($0[number]?.input, $0[number]?.send) }
    guard let input, let send else { throw .refusal(Self.isOver) }
    let message = try utterance.prepared(send.prepared(utterance, in: session), in: send.context.folder)
    input.send(message.kind, message.bytes)
  }

  /// Ends what is said into the conversation of a send, which may go on.
  package func endInput(of number: Int) { running.withLock { $0[number]?.input }?.close() }

  private static let isOver = SendRefusal(.kind, .invalid("the conversation is over"), "message")

  package func cancel(_ number: Int) { running.withLock { $0[number]?.task }?.cancel() }

  /// Cancels all sends, and waits until the history has recorded their partial exchanges.
  package func finish() async {
    let all = running.withLock { Array($0.values) }
    for send in all where !send.isKeeping { send.task.cancel() }
    for send in all { await send.task.value }
  }
}

/// The start time of a send, by the calendar and by a monotonic clock.
package struct SendStart: Sendable {
  private let date = Date.now
  private let clock = ContinuousClock.now

  package init() {}

  /// The exchange of a send that was cancelled before it sent anything.
  package func cancelled(_ definition: RequestDefinition) -> Exchange {
    // A URL with variables is no request yet.
    let request = try? Request.with(RequestConfig(url: definition.url))
    let failure = NetworkError(.cancelled, "Cancelled", request: request)
    return Exchange(startedAt: date, failure: failure, duration: clock.duration(to: .now))
  }
}
