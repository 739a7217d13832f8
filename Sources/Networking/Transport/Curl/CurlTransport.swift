import Synchronization

/// The transport that sends for real: libcurl's multi interface on one thread of its own.
///
/// Cheap to make: the first request loads the library, and the first that needs the thread starts it. The thread sleeps
/// while nothing runs and ends when the transport is released. After an answer that came within a millisecond, the next
/// caller drives its own transfer for a millisecond (`startHere`) before the thread takes over.
///
/// Headers added to a request: `Host`, `Content-Length` or `Transfer-Encoding`, `Accept-Encoding` where the answer is
/// decompressed, those of `options.authentication`, and what an upgrade to HTTP/2 over plain HTTP needs. All of them
/// show in `SentRequest`.
public final class CurlTransport: Transport {
  /// How many transfers run at a time.
  public struct Limits: Hashable, Sendable {
    /// Transfers at a time; more wait by priority. libcurl becomes slower above some sixty.
    public var transfers: Int
    /// Transfers at a time to one host and port.
    public var transfersPerHost: Int

    /// By default 64 in all, which may all go to one host.
    public init(transfers: Int = 64, transfersPerHost: Int = 64) {
      self.transfers = transfers
      self.transfersPerHost = transfersPerHost
    }
  }

  private let limits: Limits
  private let nextID = Atomic<UInt64>(0)
  private let engine = Mutex<CurlEngine?>(nil)

  /// A transport with connections of its own; nothing is opened yet.
  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  deinit {
    // Whatever still runs is cancelled by the thread on its way out.
    engine.withLock { $0 }?.stop()
  }

  /// Opens libcurl if no request has done so yet.
  public var capabilities: TransportCapabilities {
    switch CurlLibrary.loaded {
    case .library(let library): library.version.capabilities
    case .nothing(let error): TransportCapabilities(name: error.description)
    }
  }

  /// Begins a transfer on the transport's thread.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    start(request, events) { engine, job in engine.start(job) }
  }

  /// Begins a transfer on the caller's thread, for about a millisecond.
  public func startHere(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    start(request, events) { engine, job in
      guard engine.mailbox.mayAttend(overTLS: job.isSecure), engine.mailbox.takeWheel() else {
        return engine.start(job)
      }
      engine.attend(job)
    }
  }

  private func start(
    _ request: TransportRequest, _ events: @escaping @Sendable (TransportEvent) -> Void,
    by begin: (CurlEngine, CurlJob) -> Void
  ) -> any TransportCall {
    let id = nextID.add(1, ordering: .relaxed).newValue
    do throws(NetworkError) {
      let engine = try opened()
      let job = CurlJob(id: id, request: request, ready: engine.ready(request), events: events)
      begin(engine, job)
      return CurlCall(job: job, mailbox: engine.mailbox, owner: self)
    } catch {
      events(.finished(Self.failed(request.request, error, after: .zero)))
      return CurlCall(job: nil, mailbox: nil, owner: self)
    }
  }

  /// Opens libcurl now, for a program that is going to send and does nothing else yet. Its thirty libraries are loaded
  /// sooner before there are other threads, each of which would be stopped at every change of the memory's map.
  package static func prepare() { _ = CurlLibrary.loaded }

  /// The version of the libcurl of this system, `0x075801` for 7.88.1; `nil` where there is none.
  package static var libraryVersion: Int? {
    guard case .library(let library) = CurlLibrary.loaded else { return nil }
    return Int(library.version.number)
  }

  private func opened() throws(NetworkError) -> CurlEngine {
    if let engine = engine.withLock({ $0 }) { return engine }
    return try engine.withLock { engine in
      Result { () throws(NetworkError) in
        if let engine { return engine }
        let made = try CurlEngine(limits)
        engine = made
        return made
      }
    }.get()
  }

  /// Easy handles that there are, in use or not; transfers that run.
  var handleCount: Int { engine.withLock { $0 }?.handles.count ?? 0 }
  var liveCount: Int { engine.withLock { $0 }?.mailbox.live.load(ordering: .relaxed) ?? 0 }

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
  /// `nil` for one that could not begin.
  let job: CurlJob?
  let mailbox: CurlMailbox?
  /// Keeps the loop alive while the transfer is awaited.
  let owner: CurlTransport

  func cancel() {
    guard let job, let mailbox else { return }
    job.gate.cancel()
    mailbox.post(.cancel(job.id))
    mailbox.watch.armIfActing(job.id)
    guard mailbox.isEngrossed.load(ordering: .acquiring) else { return }
    job.gate.close(
      with: CurlTransport.failed(job.request.request, CurlErrors.cancelled, after: ContinuousClock.now - job.asked))
  }

  func consumed(_ count: Int) {
    if let job, job.window?.consume(count) == true { mailbox?.post(.resume(job.id)) }
  }
}
