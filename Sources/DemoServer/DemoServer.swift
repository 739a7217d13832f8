/// The demo API on loopback, for `apus demo` and tests: a small server that shows everything an HTTP API may send.
///
/// It keeps its users and orders in memory, needs neither network nor files, and listens on 127.0.0.1 only.
package struct DemoServer: Sendable {
  /// The port the server listens on: the requested one, or for 0 the free one that the system chose.
  package let port: Int
  /// The server's address, `http://127.0.0.1:4010`, without a trailing slash.
  package var url: String { "http://127.0.0.1:\(port)" }

  private let listener: HTTPListener

  /// Binds the port and starts serving requests.
  /// - Parameter port: 0 for any free port.
  package static func start(port: Int = 0) async throws(DemoServerError) -> DemoServer {
    guard (0...65535).contains(port) else { throw .invalidPort(port) }
    let store = Store()
    let router = Router(store: store)
    var service = HTTPService(name: "apus-demo") { await router.answer($0) }
    service.conversations = (GraphService(store: store), CallService())
    do {
      let listener = try await HTTPListener.start(service, host: "127.0.0.1", port: port)
      return DemoServer(port: listener.port, listener: listener)
    } catch {
      throw .cannotListen(port: port, reason: error.reason)
    }
  }

  /// Closes every connection and frees the port.
  package func stop() async { await listener.stop() }

  /// Returns when `stop` has ended the server.
  package func wait() async { await listener.wait() }
}

/// Why the demo API could not start.
package enum DemoServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case invalidPort(Int)
  case cannotListen(port: Int, reason: String)

  package var description: String {
    switch self {
    case .invalidPort(let port): "\(port) is not a port; choose one between 1 and 65535, or 0 for any that is free"
    case .cannotListen(let port, let reason):
      "the demo API cannot listen on 127.0.0.1:\(port): \(reason); choose another port with --port, or --port 0 for any that is free"
    }
  }
}
