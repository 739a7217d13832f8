import Basics
package import Networking
import Protobuf
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConversationDriver {
  /// gRPC, and gRPC-Web: the messages of the file, then what the user says, each as JSON. Where the client says only one,
  /// it is the first; it is empty if there is none.
  /// - Parameters:
  ///   - input: what the user says; `nil` for nothing.
  ///   - isAttended: whether somebody ends it who says nothing.
  package static func grpc(
    _ client: Client, input: ConversationInput? = nil, isAttended: Bool = false
  ) -> ConversationDriver {
    ConversationDriver(kinds: [RequestDefinition.Kind.grpc.word]) { prepared, tell in
      guard let call = prepared.call else { return Exchange(startedAt: Date()) }
      let started = Date()
      do throws(NetworkError) {
        let schema = try await CallSchema(client: client, prepared: prepared, call: call).schema()
        guard let method = schema.method(path: call.path) else { throw CallMessages.unknown(call.path, in: schema) }
        let messages = CallMessages(schema: schema, method: method)
        let said = try messages.encoded(prepared.messages)
        input?.answer(.listens(method.isClientStreaming))
        let conversation = CallConversation(
          client: client, prepared: prepared, call: call, messages: messages, input: input,
          isAttended: isAttended || input != nil)
        return await conversation.exchange(saying: said, tell)
      } catch {
        // What was to be called, and where, stands in the history also if the server was not reached for its types.
        let (request, spent) = (prepared.request, Duration.seconds(Date().timeIntervalSince(started)))
        let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
        let hop = Hop(request: sent, timing: Timing(total: spent))
        return Exchange(startedAt: started, hops: [hop], failure: error, duration: spent)
      }
    }
  }
}

/// One call: what is said in JSON goes out as the method's type, and what comes in is told as JSON.
struct CallConversation {
  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall
  let messages: CallMessages
  let input: ConversationInput?
  let isAttended: Bool

  func exchange(saying said: [[UInt8]], _ tell: @escaping ConversationDriver.Listener) async -> Exchange {
    let sender = GRPCSender()
    let messages = messages
    let config = GRPCConfig(prepared, call, isAttended: isAttended)
    let trouble = FirstFault()
    let watch = AnswerWatch()
    let running = Task {
      await client.exchange(grpc: prepared.request, config, from: sender) { event in
        switch event {
        case .message(let message): tell(.message(messages.told(message, watch)))
        case .state(.closed(let close)): tell(.state(.closed(messages.told(close, watch))))
        default: tell(event)
        }
      } _: {
        $0.cookies = prepared.cookies ?? $0.cookies
      }
    }
    let feeding = Task { await feed(said, to: sender, trouble, ending: { running.cancel() }) }
    defer { feeding.cancel() }
    var exchange = await withTaskCancellationHandler {
      await running.value
    } onCancel: {
      running.cancel()
    }
    if let fault = trouble.fault {
      exchange.failure = fault
    } else if isAttended, exchange.response != nil, exchange.failure?.category == .cancelled {
      // Whoever attends to an open call ends it; that is no failure.
      exchange.failure = nil
    }
    return exchange
  }

  /// - Parameter ending: ends the call at once.
  private func feed(
    _ said: [[UInt8]], to sender: GRPCSender, _ trouble: FirstFault, ending: @escaping @Sendable () -> Void
  ) async {
    let end: @Sendable (Conversation.Close) -> Void = { _ in ending() }
    do throws(NetworkError) {
      guard messages.method.isClientStreaming else {
        try await sender.send(said.first ?? [])
        sender.finish()
        // Nothing more is sent, whatever is said; but the user may end it.
        try await input?.entries(ended: end) { _ in }
        return
      }
      for message in said { try await sender.send(message) }
      guard let input else { return sender.finish() }
      try await input.entries(ended: end) { entry throws(NetworkError) in
        switch entry {
        case .message(let kind, let bytes):
          let encoded: [UInt8]
          do throws(NetworkError) {
            encoded = kind == .binary ? bytes : try messages.encoded(bytes, "the message")
          } catch {
            if input.refuse(error.message) { return }
            trouble.note(error)
            ending()
            throw error
          }
          try await sender.send(encoded)
        case .close: sender.finish()
        }
      }
    } catch {
      // The call is over, and its exchange says why.
    }
  }
}
