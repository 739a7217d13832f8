import Dispatch
import NIOCore
import NIOHTTP1
import NIOPosix

/// The demo API on loopback, for `apus demo` and tests: a small server that shows everything an HTTP API may send.
///
/// It keeps its users and orders in memory, needs neither network nor files, and listens on 127.0.0.1 only.
package struct DemoServer: Sendable {
  /// The port the server listens on: the requested one, or for 0 the free one that the system chose.
  package let port: Int
  /// The server's address, `http://127.0.0.1:4010`, without a trailing slash.
  package var url: String { "http://127.0.0.1:\(port)" }

  private let group: MultiThreadedEventLoopGroup
  private let serving: Task<Void, Never>

  /// Binds the port and starts serving requests.
  /// - Parameter port: 0 for any free port.
  package static func start(port: Int = 0) async throws(DemoServerError) -> DemoServer {
    guard (0...65535).contains(port) else { throw .invalidPort(port) }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let listener = try await listen(on: port, group: group)
      let bound = listener.channel.localAddress?.port ?? port
      let router = Router(store: Store())
      let serving = Task.detached { await serve(listener, router: router) }
      return DemoServer(port: bound, group: group, serving: serving)
    } catch {
      // It serves no connections yet.
      await group.end()
      throw .cannotListen(port: port, reason: String(describing: error))
    }
  }

  /// Closes every connection and frees the port.
  package func stop() async {
    serving.cancel()
    await serving.value
    await group.end()
  }

  /// Returns when `stop` has ended the server.
  package func wait() async {
    await serving.value
  }

  private typealias Listener = NIOAsyncChannel<any Channel, Never>

  private static func listen(on port: Int, group: MultiThreadedEventLoopGroup) async throws -> Listener {
    try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.autoRead, value: false)
      .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          var framing = HTTPResponseEncoder.Configuration()
          framing.automaticallySetFramingHeaders = false
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withOutboundHeaderValidation: false, withEncoderConfiguration: framing)
          return channel
        }
      }
  }

  /// Wraps a channel and starts reading. Only the task that serves the connection wraps it: if the server stopped just
  /// then and nothing ran the wrapper, its precondition would crash the program.
  private static func opened(_ channel: any Channel) async throws -> ConnectionLoop.Connection {
    try await channel.eventLoop.submit {
      let connection = try ConnectionLoop.Connection(wrappingChannelSynchronously: channel)
      try channel.syncOptions?.setOption(.autoRead, value: true)
      return connection
    }.get()
  }

  private static func serve(_ listener: Listener, router: Router) async {
    // Serving ends by cancellation or because the socket is closed. Neither needs to be reported.
    try? await withThrowingDiscardingTaskGroup { tasks in
      try await listener.executeThenClose { connections in
        for try await connection in connections {
          tasks.addTask {
            // The connection may already be closed.
            guard let connection = try? await opened(connection) else { return }
            await ConnectionLoop(router: router).run(connection)
          }
        }
      }
    }
  }
}

/// Why the demo API could not start.
package enum DemoServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case invalidPort(Int)
  case cannotListen(port: Int, reason: String)

  package var description: String {
    switch self {
    case .invalidPort(let port): "\(port) is not a port; choose one between 1 and 65535, or 0 for any that is free"
    case .cannotListen(let port, let reason):
      "the demo API cannot listen on 127.0.0.1:\(port): \(reason); choose another port with --port"
    }
  }
}

extension MultiThreadedEventLoopGroup {
  /// Ends its threads; whatever used them has ended, so an error no longer matters.
  ///
  /// On a queue of its own: on libdispatch's global queue, as by default, it would have libdispatch look after the threads of
  /// that queue once a second for as long as the program runs.
  fileprivate func end() async {
    await withCheckedContinuation { continuation in
      shutdownGracefully(queue: DispatchQueue(label: "apus.demo")) { _ in continuation.resume() }
    }
  }
}
