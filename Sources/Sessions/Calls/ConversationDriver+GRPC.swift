import Basics
import Essentials
package import Networking
import Protobuf
import Synchronization
import Workspaces

extension ConversationDriver {
  /// gRPC and gRPC-Web: sends the messages of the file, then the user's input, each as JSON. If the method takes a
  /// single message, the first one is sent, or an empty one if there is none.
  /// - Parameters:
  ///   - input: the user's messages; `nil` for none.
  ///   - isAttended: true if a user is there to end a call without messages.
  ///   - emitsDefaults: true if answers include fields with default values.
  package static func grpc(
    _ client: Client, input: ConversationInput? = nil, isAttended: Bool = false, emitsDefaults: Bool = false
  ) -> ConversationDriver {
    ConversationDriver(kinds: [RequestDefinition.Kind.grpc.word]) { prepared, report in
      guard let call = prepared.call else { return Exchange(startedAt: Date()) }
      let started = Date()
      do throws(NetworkError) {
        let types = CallSchema(client: client, prepared: prepared, call: call)
        var left = prepared
        let schema: ProtobufSchema
        if let known = try await types.known() {
          schema = known
        } else {
          schema = try await types.asked()
          left = try prepared.afterSpending(.seconds(Date().timeIntervalSince(started)))
        }
        guard let method = schema.method(path: call.path) else { throw CallMessages.unknown(call.path, in: schema) }
        let messages = CallMessages(schema: schema, method: method, emitsDefaults: emitsDefaults)
        let encoded = try messages.encoded(prepared.messages)
        input?.answer(.listens(method.isClientStreaming))
        let conversation = CallConversation(
          client: client, prepared: left, call: call, messages: messages, input: input,
          isAttended: isAttended || input != nil)
        return await conversation.exchange(sending: encoded, report)
      } catch {
        // The history records method and server even if the server could not be reached for its types.
        let (request, spent) = (prepared.request, Duration.seconds(Date().timeIntervalSince(started)))
        let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
        let hop = Hop(request: sent, timing: Hop.Timing(total: spent))
        return Exchange(startedAt: started, hops: [hop], failure: error, duration: spent)
      }
    }
  }
}

/// One call: encodes JSON as the method's request type, and decodes answers to JSON.
struct CallConversation {
  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall
  let messages: CallMessages
  let input: ConversationInput?
  let isAttended: Bool

  func exchange(sending encoded: [[UInt8]], _ report: @escaping ConversationDriver.Listener) async -> Exchange {
    let sender = GRPCSender()
    let messages = messages
    let config = GRPCConfig(prepared, call, isAttended: isAttended)
    let trouble = FirstFault()
    let watch = AnswerWatch()
    let running = Task {
      await client.exchange(grpc: prepared.request, config, from: sender) { event in
        switch event {
        case .message(let message): report(.message(messages.decoded(message, watch)))
        case .state(.closed(let close)): report(.state(.closed(messages.decoded(close, watch))))
        default: report(event)
        }
      } _: {
        $0.cookies = prepared.cookies ?? $0.cookies
      }
    }
    let feeding = Task { await feed(encoded, to: sender, trouble, ending: { running.cancel() }) }
    defer { feeding.cancel() }
    var exchange = await withTaskCancellationHandler {
      await running.value
    } onCancel: {
      running.cancel()
    }
    if let fault = trouble.fault {
      exchange.failure = fault
    } else if isAttended, exchange.response != nil, exchange.failure?.category == .cancelled {
      // The user ends an open call; that is no failure.
      exchange.failure = nil
    }
    return exchange
  }

  /// Reads the message of a single-message call from the input; a second JSON text is an error.
  private func onlyMessage(ending end: @escaping @Sendable (Conversation.Close) -> Void) async throws(NetworkError)
    -> [UInt8]
  {
    guard let input, input.fillsCalls, !messages.schema.messages[messages.method.input].fields.isEmpty else {
      return []
    }
    var text: [UInt8] = []
    try await input.entries(ended: end) { entry throws(NetworkError) in
      if case .message(_, let more) = entry { text += more }
    }
    return try messages.encoded(text)
  }

  /// - Parameter ending: ends the call immediately.
  private func feed(
    _ encoded: [[UInt8]], to sender: GRPCSender, _ trouble: FirstFault, ending: @escaping @Sendable () -> Void
  ) async {
    let end: @Sendable (Conversation.Close) -> Void = { _ in ending() }
    do throws(NetworkError) {
      guard messages.method.isClientStreaming else {
        let message: [UInt8]
        do throws(NetworkError) {
          if let first = encoded.first { message = first } else { message = try await onlyMessage(ending: end) }
        } catch {
          trouble.note(error)
          return ending()
        }
        try await sender.send(message)
        sender.finish()
        // Nothing more is sent, but the user may still end the call.
        try await input?.entries(ended: end) { _ in }
        return
      }
      for message in encoded { try await sender.send(message) }
      guard let input else { return sender.finish() }
      try await input.entries(ended: end) { entry throws(NetworkError) in
        switch entry {
        case .message(let kind, let bytes):
          let encoded: [UInt8]
          do throws(NetworkError) {
            encoded = kind == .binary ? bytes : try messages.encoded(bytes)
          } catch {
            if input.refuse(error.message) { return }
            trouble.note(error)
            ending()
            throw error
          }
          try await sender.send(encoded)
        case .close, .end: sender.finish()
        }
      }
    } catch {
      // The call is over, and its exchange gives the reason.
    }
  }
}

extension GRPCConfig {
  /// Configures the call as the request's file says.
  init(_ prepared: PreparedRequest, _ call: PreparedCall, isAttended: Bool) {
    self.init()
    compresses = call.definition.compresses
    switch call.definition.carrier {
    case .http2: carrier = .http2
    case .web: carrier = .web(asText: false)
    case .webText: carrier = .web(asText: true)
    }
    let options = prepared.request.options
    if let size = options.maximumBodySize { maximumMessageSize = size > 0 ? size : .max }
    deadline = prepared.conversationLimit(isAttended: isAttended)
  }
}

/// The messages of one method, as JSON and as bytes.
struct CallMessages: Sendable {
  let schema: ProtobufSchema
  let method: MethodType
  /// True if answers include fields with default values.
  var emitsDefaults = false

  /// Encodes the messages of the file as the method's request type.
  func encoded(_ prepared: [PreparedMessage]) throws(NetworkError) -> [[UInt8]] {
    var encoded: [[UInt8]] = []
    for message in prepared {
      // Their comments are removed already.
      encoded.append(message.kind == .binary ? message.bytes : try self.encoded(json: message.bytes, message.name))
    }
    return encoded
  }

  func encoded(_ written: [UInt8]) throws(NetworkError) -> [UInt8] {
    try encoded(json: Self.withoutComments(written), "the message")
  }

  /// - Parameter name: of the message, for an error.
  private func encoded(json: [UInt8], _ name: String) throws(NetworkError) -> [UInt8] {
    guard json.contains(where: { !$0.isASCIIWhitespace }) else { return [] }
    do throws(MessageError) { return try schema.encode(json: json, as: method.input) } catch {
      throw NetworkError(.encoding, "\(name) is not a \(schema.messages[method.input].fullName): \(error)")
    }
  }

  private static func withoutComments(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(UInt8(ascii: "/")), let text = String(validating: json, as: UTF8.self) else { return json }
    return JSONComments.sent(text) { $0 }.map { Array($0.utf8) } ?? json
  }

  /// Converts a message to JSON. Bytes that do not decode as the method's type stay unchanged, and the mismatch is
  /// noted.
  func decoded(_ message: ConversationMessage, _ watch: AnswerWatch) -> ConversationMessage {
    let isAnswer = message.direction == .incoming
    let type = isAnswer ? method.output : method.input
    do throws(WireError) {
      let decoded = try schema.decode(message.body.allBytes, as: type)
      if isAnswer { watch.note(nil) }
      let text = schema.readableJSON(decoded, emitsDefaults: emitsDefaults && isAnswer).json.compact
      return ConversationMessage(message.direction, .text, ByteStore(text), at: message.date)
    } catch {
      if isAnswer { watch.note("is not a \(schema.messages[type].fullName): \(error)") }
      return message
    }
  }

  /// Converts the close, with its details as JSON. As in other clients, a success with undecodable answers is reported
  /// as a failure.
  func decoded(_ close: Conversation.Close, _ watch: AnswerWatch) -> Conversation.Close {
    var close = close
    if close.code == 0, let fault = watch.fault(isStreaming: method.isServerStreaming) {
      close.code = GRPCStatus.Code.internal.rawValue
      close.name = GRPCStatus.Code.internal.name
      close.reason = fault
    }
    guard let status = close.details.flatMap({ RPCStatus(header: $0) }) else { return close }
    close.details = JSONValue.array(status.details(schema)).text
    return close
  }

  static func unknown(_ path: String, in schema: ProtobufSchema) -> NetworkError {
    let known = schema.services.flatMap(\.methods).map(\.path)
    let shown = known.prefix(5).joined(separator: ", ") + (known.count > 5 ? ", …" : "")
    return NetworkError(.encoding, "There is no method \(path)" + (known.isEmpty ? "" : "; known: \(shown)"))
  }
}

/// The first fault that any task reports.
final class FirstFault: Sendable {
  private let known = Mutex<NetworkError?>(nil)

  var fault: NetworkError? { known.withLock { $0 } }

  func note(_ error: NetworkError) { known.withLock { if $0 == nil { $0 = error } } }
}

/// The decoding fault of a call's answers, independent of the status that the server reports; any task may report one.
final class AnswerWatch: Sendable {
  private struct State {
    var count = 0
    var misfit: String?
  }

  private let state = Mutex(State())

  /// Notes an answer.
  /// - Parameter misfit: why the answer does not decode as its type.
  func note(_ misfit: String?) {
    state.withLock { state in
      state.count += 1
      if let misfit, state.misfit == nil { state.misfit = "answer \(state.count) \(misfit)" }
    }
  }

  func fault(isStreaming: Bool) -> String? {
    let (count, misfit) = state.withLock { ($0.count, $0.misfit) }
    if let misfit { return "\(misfit); fetch the types again if they have changed" }
    return count == 0 && !isStreaming ? "the server returned OK without a message" : nil
  }
}
