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

  /// The message as JSON; bytes that are none of the method's type stay as they are.
  func told(_ message: ConversationMessage) -> ConversationMessage {
    let type = message.direction == .incoming ? method.output : method.input
    // What cannot be decoded is shown as what it is.
    guard let decoded = try? schema.decode(message.body.allBytes, as: type) else { return message }
    let text = schema.readableJSON(decoded).json.compact
    return ConversationMessage(message.direction, .text, ByteStore(text), at: message.date)
  }

  /// The end with its details as JSON.
  func told(_ close: Conversation.Close) -> Conversation.Close {
    var close = close
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
