import Basics
import Networking

/// One subscription in the protocol `graphql-transport-ws`, as a state machine that returns the actions for each
/// received message.
///
/// ```
/// connection_init ─► connection_ack ─► subscribe ─► next* ─► error or complete ─► over
///                        ping ─► pong, at any time
/// ```
/// The older `graphql-ws` (subscriptions-transport-ws) names them `start`, `data` and `stop`, and sends `ka` at any
/// time.
struct SubscriptionProtocol {
  /// The WebSocket subprotocol.
  static let name = "graphql-transport-ws"
  /// The subprotocol of older servers.
  static let legacyName = "graphql-ws"
  /// The subprotocols in order of preference.
  static let names = [name, legacyName]
  private static let id = "1"

  enum Stage {
    case connecting, subscribed, over
  }

  enum Step: Equatable {
    case send(String)
    /// Report the received message to the listener.
    case report(ConversationMessage.Kind, [UInt8])
    /// The subscription ended normally.
    case end
    /// The server violated the protocol.
    case refuse(Conversation.Close, why: String)
  }

  private let payload: [UInt8]
  private let connectionInit: [UInt8]
  private(set) var stage = Stage.connecting
  /// True if the server chose `graphql-ws`.
  var isLegacy = false

  /// - Parameters:
  ///   - payload: the operation, as JSON text.
  ///   - connectionInit: the payload as JSON text; empty for none.
  init(_ payload: [UInt8], connectionInit: [UInt8] = []) {
    self.payload = payload
    self.connectionInit = connectionInit
  }

  /// The first text to send.
  var greeting: String { Self.text("connection_init", payload: connectionInit) }

  /// The texts for a server that follows the protocol, without the one that ends the subscription.
  var script: [String] { [greeting, subscribing] }

  private var subscribing: String { Self.text(isLegacy ? "start" : "subscribe", id: Self.id, payload: payload) }

  /// The text that ends the subscription; `nil` unless it has begun.
  mutating func farewell() -> String? {
    defer { stage = .over }
    return stage == .subscribed ? Self.text(isLegacy ? "stop" : "complete", id: Self.id) : nil
  }

  mutating func take(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) -> [Step] {
    if kind == .ping || kind == .pong { return [.report(kind, bytes)] }
    // A message in transit when the subscription ended.
    guard stage != .over else { return [.report(.control, bytes)] }
    guard kind == .text else { return [.report(.control, bytes)] + refuse("sent bytes instead of text") }
    guard let message = SubscriptionFrame(bytes) else {
      return [.report(.control, bytes)] + refuse("sent a message that is not a JSON object")
    }
    guard let type = message.type else {
      return [.report(.control, bytes)] + refuse("sent a message without a type")
    }
    return steps(type, message, bytes)
  }

  private mutating func steps(_ type: String, _ message: SubscriptionFrame, _ bytes: [UInt8]) -> [Step] {
    let name = isLegacy ? Self.modern[type] ?? type : type
    switch name {
    case "connection_ack":
      guard stage == .connecting else {
        return [.report(.control, bytes)] + refuse("acknowledged the connection twice")
      }
      stage = .subscribed
      return [.report(.control, bytes), .send(subscribing)]
    case "ping": return [.report(.control, bytes), .send(Self.text("pong", payload: Array(message.payload ?? [])))]
    case "pong": return [.report(.control, bytes)]
    case "next", "error", "complete":
      guard stage == .subscribed else {
        return [.report(.control, bytes)] + refuse("sent \(type) before it acknowledged the connection")
      }
      // A message with another id answers nothing; it is only shown.
      guard message.id == Self.id else { return [.report(.control, bytes)] }
      return answer(name, message, bytes)
    case "ka" where isLegacy: return [.report(.control, bytes)]
    case "connection_error" where isLegacy:
      let why = message.payload.map { ": " + String(decoding: $0, as: UTF8.self).visible } ?? ""
      return [.report(.control, bytes)] + refuse("refused the connection\(why)")
    default: return [.report(.control, bytes)] + refuse("sent a message of the unknown type \(type.visible)")
    }
  }

  /// The newer names of messages in the older protocol.
  private static let modern = ["data": "next"]

  private mutating func answer(_ type: String, _ message: SubscriptionFrame, _ bytes: [UInt8]) -> [Step] {
    switch type {
    case "next":
      guard let payload = message.payload else {
        return [.report(.control, bytes)] + refuse("sent next without a payload")
      }
      return [.report(.text, Array(payload))]
    case "error":
      stage = .over
      // The error has the same form as in an answer over HTTP.
      var faults = Array(message.payload ?? [])
      // The older protocol sends a single error.
      if faults.first != UInt8(ascii: "[") { faults = [UInt8(ascii: "[")] + faults + [UInt8(ascii: "]")] }
      return [.report(.text, Array(#"{"errors":"#.utf8) + faults + [UInt8(ascii: "}")]), .end]
    default:
      stage = .over
      return [.report(.control, bytes), .end]
    }
  }

  private mutating func refuse(_ why: String) -> [Step] {
    stage = .over
    return [.refuse(Conversation.Close(code: 4400, reason: "Invalid message"), why: why)]
  }

  private static func text(_ type: String, id: String? = nil, payload: [UInt8] = []) -> String {
    var text = id.map { #"{"id":"\#($0)","# } ?? "{"
    text += #""type":"\#(type)""#
    if !payload.isEmpty { text += #","payload":"# + String(decoding: payload, as: UTF8.self) }
    return text + "}"
  }
}

/// A message of the protocol. Parses the envelope and passes the payload on unchanged, whatever its size.
struct SubscriptionFrame {
  /// The type; `nil` if it is missing or not a string.
  private(set) var type: String?
  private(set) var id: String?
  /// The payload as the server wrote it; `nil` if there is none.
  private(set) var payload: ArraySlice<UInt8>?

  /// Fails if the bytes are not a JSON object; a payload is delimited but not validated.
  init?(_ bytes: [UInt8]) {
    guard let members = JSONMembers.of(bytes) else { return nil }
    for member in members {
      switch member.name {
      case "type": type = JSONString.decoded(member.value)
      case "id": id = JSONString.decoded(member.value)
      case "payload": payload = member.value
      default: break
      }
    }
  }
}
