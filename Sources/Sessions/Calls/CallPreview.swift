import Basics
package import Networking
import Protobuf
import Workspaces

extension ConversationDriver {
  /// The first step of a send, for `SendSession.preview`: an HTTP request, a WebSocket handshake, or a call. For a
  /// call, the exchange contains the messages to send, and the request body is their bytes.
  /// - Parameters:
  ///   - client: a client that sends nothing (`PreviewTransport`).
  ///   - isAttended: true if a user is there to end a call without messages.
  package static func previewing(_ client: Client, isAttended: Bool = true) -> ConversationDriver {
    let openings = ConversationDriver.previewingOpening(client)
    var client = client
    client.http2 = HTTP2Preview()
    let calling = client
    let kinds = openings.kinds.union([RequestDefinition.Kind.grpc.word])
    return ConversationDriver(kinds: kinds) { prepared, report throws(NetworkError) in
      guard let call = prepared.call else { return try await openings.exchange(prepared, report) }
      return try await CallPreview(client: calling, prepared: prepared, call: call, isAttended: isAttended).exchange()
    }
  }
}

/// A call that is prepared but not made. It uses only types that are available locally.
private struct CallPreview {
  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall
  let isAttended: Bool

  func exchange() async throws(NetworkError) -> Exchange {
    let config = GRPCConfig(prepared, call, isAttended: isAttended)
    let known = try await messages()
    let encoded = try known.map { known throws(NetworkError) in try bytes(of: known) }
    if encoded == nil, config.carrier != .http2 { throw NetworkError(.encoding, "\(Self.unknown(server))") }
    let sender = GRPCSender()
    // The task waits for room in the buffer, which only a reader makes.
    let feeding = Task {
      for message in encoded ?? [] { try await sender.send(message) }
      sender.finish()
    }
    defer { feeding.cancel() }
    @Sendable func ignore(_ event: ConversationEvent) {}
    var exchange = await client.exchange(grpc: prepared.request, config, from: sender, onEvent: ignore) {
      $0.cookies = prepared.cookies ?? $0.cookies
    }
    guard let last = exchange.hops.indices.last else { return exchange }
    let frames = encoded?.flatMap { GRPCSender.frame($0, compresses: config.compresses) }
    exchange.hops[last].request.body = frames.map { ByteStore($0) }
    exchange.conversation = conversation(sending: encoded, by: known)
    return exchange
  }

  /// The messages to send; `nil` if the types of the method are unknown.
  private func messages() async throws(NetworkError) -> CallMessages? {
    let files = CallFiles(call: call)
    let schema = call.protoFile == nil ? files.kept()?.schema : try await files.named().schema
    guard let schema else { return nil }
    if let method = schema.method(path: call.path) { return CallMessages(schema: schema, method: method) }
    if call.protoFile != nil { throw CallMessages.unknown(call.path, in: schema) }
    return nil
  }

  private func bytes(of messages: CallMessages) throws(NetworkError) -> [[UInt8]] {
    let all = try messages.encoded(prepared.messages)
    return messages.method.isClientStreaming ? all : [all.first ?? []]
  }

  private func conversation(sending encoded: [[UInt8]]?, by known: CallMessages?) -> Conversation {
    guard let encoded, let known else {
      let written = prepared.messages.map { ConversationMessage(.outgoing, $0.kind, ByteStore($0.bytes)) }
      return Conversation(state: .closed(.init(reason: Self.unknown(server))), messages: written)
    }
    let shown = encoded.map { known.decoded(ConversationMessage(.outgoing, .binary, ByteStore($0)), AnswerWatch()) }
    let words = shown.isEmpty ? "" : "the messages below the head are sent once the call is open"
    return Conversation(state: .closed(.init(reason: words)), messages: shown)
  }

  private var server: String { URLParts(prepared.request.url).authority ?? prepared.request.url }

  private static func unknown(_ server: String) -> String {
    "the types of \(server) are not known yet, so messages are shown as written; "
      + "the first send, the services on the screen or `apus schema` fetches them"
  }
}
