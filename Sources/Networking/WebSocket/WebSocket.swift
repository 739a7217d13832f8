/// A WebSocket (RFC 6455): messages go out by its methods, and everything that happens comes as `events`.
///
/// ```swift
/// let socket = client.webSocket(for: try .with(.webSocket("wss://chat.test/lobby")))
/// try await socket.send("hello")
/// for await event in socket.events {
///   if case .message(let message) = event { print(message.size) }
/// }
/// ```
public struct WebSocket: Sendable {
  /// As `Client.events(for:)`: the handshake with its redirects, `state` when it is open, a `message` for each that goes
  /// either way, and `finished` with the failure if there was one. Ending the iteration closes the connection.
  public let events: AsyncStream<ConversationEvent>
  private let sender: WebSocketSender

  init(events: AsyncStream<ConversationEvent>, sender: WebSocketSender) {
    self.events = events
    self.sender = sender
  }

  /// Sends text. Waits until the server has agreed, and while a megabyte has not gone out.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  public func send(_ text: String) async throws(NetworkError) { try await sender.send(.text, Array(text.utf8)) }

  /// Sends bytes, in the same way.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  public func send(_ bytes: [UInt8]) async throws(NetworkError) { try await sender.send(.binary, bytes) }

  /// Asks whether the server is alive; its pong is a message.
  /// - Parameter bytes: at most 125, which come back; more are cut off.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  public func ping(_ bytes: [UInt8] = []) async throws(NetworkError) { try await sender.send(.ping, bytes) }

  /// Closes in order. Does nothing unless the conversation is open.
  /// - Parameters:
  ///   - code: 1000 to 1003, 1007 to 1014 or 3000 to 4999; another is sent as it is.
  ///   - reason: at most 123 bytes of UTF-8; more are cut off.
  public func close(code: Int = 1000, reason: String = "") {
    sender.close(Conversation.Close(code: code, reason: reason))
  }
}

/// The outgoing side of a WebSocket, which can be filled before it is opened.
package struct WebSocketSender: Sendable {
  let outbox = FrameOutbox()

  package init() {}

  /// Waits until the server has agreed, and while there is no room.
  package func send(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) async throws(NetworkError) {
    try await outbox.send(kind, bytes)
  }

  /// Returns once the server has agreed.
  package func opened() async throws(NetworkError) { try await outbox.opened() }

  /// Closes in order; does nothing unless the conversation is open.
  package func close(_ close: Conversation.Close) { outbox.close(close) }
}

extension Client {
  /// Opens a WebSocket. The request is an HTTP request: URL, headers, authentication, proxy, certificates and redirects
  /// are as for any other.
  public func webSocket(
    for request: Request, _ config: WebSocketConfig = WebSocketConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) -> WebSocket {
    let execution = execution.with(configure)
    let sender = WebSocketSender()
    let (events, feed) = AsyncStream.makeStream(of: ConversationEvent.self)
    let log = ConversationLog { feed.yield($0) }
    let run = WebSocketRun(request, config, sender.outbox, client: self, execution: execution) { log.tell($0) }
    let task = Task {
      feed.yield(.finished(log.completed(await run.run())))
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
    return WebSocket(events: events, sender: sender)
  }

  /// The same with a sender that is known before, for a listener; the exchange has no messages but what `tell` got.
  package nonisolated(nonsending) func exchange(
    webSocket request: Request, _ config: WebSocketConfig, from sender: WebSocketSender,
    telling tell: @escaping @Sendable (ConversationEvent) -> Void,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    let execution = execution.with(configure)
    return await WebSocketRun(request, config, sender.outbox, client: self, execution: execution, tell: tell).run()
  }
}

extension RequestConfig {
  /// The configuration of a WebSocket's handshake, for a `ws`, `wss`, `http` or `https` URL.
  public static func webSocket(_ url: String, encoding: URLEncoding = .asTyped) -> RequestConfig {
    RequestConfig(url: WebSocketURL.http(url), encoding: encoding)
  }
}
