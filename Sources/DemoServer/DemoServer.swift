import NIOCore
import NIOHTTP1
import NIOPosix

/// The demo API on loopback, for `apus demo` and for tests: a small server that answers with everything an API can.
///
/// It keeps its users and orders in memory, needs neither network nor files, and listens on 127.0.0.1 only.
public struct DemoServer: Sendable {
  /// The port the server listens on: the requested one, or for 0 the free one that the system chose.
  public let port: Int
  /// The server's address, `http://127.0.0.1:4010`, without a trailing slash.
  public var url: String { "http://127.0.0.1:\(port)" }

  private let group: MultiThreadedEventLoopGroup
  private let serving: Task<Void, Never>

  /// Binds the port and answers requests from then on.
  /// - Parameter port: 0 for any free port.
  public static func start(port: Int = 0) async throws(DemoServerError) -> DemoServer {
    guard (0...65535).contains(port) else { throw .invalidPort(port) }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let listener = try await listen(on: port, group: group)
      let bound = listener.channel.localAddress?.port ?? port
      let router = Router(store: Store())
      let serving = Task.detached { await serve(listener, router: router) }
      return DemoServer(port: bound, group: group, serving: serving)
    } catch {
      // The group serves nobody yet; a failure to stop its threads changes nothing for the caller.
      try? await group.shutdownGracefully()
      throw .cannotListen(port: port, reason: String(describing: error))
    }
  }

  /// Closes every connection and frees the port.
  public func stop() async {
    serving.cancel()
    await serving.value
    // Everything that used the group has ended, so nobody needs to know of a failure.
    try? await group.shutdownGracefully()
  }

  /// Returns when the server ends, which only `stop` causes.
  public func wait() async {
    await serving.value
  }

  private typealias Listener = NIOAsyncChannel<any Channel, Never>

  private static func listen(on port: Int, group: MultiThreadedEventLoopGroup) async throws -> Listener {
    try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
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

  /// Its bytes are read from here on. Only who serves it wraps it: a wrapper that nobody runs, because the server stops at
  /// the moment the connection comes in, would end the program.
  private static func opened(_ channel: any Channel) async throws -> ConnectionLoop.Connection {
    try await channel.eventLoop.submit {
      let connection = try ConnectionLoop.Connection(wrappingChannelSynchronously: channel)
      try channel.syncOptions?.setOption(.autoRead, value: true)
      return connection
    }.get()
  }

  private static func serve(_ listener: Listener, router: Router) async {
    // Serving ends by cancellation or because the socket is gone. Either way there is nothing to report.
    try? await withThrowingDiscardingTaskGroup { tasks in
      try await listener.executeThenClose { connections in
        for try await connection in connections {
          tasks.addTask {
            // A connection that is gone already is served by nobody.
            guard let connection = try? await opened(connection) else { return }
            await ConnectionLoop(router: router).run(connection)
          }
        }
      }
    }
  }
}

/// Why the demo API could not be started.
public enum DemoServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case invalidPort(Int)
  case cannotListen(port: Int, reason: String)

  public var description: String {
    switch self {
    case .invalidPort(let port): "\(port) is not a port; choose one between 1 and 65535, or 0 for any that is free"
    case .cannotListen(let port, let reason):
      "the demo API cannot listen on 127.0.0.1:\(port): \(reason); choose another port with --port"
    }
  }
}
