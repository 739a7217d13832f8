import Basics

/// A transfer on its way to its connection.
final class HTTP2Job: Sendable {
  let id: UInt64
  let request: TransportRequest
  let asked = ContinuousClock.now
  let events: @Sendable (TransportEvent) -> Void

  init(id: UInt64, request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void) {
    self.id = id
    self.request = request
    self.events = events
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
