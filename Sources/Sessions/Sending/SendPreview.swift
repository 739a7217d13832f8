import Basics
package import Networking
package import Workspaces

extension SendSession {
  /// The request open on the screen, as it would be sent now.
  package nonisolated func preview(
    _ request: OpenRequest, in workspace: Workspace, through driver: ConversationDriver
  ) async throws(PreviewFault) -> SendPreview {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { throw .refused(error) }
    return try await preview(plan, through: driver)
  }
}

/// Why a request cannot be previewed.
package enum PreviewFault: Error, Sendable {
  /// The send would be refused, too.
  case refused(SendFault)
  /// Known only after a send; contains the reason for each value.
  case unknown([String])
  case failed(NetworkError)

  package var text: String {
    switch self {
    case .refused(.refusal(let refusal)):
      if case .notAllowed = refusal.problem { "\(refusal); send it once to allow that" } else { "\(refusal)" }
    case .refused(let fault): "\(fault)"
    case .unknown(let needs): needs.joined(separator: "; ")
    case .failed(let error): error.message
    }
  }
}

extension SendSession {
  /// Previews a plan. Nothing is sent, not even for a login, and no command runs: answers and tokens are the ones
  /// available now.
  /// - Parameters:
  ///   - driver: sends nothing, and puts the request into the last hop of its exchange.
  ///   - limit: the number of body bytes to keep.
  package nonisolated func preview(
    _ plan: SendPlan, through driver: ConversationDriver, limit: Int = 64 << 10
  ) async throws(PreviewFault) -> SendPreview {
    var plan = plan
    plan.context = current(plan.context, plan)
    let needs = try addKnown(to: &plan)
    guard needs.isEmpty else { throw .unknown(needs) }
    let ready: PreparedRequest
    do throws(SendFault) {
      ready = try plan.prepared(dynamic: dynamic, logins: Logins(fetches: false), kinds: driver.kinds)
    } catch {
      throw .refused(error)
    }
    let prepared = withCookies(ready, in: plan.context).prepared
    let exchange: Exchange
    do throws(NetworkError) { exchange = try await driver.exchange(prepared, nil) } catch { throw .failed(error) }
    guard var sent = exchange.hops.last?.request, !sent.head.isEmpty else {
      throw .failed(exchange.failure ?? NetworkError(.other, "Nothing would be sent"))
    }
    let redaction = prepared.redaction.adding(credentialsOf: exchange).adding(logins.issued)
    guard let conversation = exchange.conversation else {
      return SendPreview(
        sent, redaction, notices: prepared.notices, note: prepared.noteOnScript, limit: limit)
    }
    let messages = PreviewedMessages(conversation, frames: sent.body, redaction)
    sent.body = messages.text.isEmpty ? nil : ByteStore(messages.text)
    return SendPreview(
      sent, redaction, notices: prepared.notices, note: messages.note, size: messages.size, limit: limit)
  }

  /// Adds values that are known without side effects: answers of this session and of the history.
  /// - Returns: the values that only a send would find out.
  private nonisolated func addKnown(to plan: inout SendPlan) throws(PreviewFault) -> [String] {
    guard let workspace = plan.workspace, !plan.context.templates(of: plan.definition).isEmpty else { return [] }
    var needs: [String] = []
    do throws(SendRefusal) {
      needs = try workspace.secretCommands(for: plan.definition, in: plan.context).map {
        "{{\($0.command.name)}} is the output of a command, which is not run"
      }
    } catch {
      throw .refused(.refusal(error))
    }
    return needs
      + addAnswersAtHand(to: &plan, in: workspace).map {
        "{{\($0.name)}} is in the answer to \($0.requestID), which would be sent first"
      }
  }
}

/// The messages of a call as shown before it is made: each as JSON, followed by its size and its bytes.
struct PreviewedMessages {
  let text: [UInt8]
  /// The description of when the messages are sent, or why their bytes are unknown.
  let note: String?
  /// The encoded size of all messages in bytes; `nil` if unknown.
  let size: Int?

  /// The number of message bytes shown.
  private static let most = 64
  /// The prefix length of each message: the compression flag and the length.
  private static let lead = 5

  /// - Parameter frames: the bytes of the messages, as gRPC sends them.
  init(_ conversation: Conversation, frames: ByteStore?, _ redaction: Redaction) {
    var text: [UInt8] = []
    var rest = (frames?.allBytes ?? [])[...]
    for message in conversation.messages {
      let words = message.kind == .binary ? Array(Hexadecimal.text(message.body.allBytes).utf8) : message.body.allBytes
      text += words + [0x0A]
      guard let frame = Self.frame(in: &rest) else { continue }
      let parts = [words, Array(frame.dropFirst(Self.lead))]
      let hides = parts.contains { redaction.masked(bytes: $0, type: "") != $0 }
      text += Array("# \(Self.words(frame, hidesSomething: hides))\n".utf8)
    }
    self.text = text
    size = frames.map { $0.count }
    note = conversation.close.flatMap { $0.reason.isEmpty ? nil : $0.reason }
  }

  private static func frame(in rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= lead else { return nil }
    let count = rest.dropFirst().prefix(lead - 1).reduce(0) { $0 << 8 | Int($1) }
    defer { rest = rest.dropFirst(lead + count) }
    return rest.prefix(lead + count)
  }

  /// Formats a frame. Bytes that contain a secret are not shown, because hexadecimal digits are not masked.
  private static func words(_ frame: ArraySlice<UInt8>, hidesSomething: Bool) -> String {
    let size = Quantity.bytes(frame.count - lead) + (frame.first == 1 ? " compressed" : " encoded")
    if hidesSomething { return "\(size), with a secret" }
    let shown = frame.prefix(most).map { Hexadecimal.text([$0]) }.joined(separator: " ")
    return "\(size): \(shown)\(frame.count > most ? " …" : "")"
  }
}

extension ConversationDriver {
  /// The opening of a conversation: an HTTP request or a WebSocket handshake. A handshake shows, in place of a body,
  /// the messages to send once the WebSocket is open, one per line.
  /// - Parameter client: a client that sends nothing (`PreviewTransport`).
  static func previewingOpening(_ client: Client) -> ConversationDriver {
    let http = ConversationDriver(client)
    let kinds = http.kinds.union([RequestDefinition.Kind.webSocket.word])
    return ConversationDriver(kinds: kinds) { prepared, report throws(NetworkError) in
      guard let script = prepared.script else { return try await http.exchange(prepared, report) }
      var config = WebSocket.Config(prepared, isAttended: false)
      if prepared.operation != nil { config.subprotocols = SubscriptionProtocol.names }
      let request = prepared.operation == nil ? prepared.request : prepared.socketRequest
      var exchange = await client.exchange(webSocket: request, config, from: WebSocketSender(), onEvent: { _ in }) {
        $0.cookies = prepared.cookies ?? $0.cookies
      }
      guard let last = exchange.hops.indices.last else { return exchange }
      exchange.hops[last].request.body = script.isEmpty ? nil : ByteStore(Array(script.joined(separator: [0x0A])))
      return exchange
    }
  }
}

extension PreparedRequest {
  /// The messages to send once a WebSocket is open; `nil` without a WebSocket.
  fileprivate var script: [[UInt8]]? {
    if definition.kind == .webSocket {
      return messages.map { $0.kind == .text ? $0.bytes : Array(Hexadecimal.text($0.bytes).utf8) }
    }
    guard let operation, operation.kind == .subscription, operation.transport != .events else { return nil }
    return SubscriptionProtocol(operation.payload, connectionInit: operation.connectionInit).script
      .map { Array($0.utf8) }
  }

  /// The description of when the messages shown in place of a body are sent; `nil` for a real body.
  var noteOnScript: String? {
    guard let script else { return nil }
    let fallback =
      operation != nil && operation?.transport == nil
      ? "if the server opens no WebSocket, the query is sent by POST for server-sent events" : nil
    let sent = script.isEmpty ? nil : "the messages below the head are sent once the WebSocket is open"
    let words = [sent, fallback].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
