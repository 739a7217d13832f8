import Basics
package import Networking
import Protobuf
import Workspaces

extension ConversationDriver {
  /// What a send would do first, for `SendSession.rehearse`: a request of HTTP, the handshake of a WebSocket, or a call. Of a
  /// call, the exchange has the messages that would be said, and the body of its request is their bytes.
  /// - Parameters:
  ///   - client: one that sends nothing (`RehearsalTransport`).
  ///   - isAttended: whether somebody would end a call who says nothing.
  package static func rehearsing(_ client: Client, isAttended: Bool = true) -> ConversationDriver {
    let others = ConversationDriver.rehearsingOpening(client)
    var client = client
    client.http2 = HTTP2Rehearsal()
    let calling = client
    let kinds = others.kinds.union([RequestDefinition.Kind.grpc.word])
    return ConversationDriver(kinds: kinds) { prepared, tell throws(NetworkError) in
      guard let call = prepared.call else { return try await others.exchange(prepared, tell) }
      let rehearsal = CallRehearsal(client: calling, prepared: prepared, call: call, isAttended: isAttended)
      return try await rehearsal.exchange()
    }
  }
}

/// A call that is not made. Its types are those that are at hand: nobody is asked for them.
private struct CallRehearsal {
  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall
  let isAttended: Bool

  func exchange() async throws(NetworkError) -> Exchange {
    let config = GRPCConfig(prepared, call, isAttended: isAttended)
    let known = try await messages()
    let said = try known.map { known throws(NetworkError) in try bytes(of: known) }
    if said == nil, config.carrier != .http2 { throw NetworkError(.encoding, "\(Self.unknown(server))") }
    let sender = GRPCSender()
    // It waits for room, which only a reader makes.
    let feeding = Task {
      for message in said ?? [] { try await sender.send(message) }
      sender.finish()
    }
    defer { feeding.cancel() }
    @Sendable func ignore(_ event: ConversationEvent) {}
    var exchange = await client.exchange(grpc: prepared.request, config, from: sender, telling: ignore) {
      $0.cookies = prepared.cookies ?? $0.cookies
    }
    guard let last = exchange.hops.indices.last else { return exchange }
    let frames = said?.flatMap { GRPCSender.frame($0, compresses: config.compresses) }
    exchange.hops[last].request.body = frames.map { ByteStore($0) }
    exchange.conversation = conversation(saying: said, by: known)
    return exchange
  }

  /// `nil` as long as the types of the method are not known.
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

  private func conversation(saying said: [[UInt8]]?, by known: CallMessages?) -> Conversation {
    guard let said, let known else {
      let written = prepared.messages.map { ConversationMessage(.outgoing, $0.kind, ByteStore($0.bytes)) }
      return Conversation(state: .closed(.init(reason: Self.unknown(server))), messages: written)
    }
    let told = said.map { known.told(ConversationMessage(.outgoing, .binary, ByteStore($0)), AnswerWatch()) }
    let words = told.isEmpty ? "" : "the messages below the head are sent once the call is open"
    return Conversation(state: .closed(.init(reason: words)), messages: told)
  }

  private var server: String { URLParts(prepared.request.url).authority ?? prepared.request.url }

  private static func unknown(_ server: String) -> String {
    "the types of \(server) are not known yet, so the messages stand as they are written; "
      + "the first send, the services on the screen or `apus schema` fetches them"
  }
}
