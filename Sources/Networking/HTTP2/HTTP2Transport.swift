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
  package var capabilities: TransportCapabilities {
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
      id: nextID.add(1, ordering: .relaxed).newValue, request: request, events: events)
    let route = Route(request.request)
    let mailbox = connections.withLock { connections in
      if let known = connections[route], known.post(.start(job)) { return known as HTTP2Mailbox? }
      guard let made = HTTP2Mailbox() else { return nil }
      made.post(.start(job))
      let loop = LoopStart(request.request, made)
      guard ThreadStart({ loop.run() }).launch() else { return nil }
      connections[route] = made
      return made
    }
    if mailbox == nil {
      let error = NetworkError(.other, "The system has no descriptor or thread left for a connection")
      events(.finished(CurlTransport.failed(request.request, error, after: .zero)))
    }
    return HTTP2Call(id: job.id, mailbox: mailbox, owner: self)
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
  let id: UInt64
  /// `nil` if it could not start.
  let mailbox: HTTP2Mailbox?
  /// Keeps the connection open while the transfer runs.
  let owner: HTTP2Transport

  func cancel() { mailbox?.post(.cancel(id)) }

  func consumed(_ count: Int) { mailbox?.post(.consumed(id, count)) }
}
