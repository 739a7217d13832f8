import Basics
import Networking
import Sessions
import Workspaces

/// A message as one line of output: its text, or a JSON object with all its fields. `data` is JSON for JSON messages,
/// otherwise text; binary data is Base64, with `encoding`.
struct MessageLine {
  let asJSON: Bool
  /// The redaction for the JSON form; the text of a message is written as received.
  let redaction: Redaction

  func bytes(_ message: StreamedMessage) -> [UInt8] {
    guard asJSON else { return message.data + [0x0A] }
    return line(
      [
        message.date.map { .init("time", .string(ISOTime.text($0))) },
        message.event.map { .init("event", .string($0)) },
        message.id.map { .init("id", .string($0)) },
      ] + Self.data(message.data))
  }

  /// The JSON form with `type` (`send` or `receive`) and `kind`.
  func bytes(_ message: ConversationMessage) -> [UInt8] {
    guard asJSON else { return message.body.allBytes + [0x0A] }
    return line(
      [
        .init("time", .string(ISOTime.text(message.date))), .init("type", .string(message.direction.word)),
        .init("kind", .string(message.kind.rawValue)),
      ] + Self.data(message.body.allBytes))
  }

  /// The text form with time and direction: `14:02:11.204 > hello`; `>` marks sent messages, as in heads.
  func marked(_ message: ConversationMessage) -> [UInt8] {
    let time = ISOTime.text(message.date).drop { $0 != "T" }.dropFirst().prefix(12)
    let kind = message.kind == .text ? "" : "\(message.kind.rawValue) "
    let isText = message.kind != .binary
    let words =
      isText
      ? Array(redaction.masked(text: String(decoding: message.body.allBytes, as: UTF8.self)).utf8)
      : Array(Hexadecimal.text(message.body.bytes(in: 0..<min(message.size, 64))).utf8)
    return Array("\(time) \(message.direction == .outgoing ? ">" : "<") \(kind)".utf8) + words + [0x0A]
  }

  /// The close of a conversation.
  /// - Parameter trailers: the trailers of a gRPC call.
  func bytes(_ close: Conversation.Close, trailers: Headers) -> [UInt8] {
    let trailers = redaction.masked(trailers).fields.map { JSONValue.Member($0.name, .string($0.value)) }
    return line([
      .init("type", .string("close")), .init("code", close.code.map { .number("\($0)") } ?? .null),
      .init("reason", .string(close.reason)), close.name.map { .init("name", .string($0)) },
      // Details that are not JSON are shown as received.
      close.details.map { .init("details", (try? JSONValue(parsing: Array($0.utf8))) ?? .string($0)) },
      trailers.isEmpty ? nil : .init("trailers", .object(trailers)),
    ])
  }

  private func line(_ members: [JSONValue.Member?]) -> [UInt8] {
    let node = JSONValue.object(members.compactMap { $0 }).masked(by: redaction, except: ["time"])
    return node.compact + [0x0A]
  }

  private static func data(_ bytes: [UInt8]) -> [JSONValue.Member?] {
    // Data that is not JSON is text or bytes.
    if let value = try? JSONValue(parsing: bytes) { return [.init("data", value)] }
    if let text = String(validating: bytes, as: UTF8.self) { return [.init("data", .string(text))] }
    return [.init("data", .string(Base64.encode(bytes))), .init("encoding", .string("base64"))]
  }
}
