import Basics
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message as one line of output: what it says, or a JSON object with all that is known of it. `data` is JSON if it is
/// JSON, else text; bytes that are no text are Base64, with `encoding`.
struct MessageLine {
  let asJSON: Bool
  /// For the JSON; what a message says is written as received.
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

  /// With `type` (`send` or `receive`) and `kind`.
  func bytes(_ message: ConversationMessage) -> [UInt8] {
    guard asJSON else { return message.body.allBytes + [0x0A] }
    return line(
      [
        .init("time", .string(ISOTime.text(message.date))), .init("type", .string(message.direction.word)),
        .init("kind", .string(message.kind.rawValue)),
      ] + Self.data(message.body.allBytes))
  }

  /// With the time and who said it: `14:02:11.204 > hello`; `>` is ours, as in the heads.
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

  /// How a conversation ended.
  func bytes(_ close: Conversation.Close) -> [UInt8] {
    line([
      .init("type", .string("close")), .init("code", close.code.map { .number("\($0)") } ?? .null),
      .init("reason", .string(close.reason)), close.name.map { .init("name", .string($0)) },
      // Details that are no JSON are shown as they came.
      close.details.map { .init("details", (try? JSONValue(parsing: Array($0.utf8))) ?? .string($0)) },
    ])
  }

  private func line(_ members: [JSONValue.Member?]) -> [UInt8] {
    let node = JSONValue.object(members.compactMap { $0 }).masked(by: redaction, except: ["time"])
    return node.compact + [0x0A]
  }

  private static func data(_ bytes: [UInt8]) -> [JSONValue.Member?] {
    // What is no JSON is text or bytes.
    if let value = try? JSONValue(parsing: bytes) { return [.init("data", value)] }
    if let text = String(validating: bytes, as: UTF8.self) { return [.init("data", .string(text))] }
    return [.init("data", .string(Base64.encode(bytes))), .init("encoding", .string("base64"))]
  }
}
