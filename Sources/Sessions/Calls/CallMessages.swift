import Basics
import Networking
import Protobuf
import Synchronization
import Workspaces

/// The messages of one method, as JSON and as bytes.
struct CallMessages: Sendable {
  let schema: ProtobufSchema
  let method: MethodType

  /// The messages of the file as the method takes them.
  func encoded(_ prepared: [PreparedMessage]) throws(NetworkError) -> [[UInt8]] {
    var encoded: [[UInt8]] = []
    for message in prepared {
      encoded.append(message.kind == .binary ? message.bytes : try self.encoded(message.bytes, message.name))
    }
    return encoded
  }

  /// - Parameter name: of the message, for an error.
  func encoded(_ json: [UInt8], _ name: String) throws(NetworkError) -> [UInt8] {
    guard json.contains(where: { !$0.isASCIIWhitespace }) else { return [] }
    do throws(MessageError) { return try schema.encode(json: json, as: method.input) } catch {
      throw NetworkError(.encoding, "\(name) is no \(schema.messages[method.input].fullName): \(error)")
    }
  }

  /// The message as JSON; bytes that are none of the method's type stay as they are, and are noted.
  func told(_ message: ConversationMessage, _ watch: AnswerWatch) -> ConversationMessage {
    let isAnswer = message.direction == .incoming
    let type = isAnswer ? method.output : method.input
    do throws(WireError) {
      let decoded = try schema.decode(message.body.allBytes, as: type)
      if isAnswer { watch.note(nil) }
      let text = schema.readableJSON(decoded).json.compact
      return ConversationMessage(message.direction, .text, ByteStore(text), at: message.date)
    } catch {
      if isAnswer { watch.note("is no \(schema.messages[type].fullName): \(error)") }
      return message
    }
  }

  /// The end with its details as JSON. A success whose answers are none is not told as one, as other clients do.
  func told(_ close: Conversation.Close, _ watch: AnswerWatch) -> Conversation.Close {
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
    return NetworkError(.encoding, "There is no method \(path)" + (known.isEmpty ? "" : "; there are \(shown)"))
  }
}

/// What was wrong first, noted by any task.
final class FirstFault: Sendable {
  private let known = Mutex<NetworkError?>(nil)

  var fault: NetworkError? { known.withLock { $0 } }

  func note(_ error: NetworkError) { known.withLock { if $0 == nil { $0 = error } } }
}

/// What is wrong with the answers of a call, whatever its server says of it; noted by any task.
final class AnswerWatch: Sendable {
  private struct State {
    var count = 0
    var misfit: String?
  }

  private let state = Mutex(State())

  /// An answer has come.
  /// - Parameter misfit: why it is none of its type.
  func note(_ misfit: String?) {
    state.withLock { state in
      state.count += 1
      if let misfit, state.misfit == nil { state.misfit = "answer \(state.count) \(misfit)" }
    }
  }

  func fault(isStreaming: Bool) -> String? {
    let (count, misfit) = state.withLock { ($0.count, $0.misfit) }
    if let misfit { return "\(misfit); fetch the types again if they have changed" }
    return count == 0 && !isStreaming ? "the server said OK and answered with no message" : nil
  }
}
