import Basics
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message as one line of output: what it says, or a JSON object with all that is known of it.
struct MessageLine {
  let asJSON: Bool
  /// For the JSON; what a message says is written as received.
  let redaction: Redaction

  func bytes(_ message: StreamedMessage) -> [UInt8] {
    guard asJSON else { return message.data + [0x0A] }
    return line([
      message.date.map { .init("time", .string(ISOTime.text($0))) }, message.event.map { .init("event", .string($0)) },
      message.id.map { .init("id", .string($0)) }, .init("data", Self.value(message.data)),
    ])
  }

  func bytes(_ message: ConversationMessage) -> [UInt8] {
    guard asJSON else { return message.body.allBytes + [0x0A] }
    return line([
      .init("time", .string(ISOTime.text(message.date))), .init("kind", .string(message.kind.rawValue)),
      .init("data", Self.value(message.body.allBytes)),
    ])
  }

  private func line(_ members: [JSONValue.Member?]) -> [UInt8] {
    let node = JSONValue.object(members.compactMap { $0 }).masked(by: redaction, except: ["time"])
    return node.compact + [0x0A]
  }

  /// JSON as it is, anything else as text.
  private static func value(_ bytes: [UInt8]) -> JSONValue {
    // Whatever is no JSON is text.
    (try? JSONValue(parsing: bytes)) ?? .string(String(decoding: bytes, as: UTF8.self))
  }
}
