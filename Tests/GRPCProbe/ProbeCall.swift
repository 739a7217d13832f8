import Basics
import Networking
import Synchronization

/// A call of the probe: its messages and its end.
struct ProbeCall: Sendable {
  var messages: [[UInt8]] = []
  var exchange: Exchange
  /// The status that the listener received; `nil` if the call ended without one.
  var close: Conversation.Close?

  var code: Int? { close?.code }
  var words: String { "\(close?.name ?? "no status") \(close?.reason ?? "") \(exchange.failure?.message ?? "")" }

  /// Metadata of the answer, by name.
  func initial(_ name: String) -> String? { exchange.hops.last?.response?.headers[name] }
  func trailing(_ name: String) -> String? { exchange.hops.last?.response?.trailers[name] }
}

/// The server of the calls, and the options for them.
struct ProbeTarget: Sendable {
  var url: String
  /// The PEM file of the authority that signed the server's certificate.
  var authority: String?
  /// The configuration of calls without their own.
  var config = GRPCConfig()
  let client = Client()

  /// Calls the method.
  /// - Parameter say: sends messages and receives those of the server. The input ends when it returns.
  func call(
    _ method: String, metadata: [(String, String)] = [], _ config: GRPCConfig? = nil,
    _ say: @escaping @Sendable (GRPCSender, AsyncStream<[UInt8]>) async throws -> Void
  ) async throws -> ProbeCall {
    let request = try Request.with(RequestConfig(url: url + method, encoding: .asTyped)) {
      for (name, value) in metadata { $0.headers.append(name, value) }
      if let authority { $0.options.tls = TransferOptions.TLSOptions(caFile: authority) }
    }
    let sender = GRPCSender()
    let (incoming, feed) = AsyncStream.makeStream(of: [UInt8].self)
    let known = Mutex(([[UInt8]](), Conversation.Close?.none))
    let talk = Task {
      // A call that has ended accepts no more messages; its end gives the reason.
      try? await say(sender, incoming)
      sender.finish()
    }
    let exchange = await client.exchange(grpc: request, config ?? self.config, from: sender) { event in
      switch event {
      case .message(let message) where message.direction == .incoming:
        known.withLock { $0.0.append(message.body.allBytes) }
        feed.yield(message.body.allBytes)
      case .state(.closed(let close)): known.withLock { $0.1 = close }
      default: break
      }
    }
    feed.finish()
    await talk.value
    let (messages, close) = known.withLock { $0 }
    return ProbeCall(messages: messages, exchange: exchange, close: close)
  }

  /// One message each way.
  func unary(
    _ method: String, _ message: [UInt8], metadata: [(String, String)] = [], _ config: GRPCConfig? = nil
  ) async throws -> ProbeCall {
    try await call(method, metadata: metadata, config) { sender, _ in try await sender.send(message) }
  }
}
