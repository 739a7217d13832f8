import HTTPModel

/// A WebSocket (RFC 6455): its methods send messages, and `events` has those of the server.
///
/// ```swift
/// let socket = client.webSocket(for: "wss://chat.test/lobby")
/// try await socket.send("hello")
/// for await event in socket.events {
///   if case .text(let text) = event { print(text) }
/// }
/// ```
public struct WebSocket: Sendable {
  /// An event of a WebSocket.
  public enum Event: Sendable {
    /// The server accepted the handshake with this answer; its `Sec-WebSocket-Protocol` names the subprotocol.
    case opened(ResponseHead)
    /// A message of text.
    case text(String)
    /// A message of bytes.
    case bytes([UInt8])
    /// The end, always last. `code` is 1006 if the connection was lost, and `nil` if there was no close; the exchange
    /// has the failure, if any.
    case closed(code: Int?, reason: String, exchange: Exchange)
  }

  /// Everything that happens, in either direction, as in `Client.events(for:)`: the handshake with its redirects,
  /// `state` when it is open, each `message`, and `finished`. Cancelling the task that reads closes the connection.
  package let conversation: AsyncStream<ConversationEvent>
  private let sender: WebSocketSender

  init(_ conversation: AsyncStream<ConversationEvent>, sender: WebSocketSender) {
    self.conversation = conversation
    self.sender = sender
  }

  /// The events of the connection, to be read once. Ending the iteration closes it.
  public var events: AsyncStream<Event> {
    let (events, feed) = AsyncStream.makeStream(of: Event.self)
    let task = Task {
      var head: ResponseHead?
      for await event in conversation {
        if case .head(let new, _) = event { head = new }
        if let known = Event(event, head) { feed.yield(known) }
      }
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
    return events
  }

  /// Sends text. Waits until the server has accepted the handshake, and while more than a megabyte is queued.
  /// - Throws: `NetworkError` if the conversation is over, with the failure that ended it, or the task is cancelled.
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

extension WebSocket.Event {
  /// `nil` for an event that is only for those who watch a conversation.
  fileprivate init?(_ event: ConversationEvent, _ head: ResponseHead?) {
    switch event {
    case .state(.open):
      guard let head else { return nil }
      self = .opened(head)
    case .message(let message) where message.direction == .incoming && message.kind == .text:
      self = .text(String(decoding: message.body.allBytes, as: UTF8.self))
    case .message(let message) where message.direction == .incoming && message.kind == .binary:
      self = .bytes(message.body.allBytes)
    case .finished(let exchange):
      let close = exchange.conversation?.close
      self = .closed(code: close?.code, reason: close?.reason ?? "", exchange: exchange)
    default: return nil
    }
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
    for request: some RequestConvertible, _ config: WebSocket.Config = WebSocket.Config(),
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
    return WebSocket(events, sender: sender)
  }

  /// Runs a WebSocket with a given sender, for a listener; `report` receives the messages, which are not in the
  /// exchange.
  package nonisolated(nonsending) func exchange(
    webSocket request: Request, _ config: WebSocket.Config, from sender: WebSocketSender,
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
  package static func webSocket(_ url: String, encoding: Encoding = .asTyped) -> RequestConfig {
    RequestConfig(url: WebSocketURL.http(url), encoding: encoding)
  }
}

extension WebSocket {
  /// The settings of a WebSocket.
  public struct Config: Hashable, Sendable {
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
}
