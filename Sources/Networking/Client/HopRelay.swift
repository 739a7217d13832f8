import Synchronization

/// Passes the events of one hop from the transport's thread to the caller.
final class HopRelay: Sendable {
  private let call: Call
  private let isFinal: (@Sendable (ResponseHead) -> Bool)?
  private let state = Mutex((challenged: [Hop](), streams: false))

  /// - Parameter isFinal: whether the body after a head is the one to stream; `nil` if nothing is streamed.
  init(_ call: Call, isFinal: (@Sendable (ResponseHead) -> Bool)?) {
    self.call = call
    self.isFinal = isFinal
  }

  var challenged: [Hop] { state.withLock { $0.challenged } }

  func handle(_ event: TransportEvent, _ transfer: any TransportCall) {
    switch event {
    case .informational(let head): call.tell?(.informational(head))
    case .challenged(let hop):
      state.withLock { $0.challenged.append(hop) }
      if let head = hop.response { call.observe(.challenged(head)) }
      call.tell?(.continued(hop))
    case .head(let head, let body):
      call.observe(.head(head))
      call.tell?(.head(head, body: body))
      guard let stream = call.stream, isFinal?(head) == true else { return }
      state.withLock { $0.streams = true }
      stream.began(head)
    case .content(let bytes):
      // The body of a redirect or a failed attempt is read and discarded.
      guard let stream = call.stream, state.withLock({ $0.streams }) else { return transfer.consumed(bytes.count) }
      stream.content(bytes, transfer)
    case .progress(let progress):
      call.observe(.progress(progress))
      call.tell?(.progress(progress))
    case .finished: break
    }
  }
}

/// Where the content of a streamed response goes.
struct StreamSink: Sendable {
  let window: Int
  let began: @Sendable (ResponseHead) -> Void
  let content: @Sendable ([UInt8], any TransportCall) -> Void
}
