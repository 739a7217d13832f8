import Basics
import HTTPModel
import Locks

/// A transport with its own HTTP/2, over connections made by libcurl, for protocols whose answers begin before the
/// request ends: libcurl's own HTTP/2 loses the end of such an answer (7.88). Requests to one server with the same
/// options share a connection.
package final class HTTP2Transport: Transport {
  /// The key of a shared connection.
  private struct Route: Hashable {
    var origin: String
    var options: TransferOptions
    var isSecure: Bool

    init(_ request: Request) {
      let asked = request.options
      origin = URLParts(request.url).hostAndPort
      isSecure = request.isSecure
      options = TransferOptions()
      options.tls = asked.tls
      options.proxy = asked.proxy
      options.noProxy = asked.noProxy
      options.unixSocket = asked.unixSocket
      options.resolve = asked.resolve
      options.connectTo = asked.connectTo
      options.interface = asked.interface
    }
  }

  private struct State {
    var connections: [Route: Mailbox<HTTP2Command>] = [:]
    var isClosed = false
  }

  private let nextID = Atomic<UInt64>(0)
  private let state = Mutex(State())
  /// The number of open connections.
  private let openCount = Monitor(0)

  /// A transport with its own connections; nothing is opened yet.
  package init() {}

  deinit {
    stop()
  }

  private func stop() {
    for mailbox in state.withLock({ $0.connections.values.map(\.self) }) { mailbox.post(.stop) }
  }

  /// Fails all transfers with category `shutDown`, now and later, and closes the connections.
  package func shutdown() async {
    state.withLock { $0.isClosed = true }
    stop()
    // The threads end in any case, so the wait does, too.
    await Task { [openCount] in await openCount.wait { $0 == 0 } }.value
  }

  /// The features of the installed libraries.
  package var capabilities: TransportCapabilities { Self.features }

  static var features: TransportCapabilities {
    TransportCapabilities(
      name: "HTTP/2",
      features: [
        .http2, .unixSocket, .proxy, .resolveOverride, .connectTo, .interface, .clientCertificate, .pinnedPublicKey,
        .phaseTiming, .trailers, .certificateChain, .backPressure, .phaseTimeouts, .informationalResponses,
        .tlsOptions,
      ])
  }

  /// The reason why it cannot be used here; `nil` if it can.
  package static var fault: NetworkError? {
    guard case .nothing(let error) = NGHTTP2Library.loaded else { return nil }
    return error
  }

  /// The version of the installed libnghttp2; `nil` if it is missing.
  package static var libraryVersion: String? {
    guard case .library(let library) = NGHTTP2Library.loaded else { return nil }
    return library.version
  }

  /// Starts a transfer on its connection, which is opened if necessary.
  package func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let job = HTTP2Job(
      id: nextID.add(1, ordering: .relaxed).newValue, request: request, events: events
    ) { [weak self] job in
      // A connection that rejected one transfer rejects all others, too.
      job.mailbox?.close()
      guard let self else { return job.fail(.shutDown) }
      post(job)
    }
    post(job)
    return HTTP2Call(job: job, owner: self)
  }

  private func post(_ job: HTTP2Job) {
    let route = Route(job.request.request)
    do throws(NetworkError) {
      let mailbox = try state.withLock { state in
        Result { () throws(NetworkError) in
          guard !state.isClosed else { throw .shutDown }
          if let known = state.connections[route], known.post(.start(job), isNew: true) { return known }
          let made = try open(for: job)
          state.connections[route] = made
          return made
        }
      }.get()
      job.move(to: mailbox)
    } catch {
      job.fail(error)
    }
  }

  /// Starts the thread of a new connection.
  private func open(for job: HTTP2Job) throws(NetworkError) -> Mailbox<HTTP2Command> {
    let (request, openCount) = (job.request.request, openCount)
    guard let mailbox = Mailbox<HTTP2Command>() else { throw Self.isExhausted }
    mailbox.post(.start(job))
    openCount.change { $0 += 1 }
    let thread = ThreadStart {
      // Only its own thread may use the loop.
      HTTP2Loop(request, mailbox: mailbox).run()
      openCount.change { $0 -= 1 }
    }
    guard thread.launch() else {
      openCount.change { $0 -= 1 }
      throw Self.isExhausted
    }
    return mailbox
  }

  private static let isExhausted = NetworkError(
    .other, "The system has no descriptor or thread left for a connection")
}

/// One transfer of an HTTP/2 transport.
private struct HTTP2Call: TransportCall {
  let job: HTTP2Job
  /// Keeps the connection open while the transfer runs.
  let owner: HTTP2Transport

  func cancel() { job.cancel() }

  func consumed(_ count: Int) { job.mailbox?.post(.consumed(job.id, count)) }
}

/// A transfer that waits for its connection, or moves to the next one if a server processed nothing of it.
final class HTTP2Job: Sendable {
  private struct Place {
    var mailbox: Mailbox<HTTP2Command>?
    var isCancelled = false
    var attempts = 0
  }

  /// The limit of attempts on a server that refuses each of them.
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

  /// The mailbox of its current connection.
  var mailbox: Mailbox<HTTP2Command>? { place.withLock { $0.mailbox } }

  /// Moves the transfer to this connection. A transfer that was cancelled meanwhile is cancelled there.
  func move(to mailbox: Mailbox<HTTP2Command>) {
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
  /// - Returns: `false` if the attempts are used up, or the transfer was cancelled.
  func tryAgain() -> Bool {
    let isWanted = place.withLock { place in
      place.attempts += 1
      return !place.isCancelled && place.attempts < Self.mostAttempts
    }
    if isWanted { restart(self) }
    return isWanted
  }

  /// Ends it before it has a stream.
  func fail(_ error: NetworkError) {
    events(.finished(CurlTransport.failed(request.request, error, after: ContinuousClock.now - asked)))
  }

  /// The time limit; `nil` for none.
  var deadline: ContinuousClock.Instant? {
    request.request.options.totalTimeout.flatMap { $0 > .zero ? asked + $0 : nil }
  }

  var outOfTime: NetworkError {
    let limit = request.request.options.totalTimeout ?? .zero
    let address = URLParts(request.request.url).hostAndPort
    return NetworkError(.totalTimeout, "The request to \(address) took longer than \(Quantity.limit(limit))")
  }
}

/// The commands to a connection's thread.
enum HTTP2Command: Sendable {
  case start(HTTP2Job)
  case cancel(UInt64)
  /// More of a request body is available.
  case resume(UInt64)
  /// The consumer processed this number of bytes.
  case consumed(UInt64, Int)
  /// Ends everything.
  case stop
}
