import Dispatch
import Libc
import NIOCore
import NIOHTTP1
import NIOPosix

/// The handling of requests that arrive at a listener.
struct HTTPService: Sendable {
  /// The value of the `Server` field.
  var name: String
  /// The body size limit; `nil` for none.
  var largestBody: Int?
  var keptBody = ReceivedBody.limit
  /// The time limit for each request, and for reading each part of an answer; `nil` for none.
  var patience: Duration?
  /// The supported upgrades of a connection: a chat, GraphQL, or gRPC calls. `nil` for HTTP/1 alone.
  var conversations: (graph: GraphService, calls: CallService)?
  /// The limit on connections, above which new ones are closed; `nil` for none.
  var mostConnections: Int?
  var answer: @Sendable (IncomingRequest) async -> Answer
}

/// A listening socket and the task that serves its connections.
struct HTTPListener: Sendable {
  struct Failure: Error {
    var reason: String
  }

  /// The port: the requested one, or for 0 the free one that the system chose.
  let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let serving: Task<Void, Never>

  /// - Parameter port: 0 for any free port.
  static func start(_ service: HTTPService, host: String, port: Int) async throws(Failure) -> HTTPListener {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let open = OpenConnections(service.mostConnections)
      let listener = try await listen(host, port, service, open, group: group)
      let bound = listener.channel.localAddress?.port ?? port
      let serving = Task.detached { await serve(listener, service, open) }
      return HTTPListener(port: bound, group: group, serving: serving)
    } catch {
      // There are no connections yet.
      await group.end()
      throw Failure(reason: Self.words(for: error))
    }
  }

  /// Describes the usual errors in plain words.
  private static func words(for error: any Error) -> String {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: "another program listens there already"
    case EACCES: "the system lets only its administrator listen there"
    case EADDRNOTAVAIL: "this computer does not have that address"
    default: String(describing: error)
    }
  }

  /// Closes every connection and frees the port.
  func stop() async {
    serving.cancel()
    await serving.value
    await group.end()
  }

  /// Returns when `stop` has ended it.
  func wait() async { await serving.value }

  private typealias Listener = NIOAsyncChannel<any Channel, Never>

  private static func listen(
    _ host: String, _ port: Int, _ service: HTTPService, _ open: OpenConnections, group: MultiThreadedEventLoopGroup
  ) async throws -> Listener {
    try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.autoRead, value: false)
      .bind(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          var framing = HTTPResponseEncoder.Configuration()
          framing.automaticallySetFramingHeaders = false
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withOutboundHeaderValidation: false, withEncoderConfiguration: framing)
          if let conversations = service.conversations {
            try channel.pipeline.syncOperations.addHandler(ChatHandler(conversations), position: .first)
          }
          if let patience = service.patience {
            try channel.pipeline.syncOperations.addHandler(PatienceHandler(patience, open))
          }
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

  private static func serve(_ listener: Listener, _ service: HTTPService, _ open: OpenConnections) async {
    // Serving ends by cancellation or because the socket is closed. Neither needs to be reported.
    try? await withThrowingDiscardingTaskGroup { tasks in
      try await listener.executeThenClose { connections in
        for try await connection in connections {
          guard open.enter(connection) else {
            connection.close(promise: nil)
            continue
          }
          tasks.addTask {
            defer { open.leave() }
            // The connection may already be closed.
            guard let connection = try? await opened(connection) else { return }
            await ConnectionLoop(service: service).run(connection)
          }
        }
      }
    }
  }
}

extension MultiThreadedEventLoopGroup {
  /// Ends the threads. Everything that used them has ended, so an error no longer matters.
  ///
  /// Uses its own queue: with libdispatch's global queue, the default, libdispatch would check the threads of that
  /// queue once a second while the program runs.
  fileprivate func end() async {
    await withCheckedContinuation { continuation in
      shutdownGracefully(queue: DispatchQueue(label: "apus.demo")) { _ in continuation.resume() }
    }
  }
}
