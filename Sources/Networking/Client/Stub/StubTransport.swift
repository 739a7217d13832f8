import Basics
import HTTPModel
import HTTPTypes
import Locks

/// A transport without a network that answers from a list of stubs. For tests, and for working without a server.
public final class StubTransport: Transport {
  private struct State {
    var stubs: [Stub]
    /// The number of uses of each stub.
    var uses: [Int]
    var requests: [Request] = []
  }

  private let state: Mutex<State>
  private let next: (any Transport)?
  private let sleep: @Sendable (Duration) async throws -> Void

  /// The first matching stub replies. A request that no stub matches goes to the transport `next`; without one it fails
  /// with category `unsupported`.
  public convenience init(_ stubs: [Stub] = [], passingTo next: (any Transport)? = nil) {
    self.init(stubs, passingTo: next) { try await Pause.wait($0) }
  }

  /// - Parameter sleep: the waiting of delayed and throttled replies.
  package init(
    _ stubs: [Stub], passingTo next: (any Transport)? = nil, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    state = Mutex(State(stubs: stubs, uses: stubs.map { _ in 0 }))
    self.next = next
    self.sleep = sleep
  }

  /// A transport that answers every request with a closure.
  public convenience init(
    answering answer: @escaping @Sendable (_ request: Request, _ body: [UInt8]) async throws -> Stub.Response
  ) {
    self.init([Stub(reply: .dynamic { request, body in .fixed(try await answer(request, body)) })])
  }

  /// Shuts the transport for unmatched requests down.
  public func shutdown() async {
    await next?.shutdown()
  }

  /// Appends a stub.
  public func add(_ stub: Stub) {
    state.withLock { state in
      state.stubs.append(stub)
      state.uses.append(0)
    }
  }

  /// All started requests, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// All capabilities that need no network: verbatim headers, any method, trailers, streaming.
  public var capabilities: TransportCapabilities {
    let all = TransportCapabilities.Feature.allCases
    return TransportCapabilities(
      name: "stubs",
      features: Set(all).subtracting([
        .http2, .http3, .unixSocket, .proxy, .resolveOverride, .connectTo, .interface, .clientCertificate,
        .pinnedPublicKey, .digest, .ntlm, .negotiate, .gzip, .brotli, .zstd, .phaseTiming,
        .certificateChain, .rawHeads, .phaseTimeouts, .versionChoice, .tlsOptions, .login, .upgrade,
      ]))
  }

  /// Replies from the first matching stub.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    state.withLock { $0.requests.append(request.request) }
    let window: FlowWindow?
    if case .stream(let limit) = request.delivery { window = FlowWindow(limit: limit) } else { window = nil }
    let call = StubCall(window: window)
    let task = Task {
      let run = StubRun(request: request, window: window, call: call, events: events, sleep: self.sleep)
      // The body of a handshake is the messages to come, which wait for its answer.
      let body = request.request.options.upgrades ? [] : await StubRun.bytes(of: request.request.body)
      guard let (stub, use) = self.match(request.request, body: body) else {
        return await self.miss(request, call: call, events: events)
      }
      await run.perform(stub.reply, use: use, body: body)
    }
    call.set(task)
    return call
  }

  private func match(_ request: Request, body: [UInt8]) -> (Stub, Int)? {
    state.withLock { state in
      for index in state.stubs.indices where state.stubs[index].matches(request, body: body) {
        state.uses[index] += 1
        return (state.stubs[index], state.uses[index] - 1)
      }
      return nil
    }
  }

  private func miss(
    _ request: TransportRequest, call: StubCall, events: @escaping @Sendable (TransportEvent) -> Void
  ) async {
    if let next { return call.forward(to: next.start(request, events: events)) }
    let name = "\(request.request.method.rawValue) \(request.request.url)"
    let error = NetworkError(.unsupported, "\(NetworkError.unmatched) \(name)", request: request.request)
    events(.finished(CurlTransport.failed(request.request, error, after: .zero)))
  }
}

/// A stubbed transfer: a task, or the forwarded call.
final class StubCall: TransportCall {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// Changes when the window has room again.
  private let released = Monitor(())
  /// The call that it is forwarded to, once that has started.
  private let next = CallBox()
  private let window: FlowWindow?

  init(window: FlowWindow?) {
    self.window = window
  }

  func set(_ task: Task<Void, Never>) {
    let cancels = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if cancels { task.cancel() }
  }

  func forward(to call: any TransportCall) { next.set(call) }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
    next.cancel()
  }

  func consumed(_ count: Int) {
    next.consumed(count)
    if window?.consume(count) == true { released.change { _ in } }
  }

  /// Waits until the consumer has read enough.
  func room() async {
    guard let window else { return }
    while !Task.isCancelled, !window.admits() { await released.wait { !window.isHolding } }
  }
}

/// A running stubbed transfer: reports the same events in the same order as a real one.
struct StubRun: Sendable {
  let request: TransportRequest
  let window: FlowWindow?
  let call: StubCall
  let events: @Sendable (TransportEvent) -> Void
  let sleep: @Sendable (Duration) async throws -> Void
  private let began = ContinuousClock.now

  func perform(_ reply: Stub.Reply, use: Int, body: [UInt8]) async {
    do throws(NetworkError) {
      let (response, speed) = try await resolve(reply, use: use, body: body, speed: nil)
      try await send(response, speed: speed, sentBody: body)
    } catch {
      finish(error, head: nil, body: nil, received: 0, sentBody: body)
    }
  }

  private func resolve(
    _ reply: Stub.Reply, use: Int, body: [UInt8], speed: Int?
  ) async throws(NetworkError) -> (Stub.Response, Int?) {
    switch reply {
    case .fixed(let response): return (response, speed)
    case .failure(let error): throw error
    case .echo:
      let type = request.request.headers["Content-Type"].map { Headers([Header("Content-Type", $0)]) } ?? Headers()
      return (Stub.Response(headers: type, body: body), speed)
    case .sequence(let replies):
      guard let last = replies.indices.last else { throw NetworkError(.unsupported, "The stub has no reply left") }
      return try await resolve(replies[min(use, last)], use: use, body: body, speed: speed)
    case .delayed(let delay, let then):
      try await pause(delay)
      return try await resolve(then, use: use, body: body, speed: speed)
    case .throttled(let rate, let then):
      return try await resolve(then, use: use, body: body, speed: max(1, rate))
    case .dynamic(let make):
      let made: Stub.Reply
      do { made = try await make(request.request, body) } catch {
        throw NetworkError(thrown: error, as: .other, "The stub failed")
      }
      return try await resolve(made, use: use, body: body, speed: speed)
    }
  }

  private func send(_ response: Stub.Response, speed: Int?, sentBody: [UInt8]) async throws(NetworkError) {
    for head in response.informational { events(.informational(head)) }
    var head = ResponseHead(
      httpVersion: response.httpVersion, status: response.status, headers: response.headers)
    let store = ByteStore(capacity: max(1, response.body.count))
    events(.head(head, body: store))
    let piece = speed.map { max(1, $0 / 20) } ?? (64 << 10)
    let content = request.request.method == .head ? [] : response.body
    let limit = BodyLimit(of: request)
    var sent = 0
    do throws(NetworkError) {
      while sent < content.count {
        if Task.isCancelled { throw NetworkError.cancelled }
        if speed != nil { try await pause(.milliseconds(50)) }
        let end = min(sent + piece, content.count)
        let room = limit.room(for: end - sent, after: sent)
        let chunk = Array(content[sent..<(sent + room)])
        try await deliver(chunk, to: store)
        sent += room
        guard sent == end else { throw limit.error(request.request) }
        events(.progress(TransferProgress(sent: sentBody.count, received: sent, toReceive: content.count)))
      }
    } catch {
      return finish(error, head: head, body: store, received: sent, sentBody: sentBody)
    }
    head.trailers = response.trailers
    finish(nil, head: head, body: store, received: sent, sentBody: sentBody)
  }

  private func deliver(_ chunk: [UInt8], to store: ByteStore) async throws(NetworkError) {
    switch request.delivery {
    case .store:
      do throws(ByteStoreError) { try store.append(chunk) } catch { throw NetworkError(.storage, error.description) }
    case .stream:
      await call.room()
      if Task.isCancelled { throw NetworkError.cancelled }
      window?.add(chunk.count)
      events(.content(chunk))
    }
  }

  private func pause(_ delay: Duration) async throws(NetworkError) {
    let limit = request.request.options.idleTimeout.flatMap { $0 > .zero ? $0 : nil } ?? delay
    do { try await sleep(min(delay, limit)) } catch { throw NetworkError.cancelled }
    guard delay <= limit else {
      let address = URLParts(request.request.url).hostAndPort
      throw NetworkError(.idleTimeout, "\(address) sent nothing for more than \(Quantity.limit(limit))")
    }
  }

  /// - Parameter received: the bytes of the response body that were delivered.
  private func finish(
    _ error: NetworkError?, head: ResponseHead?, body: ByteStore?, received: Int, sentBody: [UInt8]
  ) {
    body?.finish()
    let wire = request.request
    let sent = SentRequest(
      method: wire.method.rawValue, url: wire.url, headers: wire.headers,
      body: wire.body == .none ? nil : ByteStore(sentBody))
    let sizes = Hop.Sizes(requestBody: sentBody.count, responseBodyOnWire: received, responseBody: received)
    let timing = Hop.Timing(total: ContinuousClock.now - began)
    var failure = (Task.isCancelled ? NetworkError.cancelled : error)?.of(wire)
    if let head { failure?.head = head }
    let hop = Hop(request: sent, response: head, timing: timing, sizes: sizes)
    events(.finished(TransportResult(hop: hop, body: body, failure: failure)))
  }

  /// The whole body in memory, for matching and echoing; an unreadable body is empty.
  static func bytes(of body: Request.Body) async -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .file, .sequence: return SentBody.store(for: body)?.allBytes ?? []
    case .stream(let stream):
      var bytes: [UInt8] = []
      // A stream that fails ends early.
      if let next = try? stream.open() {
        // An error ends the stream, as above.
        while let chunk = try? await next() { bytes += chunk }
      }
      return bytes
    }
  }
}
