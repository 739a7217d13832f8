import Basics
import HTTPTypes
import Synchronization

/// A transport without a network that answers from a list of stubs. For tests, and for working without a server.
public final class StubTransport: Transport {
  /// What happens to a request that no stub matches.
  public enum Unmatched: Sendable {
    /// Fails with category `unsupported`, naming the request.
    case fail
    /// Forwards to another transport.
    case passThrough(any Transport)
  }

  private struct State {
    var stubs: [Stub]
    /// How often each stub was used.
    var uses: [Int]
    var requests: [Request] = []
  }

  private let state: Mutex<State>
  private let unmatched: Unmatched
  private let sleep: @Sendable (Duration) async throws -> Void

  /// The first matching stub replies. Delayed and throttled replies wait with `sleep`, by the system's clock if it is `nil`.
  public init(
    _ stubs: [Stub] = [], unmatched: Unmatched = .fail,
    sleep: (@Sendable (Duration) async throws -> Void)? = nil
  ) {
    state = Mutex(State(stubs: stubs, uses: stubs.map { _ in 0 }))
    self.unmatched = unmatched
    self.sleep = sleep ?? { try await Pause.wait($0) }
  }

  /// A closure as a transport: it answers every request.
  public convenience init(
    answering answer: @escaping @Sendable (_ request: Request, _ body: [UInt8]) async throws -> StubResponse
  ) {
    self.init([Stub(reply: .dynamic { request, body in .fixed(try await answer(request, body)) })])
  }

  /// Appends a stub.
  public func add(_ stub: Stub) {
    state.withLock { state in
      state.stubs.append(stub)
      state.uses.append(0)
    }
  }

  /// Every request that was started, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Everything that needs no network: verbatim headers, any method, trailers, streaming.
  public var capabilities: TransportCapabilities {
    let all = TransportCapabilities.Feature.allCases
    return TransportCapabilities(
      name: "stubs",
      features: Set(all).subtracting([
        .http2, .http3, .unixSocket, .proxy, .resolveOverride, .connectTo, .interface, .clientCertificate,
        .pinnedPublicKey, .digest, .ntlm, .negotiate, .awsSignature, .gzip, .brotli, .zstd, .phaseTiming,
        .certificateChain, .rawHeads, .phaseTimeouts,
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
      let body = await StubRun.bytes(of: request.request.body)
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
    switch unmatched {
    case .passThrough(let transport): call.forward(to: transport.start(request, events: events))
    case .fail:
      let name = "\(request.request.method.rawValue) \(request.request.url)"
      let error = NetworkError(.unsupported, "No stub matches \(name)", request: request.request)
      events(.finished(CurlTransport.failed(request.request, error, after: .zero)))
    }
  }
}

/// A stubbed transfer: a task, or the forwarded call.
final class StubCall: TransportCall {
  private struct State {
    var task: Task<Void, Never>?
    var next: (any TransportCall)?
    var isCancelled = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
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

  func forward(to call: any TransportCall) {
    let cancels = state.withLock { state in
      state.next = call
      return state.isCancelled
    }
    if cancels { call.cancel() }
  }

  func cancel() {
    let (task, next, waiter) = state.withLock { state in
      state.isCancelled = true
      defer { state.waiter = nil }
      return (state.task, state.next, state.waiter)
    }
    task?.cancel()
    next?.cancel()
    waiter?.resume()
  }

  func consumed(_ count: Int) {
    if let next = state.withLock({ $0.next }) { return next.consumed(count) }
    guard window?.consume(count) == true else { return }
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until the consumer has read enough.
  func room() async {
    guard let window else { return }
    while !Task.isCancelled, !window.admits() {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if state.isCancelled || !window.isHolding { return true }
          state.waiter = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    }
  }
}
