import Basics
import Essentials
import HTTPModel
import Locks

/// Awaits one transfer; cancelling the task cancels it, at any time.
enum HopRunner {
  static func run(
    _ request: TransportRequest, on transport: any Transport,
    events: @escaping @Sendable (TransportEvent, any TransportCall) -> Void
  ) async -> TransportResult {
    guard let limit = request.request.options.totalTimeout, limit > .zero, !transport.capabilities.has(.phaseTimeouts)
    else { return await run(request, on: transport, CallBox(), events) }
    // Other transports need not know the limits.
    let box = CallBox()
    let timer = Task {
      try await Pause.wait(limit)
      box.expire()
    }
    defer { timer.cancel() }
    var result = await run(request, on: transport, box, events)
    guard result.failure?.category == .cancelled, box.isExpired, !Task.isCancelled else { return result }
    let address = URLParts(request.request.url).hostAndPort
    result.failure = NetworkError(
      .totalTimeout, "The request to \(address) took longer than \(Quantity.limit(limit))", request: request.request,
      head: result.hop.response)
    return result
  }

  private static func run(
    _ request: TransportRequest, on transport: any Transport, _ box: CallBox,
    _ events: @escaping @Sendable (TransportEvent, any TransportCall) -> Void
  ) async -> TransportResult {
    await withTaskCancellationHandler {
      // Unsafe only because a second resumption is not checked: a transport finishes exactly once, and its tests prove
      // it.
      await withUnsafeContinuation { continuation in
        let call = transport.start(request) { event in
          if case .finished(let result) = event {
            box.clear()
            continuation.resume(returning: result)
          } else {
            events(event, box)
          }
        }
        box.set(call)
      }
    } onCancel: {
      box.cancel()
    }
  }
}

/// Represents a call before it is known; it may be cancelled or deliver content before that.
final class CallBox: TransportCall {
  private struct State {
    var call: (any TransportCall)?
    var isCancelled = false
    var isExpired = false
    var isOver = false
    var consumed = 0
  }

  private let state = Mutex(State())

  func set(_ call: any TransportCall) {
    let (cancels, consumed) = state.withLock { state in
      if !state.isOver { state.call = call }
      return (state.isCancelled, state.consumed)
    }
    if cancels { call.cancel() }
    if consumed > 0 { call.consumed(consumed) }
  }

  /// Releases the call after the transfer.
  func clear() {
    state.withLock { state in
      state.isOver = true
      state.call = nil
    }
  }

  func cancel() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.call
    }
    call?.cancel()
  }

  /// True if the time for the transfer was over before it was.
  var isExpired: Bool { state.withLock { $0.isExpired } }

  func expire() {
    state.withLock { $0.isExpired = !$0.isOver }
    cancel()
  }

  func consumed(_ count: Int) {
    let call = state.withLock { state in
      if state.call == nil { state.consumed += count }
      return state.call
    }
    call?.consumed(count)
  }
}

/// Passes the events of one hop from the transport's thread to the caller.
final class HopRelay: Sendable {
  private let call: Call
  private let isFinal: (@Sendable (ResponseHead) -> Bool)?
  /// The number of bytes that a download asks to be left out, because it has them; `nil` for other calls.
  private let start: Int?
  private let state = Mutex((challenged: [Hop](), streams: false, isPart: false, progress: TransferProgress?.none))

  /// - Parameter isFinal: returns true if the body after a head is the one to stream; `nil` if nothing is streamed.
  init(_ call: Call, _ wire: Request, isFinal: (@Sendable (ResponseHead) -> Bool)?) {
    self.call = call
    self.isFinal = isFinal
    let range = wire.headers["If-Range"] == nil ? nil : wire.headers["Range"]
    start = call.stream?.goOn.map { _ in range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0 }
  }

  var challenged: [Hop] { state.withLock { $0.challenged } }
  /// True if the consumer of the stream has its head.
  var hasBegun: Bool { state.withLock { $0.streams } }

  func handle(_ event: TransportEvent, _ transfer: any TransportCall) {
    switch event {
    case .informational(let head): call.report?(.informational(head))
    case .challenged(let hop):
      state.withLock { $0.challenged.append(hop) }
      if let head = hop.response { call.observe(.challenged(head)) }
      call.report?(.continued(hop))
    case .head(let head, let body):
      call.observe(.head(head))
      call.report?(.head(head, body: body))
      guard let stream = call.stream, isFinal?(head) == true else { return }
      state.withLock { ($0.streams, $0.isPart) = (true, head.status == .partialContent) }
      stream.began(head)
    case .content(let bytes):
      // The body of a redirect or a failed attempt is read and discarded.
      guard let stream = call.stream, state.withLock({ $0.streams }) else { return transfer.consumed(bytes.count) }
      stream.content(bytes, transfer)
    case .progress(let progress):
      state.withLock { $0.progress = progress }
      call.progress(counted(progress))
    case .finished: break
    }
  }

  /// Reports the counts at the end of the hop, unless the last report had them: a transport reports only now and then.
  func finish(_ result: TransportResult) {
    guard call.reportsProgress else { return }
    let last = state.withLock { $0.progress }
    var now = last ?? TransferProgress()
    let sizes = result.hop.sizes
    now.sent = max(now.sent, sizes.requestBody)
    now.received = max(now.received, sizes.responseBodyOnWire > 0 ? sizes.responseBodyOnWire : sizes.responseBody)
    if result.failure == nil { (now.toSend, now.toReceive) = (now.sent, now.received) }
    // A hop that never began has no progress.
    if now != (last ?? TransferProgress()) || last == nil && result.failure == nil { call.progress(counted(now)) }
  }

  /// The progress of a download counts the bytes of its file, without the bodies of redirects.
  private func counted(_ progress: TransferProgress) -> TransferProgress {
    guard let start else { return progress }
    let (streams, isPart) = state.withLock { ($0.streams, $0.isPart) }
    var progress = progress
    let kept = streams && !isPart ? 0 : start
    progress.received = kept + (streams ? progress.received : 0)
    progress.toReceive = streams ? progress.toReceive.map { kept + $0 } : nil
    return progress
  }
}

/// The consumer of a streamed response's content.
struct StreamSink: Sendable {
  let window: Int
  let began: @Sendable (ResponseHead) -> Void
  let content: @Sendable ([UInt8], any TransportCall) -> Void
  /// Returns the request for the rest of an answer that broke off; `nil` ends the call. Without it no attempt follows
  /// an answer that has begun, because its reader takes all bytes for one body.
  var goOn: (@Sendable () async -> Request?)?
}

/// The constant parts of a call, shared by everything that works on it.
final class Call: Sendable {
  let request: Request
  let client: Client
  let config: ExecutionConfig
  let report: (@Sendable (ConversationEvent) -> Void)?
  let stream: StreamSink?
  /// True if each transfer opens a connection.
  let connects: Bool
  /// For observers; created only if there are any, because it costs system calls.
  private let id: UUID?
  private let began = ContinuousClock.now

  init(
    _ request: Request, client: Client, config: ExecutionConfig, report: (@Sendable (ConversationEvent) -> Void)? = nil,
    stream: StreamSink? = nil, connects: Bool = false
  ) {
    self.request = request
    self.client = client
    self.config = config
    self.report = report
    self.stream = stream
    self.connects = connects
    id = config.observers.isEmpty ? nil : UUID()
  }

  func observe(_ moment: @autoclosure () -> ClientObserver.Moment) {
    guard let id else { return }
    let notice = ClientObserver.Notice(id: id, request: request, moment: moment())
    for observer in config.observers { observer.observe(notice) }
  }

  func progress(_ now: TransferProgress) {
    observe(.progress(now))
    report?(.progress(now))
  }

  /// True if a closure or an observer receives events.
  var reportsProgress: Bool { report != nil || id != nil }

  var duration: Duration { ContinuousClock.now - began }

  /// The time left for the whole call; `nil` for no limit.
  var remaining: Duration? {
    config.timeout.map { max(.zero, $0 - duration) }
  }

  var outOfTime: NetworkError {
    NetworkError(.totalTimeout, "The call took longer than \(Quantity.limit(config.timeout ?? .zero))")
  }

  /// Runs a closure of the caller within the time left. One that ignores its cancellation is left behind.
  /// - Throws: the error of the closure; `outOfTime`.
  func limited<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    guard let remaining else { return try await work() }
    guard remaining > .zero else { throw outOfTime }
    let flight = Flight(work)
    let seat = flight.board() ?? 0
    let timer = Task {
      try await Pause.wait(remaining)
      flight.leave(seat)
    }
    defer { timer.cancel() }
    do { return try await flight.value(seat) } catch is CancellationError
      where !Task.isCancelled && self.remaining == .zero
    {
      throw outOfTime
    }
  }
}
