import Basics
import HTTPModel
import HTTPTypes
import Locks

/// The transport for real networks: libcurl's multi interface on its own thread.
///
/// Cheap to create: the first request loads the library and starts the thread, which sleeps while nothing runs and ends
/// when the transport is released.
///
/// Headers added to a request: `Host`, `Content-Length` or `Transfer-Encoding`, `Accept-Encoding` if the response is
/// decompressed, those of `options.authentication`, and those of an upgrade to HTTP/2 over plain HTTP. All of them
/// appear in `SentRequest`.
public final class CurlTransport: Transport {
  /// The maximum numbers of concurrent transfers.
  package struct Limits: Hashable, Sendable {
    /// Concurrent transfers. The one that waits with the highest priority goes first, then one to the host with the
    /// fewest running transfers.
    package var transfers: Int
    /// Concurrent transfers to one host and port.
    package var transfersPerHost: Int

    /// By default 256 in total, 16 of them to one host.
    package init(transfers: Int = 256, transfersPerHost: Int = 16) {
      self.transfers = transfers
      self.transfersPerHost = transfersPerHost
    }
  }

  /// The connections that stay open for later requests.
  package struct Pool: Hashable, Sendable {
    /// The maximum number of connections to all hosts. Whenever there are more at the end of a transfer, the one that
    /// was idle for the longest time is closed. With zero, each connection is closed after its transfer. `nil` is as
    /// many as there may be transfers, at least 64.
    package var size: Int?
    /// The time after which an idle connection is not used again: it is closed before the next transfer connects, or
    /// now if nothing runs. Whole seconds while other transfers run, rounded up.
    package var idleTime: Duration

    /// By default up to 256 connections, for 118 seconds, as in libcurl.
    package init(size: Int? = nil, idleTime: Duration = .seconds(118)) {
      self.size = size
      self.idleTime = idleTime
    }

    /// True if no connection stays open.
    var isEmpty: Bool { size.map { $0 <= 0 } ?? false || idleTime <= .zero }
  }

  private enum Engine {
    case none
    case running(CurlEngine)
    case closed(CurlEngine?)

    var current: CurlEngine? {
      switch self {
      case .none: nil
      case .running(let engine): engine
      case .closed(let last): last
      }
    }
  }

  private let limits: Limits
  private let pool: Pool
  private let nextID = Atomic<UInt64>(0)
  private let engine = Mutex(Engine.none)

  /// A transport with its own connections; nothing is opened yet.
  ///
  /// More transfers than the limits allow wait in a queue, where their time limits count. The one with the highest
  /// priority goes first, then one to the host with the fewest running transfers. A host that never answers keeps its
  /// own slots, and no others as long as `transfersPerHost` is less than `transfers`. A streamed response and a
  /// WebSocket keep their slot until they end.
  /// - Parameters:
  ///   - transfers: concurrent transfers.
  ///   - transfersPerHost: concurrent transfers to one host and port.
  ///   - idleConnections: connections to all hosts that stay open for later requests. Whenever there are more at the
  /// end of
  ///     a transfer, the one that was idle for the longest time is closed; with zero, each connection after its
  /// transfer.
  ///     `nil` is as many as there may be transfers, at least 64.
  ///   - idleTime: the time after which an idle connection is not used again: it is closed before the next transfer
  /// connects,
  ///     or now if nothing runs. Whole seconds while other transfers run, rounded up.
  public convenience init(
    transfers: Int = 256, transfersPerHost: Int = 16, idleConnections: Int? = nil, idleTime: Duration = .seconds(118)
  ) {
    self.init(
      limits: Limits(transfers: transfers, transfersPerHost: transfersPerHost),
      pool: Pool(size: idleConnections, idleTime: idleTime))
  }

  package init(limits: Limits, pool: Pool = Pool()) {
    self.limits = limits
    self.pool = pool
  }

  deinit {
    // The thread fails running transfers when it ends.
    current?.mailbox.post(.stop)
  }

  /// The features of the installed libcurl. Loads libcurl if no request has done so yet.
  public var capabilities: TransportCapabilities {
    switch CurlLibrary.loaded {
    case .library(let library): library.version.capabilities
    case .nothing(let error): TransportCapabilities(name: error.description)
    }
  }

  /// Starts a transfer on the transport's thread.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let id = nextID.add(1, ordering: .relaxed).newValue
    do throws(NetworkError) {
      let engine = try opened()
      let job = CurlJob(id: id, request: request, ready: engine.ready(request), events: events)
      // From now on, because the thread may be busy with a server that never stops.
      if let deadline = job.deadline { engine.state.watch.arm(id, .at(deadline)) }
      guard engine.start(job) else {
        engine.state.watch.disarm(id)
        throw .shutDown
      }
      return CurlCall(job: job, engine: engine, owner: self)
    } catch {
      events(.finished(Self.failed(request.request, error, after: .zero)))
      // There is nothing to cancel.
      return CallBox()
    }
  }

  /// Fails all transfers with category `shutDown`, now and later, and closes the connections.
  public func shutdown() async {
    let engine: CurlEngine? = engine.withLock { engine in
      let last = engine.current
      engine = .closed(last)
      return last
    }
    engine?.mailbox.post(.stop)
    // The thread ends in any case, so the wait does, too.
    await Task { await engine?.state.hasEnded.wait { $0 } }.value
  }

  /// The traffic with each host, in the order of their names. Of some thousand hosts, those that were not used for the
  /// longest time are forgotten.
  public var statistics: [HostStatistics] { current?.state.traffic.all ?? [] }

  /// Loads libcurl and its thirty libraries now, for a program that is about to send and reads the request on another
  /// thread meanwhile.
  package static func prepare() { _ = CurlLibrary.loaded }

  /// The value of `Accept-Encoding` of a request whose answer is decoded here; `nil` without libcurl.
  package static var acceptedCodings: String? {
    guard case .library(let library) = CurlLibrary.loaded else { return nil }
    return library.version.acceptedCodings
  }

  private func opened() throws(NetworkError) -> CurlEngine {
    try engine.withLock { engine in
      Result { () throws(NetworkError) in
        switch engine {
        case .running(let engine): return engine
        case .closed: throw .shutDown
        case .none:
          let made = try CurlEngine(limits, pool)
          engine = .running(made)
          return made
        }
      }
    }.get()
  }

  private var current: CurlEngine? { engine.withLock { $0.current } }

  /// The number of easy handles, in use or not.
  var handleCount: Int { current?.handles.count ?? 0 }
  var liveCount: Int { current?.state.live.load(ordering: .relaxed) ?? 0 }

  /// The result of a transfer that never started.
  static func failed(
    _ request: Request, _ error: NetworkError, after time: Duration, inQueue: Bool = false
  ) -> TransportResult {
    var error = error
    error.request = request
    let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
    let timing = Hop.Timing(queued: inQueue ? time : nil, total: time)
    return TransportResult(hop: Hop(request: sent, timing: timing), failure: error)
  }
}

/// One transfer of a curl transport.
private struct CurlCall: TransportCall {
  let job: CurlJob
  let engine: CurlEngine
  /// Keeps the loop alive while the transfer runs.
  let owner: CurlTransport

  func cancel() {
    job.gate.cancel()
    engine.mailbox.post(.cancel(job.id))
    engine.state.watch.armIfActing(job.id)
    guard engine.state.isBlockedInHandshake.load(ordering: .acquiring) else { return }
    job.gate.close(
      with: CurlTransport.failed(job.request.request, NetworkError.cancelled, after: ContinuousClock.now - job.asked))
  }

  func consumed(_ count: Int) {
    if job.window?.consume(count) == true { engine.mailbox.post(.resume(job.id)) }
  }
}

/// The commands to the loop's thread.
enum LoopCommand: Sendable {
  case start(CurlJob)
  case cancel(UInt64)
  /// There is room for more content, or more of the request body is available.
  case resume(UInt64)
  case stop
}

/// The state of a loop that other threads may use.
final class CurlLoopState: Sendable {
  let watch = LoopWatch()
  /// The number of running transfers, for detecting leaks.
  let live = Atomic<Int>(0)
  /// True if libcurl may block for a while.
  let isBlockedInHandshake = Atomic<Bool>(false)
  /// True if the last transfer that ran alone was so fast that a caller may wait for the next one itself.
  let isQuick = Atomic<Bool>(false)
  let traffic = HostTraffic()
  /// True once all connections are closed.
  let hasEnded = Monitor(false)
}

/// The access to a running loop.
private struct CurlEngine {
  let mailbox: Mailbox<LoopCommand>
  let handles: HandlePool
  let state = CurlLoopState()
  private let loop: CurlLoop
  /// The client certificates used so far.
  private let identities = ClientIdentities()

  init(_ limits: CurlTransport.Limits, _ pool: CurlTransport.Pool) throws(NetworkError) {
    let library = try CurlLibrary.loaded.get()
    guard let mailbox = Mailbox<LoopCommand>() else {
      throw NetworkError(.other, "No descriptors are left for the transport")
    }
    self.mailbox = mailbox
    handles = HandlePool(library: library, transfers: limits.transfers, connections: pool)
    let loop = CurlLoop(
      library: library, mailbox: mailbox, state: state, handles: handles, identities: identities, limits: limits)
    guard let loop else { throw NetworkError(.other, "libcurl has no memory") }
    self.loop = loop
    guard ThreadStart({ loop.run() }).launch() else {
      throw NetworkError(.other, "No thread is left for the transport")
    }
  }

  /// Starts the job on the loop's thread; or on this one, for the millisecond in which fast servers answer.
  /// - Returns: `false` if the transport is shut down.
  func start(_ job: CurlJob) -> Bool {
    // A handshake may block for longer, and a stream is read meanwhile.
    guard !job.isSecure, job.window == nil, state.isQuick.load(ordering: .relaxed), mailbox.takeWheel() else {
      return mailbox.post(.start(job), isNew: true)
    }
    loop.attend(job)
    return true
  }

  /// The request with its own handle; `nil` if many are waiting and the loop must create it later.
  func ready(_ request: TransportRequest) -> ReadyHandle? {
    handles.takeAhead().map { handle in
      ReadyHandle(handle, of: handles, for: request, isSecure: request.request.isSecure, identities)
    }
  }
}

/// A transfer on its way to the loop.
final class CurlJob: Sendable {
  let id: UInt64
  let request: TransportRequest
  /// True if it uses TLS.
  let isSecure: Bool
  let host: String
  let asked = ContinuousClock.now
  /// The end of its time, which counts from the call on; `nil` for no limit.
  let deadline: ContinuousClock.Instant?
  let window: FlowWindow?
  let gate: EventGate
  /// The prepared handle, if it exists already.
  let ready: ReadyHandle?

  init(
    id: UInt64, request: TransportRequest, ready: ReadyHandle?,
    events: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.id = id
    self.request = request
    self.ready = ready
    isSecure = request.request.isSecure
    host = URLParts(request.request.url).hostAndPort.asciiLowercased
    deadline = request.request.options.totalTimeout.flatMap { [asked] in $0 > .zero ? asked + $0 : nil }
    if case .stream(let limit) = request.delivery { window = FlowWindow(limit: limit) } else { window = nil }
    gate = EventGate(events)
  }

  func events(_ event: TransportEvent) { gate.report(event) }
}
