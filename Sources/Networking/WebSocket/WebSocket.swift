import HTTPModel

/// A WebSocket (RFC 6455): its methods send messages, and `events` reports everything that happens.
///
/// ```swift
/// let socket = client.webSocket(for: "wss://chat.test/lobby")
/// try await socket.send("hello")
/// for await event in socket.events {
///   if case .message(let message) = event { print(message.size) }
/// }
/// ```
public struct WebSocket: Sendable {
  /// The events, as in `Client.events(for:)`: the handshake with its redirects, `state` when it is open, a `message`
  /// for each message in either direction, and `finished` with the failure, if any. Ending the iteration closes the
  /// connection.
  public let events: AsyncStream<ConversationEvent>
  private let sender: WebSocketSender

  init(events: AsyncStream<ConversationEvent>, sender: WebSocketSender) {
    self.events = events
    self.sender = sender
  }

  /// Sends text. Waits until the server has accepted the handshake, and while more than a megabyte is queued.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  public func send(_ text: String) async throws(NetworkError) { try await sender.send(.text, Array(text.utf8)) }

  /// Sends bytes, with the same waiting as for text.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  public func send(_ bytes: [UInt8]) async throws(NetworkError) { try await sender.send(.binary, bytes) }

  /// Sends a ping; the server's pong is reported as a message.
  /// - Parameter bytes: at most 125, which the server returns; further bytes are cut off.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  package func ping(_ bytes: [UInt8] = []) async throws(NetworkError) { try await sender.send(.ping, bytes) }

  /// Starts an orderly close: now, or once the conversation is open. Does nothing after its end.
  /// - Parameters:
  ///   - code: 1000 to 1003, 1007 to 1014 or 3000 to 4999; any other is sent unchanged.
  ///   - reason: at most 123 bytes of UTF-8; further bytes are cut off.
  public func close(code: Int = 1000, reason: String = "") {
    sender.close(Conversation.Close(code: code, reason: reason))
  }
}

/// The outgoing side of a WebSocket, which can be filled before it is opened.
package struct WebSocketSender: Sendable {
  let outbox = FrameOutbox()

  package init() {}

  /// Sends a message. Waits until the server has accepted the handshake, and while there is no room.
  package func send(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) async throws(NetworkError) {
    try await outbox.send(kind, bytes)
  }

  /// Returns once the server has accepted the handshake.
  package func opened() async throws(NetworkError) { try await outbox.opened() }

  /// Starts an orderly close; does nothing unless the conversation is open.
  package func close(_ close: Conversation.Close) { outbox.close(close) }
}

extension Client {
  /// Opens a WebSocket. The request is an HTTP request with its usual URL, headers, authentication, proxy, certificates
  /// and redirects. The schemes `ws` and `wss` stand for `http` and `https`.
  public func webSocket(
    for request: some RequestConvertible, _ config: WebSocketConfig = WebSocketConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) -> WebSocket {
    let execution = execution.with(configure)
    let request = request.handshake.request(below: WebSocketURL.http(baseURL))
    let sender = WebSocketSender()
    let (events, feed) = AsyncStream.makeStream(of: ConversationEvent.self)
    let log = ConversationLog { feed.yield($0) }
    let run = WebSocketRun(request, config, sender.outbox, client: self, execution: execution) { log.report($0) }
    let task = Task {
      feed.yield(.finished(log.completed(await run.run())))
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
    return WebSocket(events: events, sender: sender)
  }

  /// Runs a WebSocket with a given sender, for a listener; `report` receives the messages, which are not in the exchange.
  package nonisolated(nonsending) func exchange(
    webSocket request: Request, _ config: WebSocketConfig, from sender: WebSocketSender,
    onEvent report: @escaping @Sendable (ConversationEvent) -> Void,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    let execution = execution.with(configure)
    return await WebSocketRun(request, config, sender.outbox, client: self, execution: execution, report: report).run()
  }
}

extension RequestConvertible {
  /// The HTTP request of the handshake.
  fileprivate var handshake: any RequestConvertible {
    if self is Request { return self }
    var config = requestConfig
    config.host = WebSocketURL.http(config.host)
    config.path = WebSocketURL.http(config.path)
    config.scheme = config.scheme.map { String(WebSocketURL.http($0 + ":").dropLast()) }
    return config
  }
}

extension RequestConfig {
  /// The configuration of a WebSocket's handshake, for a `ws`, `wss`, `http` or `https` URL.
  public static func webSocket(_ url: String, encoding: URLEncoding = .asTyped) -> RequestConfig {
    RequestConfig(url: WebSocketURL.http(url), encoding: encoding)
  }
}

/// The settings of a WebSocket.
public struct WebSocketConfig: Hashable, Sendable {
  /// Offered in this order; the server chooses one or none.
  public var subprotocols: [String] = []
  /// Offers compression (RFC 7692). Default true.
  public var compresses = true
  /// The largest message in bytes, decompressed; a larger one ends the conversation. Default 64 MB.
  public var maximumMessageSize = TransferOptions.defaultMaximumMessageSize
  /// The maximum size of all messages together, in bytes, because they are kept. Default 1 GB.
  package var maximumTotalSize = TransferOptions.defaultMaximumBodySize
  /// Messages above this many bytes move to a temporary file.
  package var spillThreshold = 64 << 20
  /// The interval of pings, which keep proxies from dropping the connection. Default never.
  public var pingInterval: Duration?
  /// The time limit of the conversation, which is then closed in order. Default no limit.
  package var duration: Duration?
  /// The time that the server has to answer a close. Default 3 s.
  package var closeTimeout = Duration.seconds(3)

  /// If true, a redirect to another origin is rejected, because later messages may be meant for this server alone.
  package var keepsOrigin = false

  /// The defaults.
  public init() {}
}
