import Basics
import Synchronization

/// A transport that speaks HTTP/2 itself, over connections that libcurl makes, for protocols whose answers begin before
/// the request ends: libcurl's own HTTP/2 loses the end of such an answer (7.88). Requests to one server with the same
/// options share a connection.
package final class HTTP2Transport: Transport {
  /// What a connection can be shared by.
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

  private let nextID = Atomic<UInt64>(0)
  private let connections = Mutex<[Route: HTTP2Mailbox]>([:])

  /// A transport with its own connections; nothing is opened yet.
  package init() {}

  deinit {
    for mailbox in connections.withLock({ $0.values.map(\.self) }) { mailbox.post(.stop) }
  }

  /// The features of the installed libraries.
  package var capabilities: TransportCapabilities { Self.features }

  static var features: TransportCapabilities {
    TransportCapabilities(
      name: "HTTP/2",
      features: [
        .http2, .unixSocket, .proxy, .resolveOverride, .connectTo, .interface, .clientCertificate, .pinnedPublicKey,
        .phaseTiming, .trailers, .certificateChain, .backPressure, .phaseTimeouts, .informationalResponses,
      ])
  }

  /// Why it cannot be used here; `nil` if it can.
  package static var fault: NetworkError? {
    guard case .nothing(let error) = NGHTTP2Library.loaded else { return nil }
    return error
  }

  /// The version of the installed libnghttp2; `nil` if there is none.
  package static var libraryVersion: String? {
    guard case .library(let library) = NGHTTP2Library.loaded else { return nil }
    return library.version
  }

  /// Starts a transfer on its connection, which is made if there is none.
  package func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let job = HTTP2Job(
      id: nextID.add(1, ordering: .relaxed).newValue, request: request, events: events
    ) { [weak self] job in
      // The connection that did not take it is for no other, either.
      job.mailbox?.close()
      guard let self else { return Self.fail(job, NetworkError(.cancelled, "The client was closed")) }
      post(job)
    }
    post(job)
    return HTTP2Call(job: job, owner: self)
  }

  private func post(_ job: HTTP2Job) {
    let route = Route(job.request.request)
    let mailbox = connections.withLock { connections in
      if let known = connections[route], known.post(.start(job)) { return known as HTTP2Mailbox? }
      guard let made = HTTP2Mailbox() else { return nil }
      made.post(.start(job))
      let loop = LoopStart(job.request.request, made)
      guard ThreadStart({ loop.run() }).launch() else { return nil }
      connections[route] = made
      return made
    }
    guard let mailbox else {
      return Self.fail(job, NetworkError(.other, "The system has no descriptor or thread left for a connection"))
    }
    job.move(to: mailbox)
  }

  private static func fail(_ job: HTTP2Job, _ error: NetworkError) {
    job.events(.finished(CurlTransport.failed(job.request.request, error, after: ContinuousClock.now - job.asked)))
  }
}

/// Makes the loop on its own thread, which alone may use it.
private struct LoopStart: Sendable {
  let request: Request
  let mailbox: HTTP2Mailbox

  init(_ request: Request, _ mailbox: HTTP2Mailbox) {
    self.request = request
    self.mailbox = mailbox
  }

  func run() { HTTP2Loop(request, mailbox: mailbox).run() }
}

/// One transfer of an HTTP/2 transport.
private struct HTTP2Call: TransportCall {
  let job: HTTP2Job
  /// Keeps the connection open while the transfer runs.
  let owner: HTTP2Transport

  func cancel() { job.cancel() }

  func consumed(_ count: Int) { job.mailbox?.post(.consumed(job.id, count)) }
}
