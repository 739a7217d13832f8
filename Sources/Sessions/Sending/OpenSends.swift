import Networking
import Synchronization
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The sends of open requests that are on their way: each in a task of its own, found by its number to cancel it.
// A class because the sends outlive the calls that begin them.
package final class OpenSends: Sendable {
  private struct Running {
    var task: Task<Void, Never>
    /// Its exchange has ended and is being written to the history.
    var isKeeping = false
  }

  private let running = Mutex<[Int: Running]>([:])

  package init() {}

  /// Begins a send, which can be cancelled from then on.
  /// - Parameter tell: is told each step, in the task that sends.
  package func begin(
    _ number: Int, _ request: OpenRequest, in workspace: Workspace, of session: SendSession,
    tell: @escaping @Sendable (SendEvent) -> Void
  ) {
    // Under the lock, so that it ends after it was noted.
    running.withLock { running in
      running[number] = Running(
        task: Task { [self] in
          await session.send(request, in: workspace) { event in
            if case .finished = event { self.running.withLock { $0[number]?.isKeeping = true } }
            tell(event)
          }
          self.running.withLock { $0[number] = nil }
        })
    }
  }

  package func cancel(_ number: Int) { running.withLock { $0[number]?.task }?.cancel() }

  /// Cancels all that are on their way, so that the history has them as far as they went, and waits for that.
  package func finish() async {
    let all = running.withLock { Array($0.values) }
    for send in all where !send.isKeeping { send.task.cancel() }
    for send in all { await send.task.value }
  }
}

/// When a send was asked for: by the calendar, and by a monotonic clock.
package struct SendStart: Sendable {
  private let date = Date.now
  private let clock = ContinuousClock.now

  package init() {}

  /// The exchange of a send that was cancelled before anything was sent.
  package func cancelled(_ definition: RequestDefinition) -> Exchange {
    let failure = NetworkError(.cancelled, "Cancelled", request: definition.url)
    return Exchange(startedAt: date, failure: failure, duration: clock.duration(to: .now))
  }
}
