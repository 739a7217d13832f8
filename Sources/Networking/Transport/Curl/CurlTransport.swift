import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The transport that sends for real: libcurl's multi interface on one thread of its own.
///
/// Cheap to make: the library is opened and the thread started by the first request. The thread sleeps while nothing
/// runs and ends when the transport is released. The headers that it adds to a request are `Host`, `Content-Length`
/// or `Transfer-Encoding`, `Accept-Encoding` where the answer is decompressed, those of `options.authentication`, and
/// what an upgrade to HTTP/2 over plain HTTP needs; all of them show in `SentRequest`.
public final class CurlTransport: Transport {
  public struct Limits: Hashable, Sendable {
    /// Transfers at a time; more wait by priority. libcurl becomes slower above some sixty.
    public var transfers: Int
    /// Transfers at a time to one host and port.
    public var transfersPerHost: Int

    public init(transfers: Int = 64, transfersPerHost: Int = 64) {
      self.transfers = transfers
      self.transfersPerHost = transfersPerHost
    }
  }

  private let limits: Limits
  private let nextID = Atomic<UInt64>(0)
  private let mailbox = Mutex<Result<CurlMailbox, NetworkError>?>(nil)

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  deinit {
    // Whatever still runs is cancelled by the thread on its way out.
    if case .success(let open) = mailbox.withLock({ $0 }) { open.post(.stop) }
  }

  /// Opens libcurl if no request has done so yet.
  public var capabilities: TransportCapabilities {
    switch CurlLibrary.loaded {
    case .success(let library): library.version.capabilities
    case .failure(let error): TransportCapabilities(name: error.description)
    }
  }

  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let id = nextID.add(1, ordering: .relaxed).newValue
    var window: FlowWindow?
    if case .stream(let limit) = request.delivery { window = FlowWindow(limit: limit) }
    let job = CurlJob(id: id, request: request, asked: .now, window: window, events: events)
    switch openMailbox() {
    case .success(let open):
      open.post(.start(job))
      return CurlCall(id: id, window: window, mailbox: open, owner: self)
    case .failure(let error):
      events(.finished(Self.failed(request.request, error, after: .zero)))
      return CurlCall(id: id, window: nil, mailbox: nil, owner: self)
    }
  }

  /// Begins to open libcurl on a thread of its own, for a program that is going to send: its libraries take
  /// milliseconds to load, during which the request can be made.
  public static func prepare() {
    // Where no thread can be had, the first request opens it.
    _ = ThreadStart { _ = CurlLibrary.loaded }.launch()
  }

  private func openMailbox() -> Result<CurlMailbox, NetworkError> {
    mailbox.withLock { state in
      if let state { return state }
      let opened = Result { () throws(NetworkError) in try Self.startThread(limits) }
      state = opened
      return opened
    }
  }

  private static func startThread(_ limits: Limits) throws(NetworkError) -> CurlMailbox {
    let library = try CurlLibrary.loaded.get()
    guard let bell = WakePipe() else { throw NetworkError(.other, "No descriptors are left for the transport") }
    let mailbox = CurlMailbox(bell: bell)
    let start = ThreadStart {
      guard let loop = CurlLoop(library: library, mailbox: mailbox, limits: limits) else {
        for case .start(let job) in mailbox.close() {
          job.events(
            .finished(failed(job.request.request, NetworkError(.other, "libcurl has no memory"), after: .zero)))
        }
        return
      }
      loop.run()
    }
    guard start.launch() else { throw NetworkError(.other, "No thread could be started for the transport") }
    return mailbox
  }

  /// Easy handles that are kept, in use or not; transfers that run.
  var handleCount: Int { opened?.handles.load(ordering: .relaxed) ?? 0 }
  var liveCount: Int { opened?.live.load(ordering: .relaxed) ?? 0 }

  private var opened: CurlMailbox? {
    // Where it could not be opened nothing is kept.
    try? mailbox.withLock { $0 }?.get()
  }

  /// The result of a transfer that never began.
  static func failed(_ request: Request, _ error: NetworkError, after time: Duration) -> TransportResult {
    var error = error
    error.request = "\(request.method.rawValue) \(request.url)"
    let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
    return TransportResult(hop: Hop(request: sent, timing: Timing(total: time)), failure: error)
  }
}

/// One transfer of a curl transport.
private struct CurlCall: TransportCall {
  let id: UInt64
  let window: FlowWindow?
  let mailbox: CurlMailbox?
  /// Keeps the thread while somebody waits for the transfer.
  let owner: CurlTransport

  func cancel() { mailbox?.post(.cancel(id)) }

  func consumed(_ count: Int) {
    if window?.consume(count) == true { mailbox?.post(.resume(id)) }
  }
}

/// A thread of its own for a closure that runs long and may block.
final class ThreadStart: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// `false` when the system has no thread to give.
  func launch() -> Bool {
    let argument = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, nil, { ThreadStart.enter($0) }, argument)
    if code == 0, let thread { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { $0.flatMap { ThreadStart.enter($0) } }, argument)
    if code == 0 { pthread_detach(thread) }
    #endif
    if code != 0 { Unmanaged<ThreadStart>.fromOpaque(argument).release() }
    return code == 0
  }

  private static func enter(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
