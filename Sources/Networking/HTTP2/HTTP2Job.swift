import Basics
import Synchronization

/// A transfer on its way to its connection, or to the next one if a server processed nothing of it.
final class HTTP2Job: Sendable {
  private struct Place {
    var mailbox: HTTP2Mailbox?
    var isCancelled = false
    var attempts = 0
  }

  /// A server that refuses again and again is believed.
  private static let mostAttempts = 3

  let id: UInt64
  let request: TransportRequest
  let asked = ContinuousClock.now
  let events: @Sendable (TransportEvent) -> Void
  /// Starts it on another connection.
  private let restart: @Sendable (HTTP2Job) -> Void
  private let place = Mutex(Place())

  init(
    id: UInt64, request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void,
    restart: @escaping @Sendable (HTTP2Job) -> Void
  ) {
    self.id = id
    self.request = request
    self.events = events
    self.restart = restart
  }

  /// Where its commands go.
  var mailbox: HTTP2Mailbox? { place.withLock { $0.mailbox } }

  /// It goes to this connection. One that was cancelled on its way is cancelled there.
  func move(to mailbox: HTTP2Mailbox) {
    let isCancelled = place.withLock { place in
      place.mailbox = mailbox
      return place.isCancelled
    }
    if isCancelled { mailbox.post(.cancel(id)) }
  }

  func cancel() {
    let mailbox = place.withLock { place in
      place.isCancelled = true
      return place.mailbox
    }
    mailbox?.post(.cancel(id))
  }

  /// Starts it on a fresh connection.
  /// - Returns: `false` if it was tried often enough, or nobody wants it any more.
  func tryAgain() -> Bool {
    let isWanted = place.withLock { place in
      place.attempts += 1
      return !place.isCancelled && place.attempts < Self.mostAttempts
    }
    if isWanted { restart(self) }
    return isWanted
  }

  /// When its time is over; `nil` for no limit.
  var deadline: ContinuousClock.Instant? {
    request.request.options.totalTimeout.flatMap { $0 > .zero ? asked + $0 : nil }
  }

  var outOfTime: NetworkError {
    let limit = request.request.options.totalTimeout ?? .zero
    let address = URLParts(request.request.url).hostAndPort
    return NetworkError(.totalTimeout, "The request to \(address) took longer than \(Quantity.limit(limit))")
  }
}
