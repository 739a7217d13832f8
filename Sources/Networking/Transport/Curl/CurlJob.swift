/// A transfer on its way to the loop.
final class CurlJob: Sendable {
  let id: UInt64
  let request: TransportRequest
  /// Whether it uses TLS.
  let isSecure: Bool
  let asked = ContinuousClock.now
  let window: FlowWindow?
  let gate: EventGate
  /// The prepared handle, if there is one already.
  let ready: ReadyHandle?

  init(
    id: UInt64, request: TransportRequest, ready: ReadyHandle?,
    events: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.id = id
    self.request = request
    self.ready = ready
    isSecure = request.request.isSecure
    if case .stream(let limit) = request.delivery { window = FlowWindow(limit: limit) } else { window = nil }
    gate = EventGate(events)
  }

  func events(_ event: TransportEvent) { gate.tell(event) }
}
