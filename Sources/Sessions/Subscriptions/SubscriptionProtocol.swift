import Basics
import Networking

/// One subscription in the protocol `graphql-transport-ws`, as a state machine: what is to be done for each message that
/// arrives.
///
/// ```
/// connection_init ─► connection_ack ─► subscribe ─► next* ─► error or complete ─► over
///                        ping ─► pong, at any time
/// ```
struct SubscriptionProtocol {
  /// The WebSocket subprotocol.
  static let name = "graphql-transport-ws"
  private static let id = "1"

  enum Stage {
    case connecting, subscribed, over
  }

  enum Step: Equatable {
    /// A text to send.
    case say(String)
    /// What the message that arrived is to whoever listens.
    case tell(ConversationMessage.Kind, [UInt8])
    /// The subscription is over, in order.
    case end
    /// The server does not keep to the protocol.
    case refuse(Conversation.Close, why: String)
  }

  private let payload: [UInt8]
  private let connectionInit: [UInt8]
  private(set) var stage = Stage.connecting

  /// - Parameters:
  ///   - payload: the operation, as JSON text.
  ///   - connectionInit: a JSON text; empty for none.
  init(_ payload: [UInt8], connectionInit: [UInt8] = []) {
    self.payload = payload
    self.connectionInit = connectionInit
  }

  /// The first text to send.
  var greeting: String { Self.text("connection_init", payload: connectionInit) }

  /// What is sent to a server that does as it should, but for the end.
  var script: [String] { [greeting, subscribing] }

  private var subscribing: String { Self.text("subscribe", id: Self.id, payload: payload) }

  /// The text that ends the subscription; `nil` unless it has begun.
  mutating func farewell() -> String? {
    defer { stage = .over }
    return stage == .subscribed ? Self.text("complete", id: Self.id) : nil
  }

  mutating func take(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) -> [Step] {
    if kind == .ping || kind == .pong { return [.tell(kind, bytes)] }
    // What was on its way when it ended.
    guard stage != .over else { return [.tell(.control, bytes)] }
    guard kind == .text else { return [.tell(.control, bytes)] + refuse("sent bytes instead of text") }
    guard let message = SubscriptionFrame(bytes) else {
      return [.tell(.control, bytes)] + refuse("sent what is not a JSON object")
    }
    guard let type = message.type else {
      return [.tell(.control, bytes)] + refuse("sent a message without a type")
    }
    return steps(type, message, bytes)
  }

  private mutating func steps(_ type: String, _ message: SubscriptionFrame, _ bytes: [UInt8]) -> [Step] {
    switch type {
    case "connection_ack":
      guard stage == .connecting else { return [.tell(.control, bytes)] + refuse("acknowledged the connection twice") }
      stage = .subscribed
      return [.tell(.control, bytes), .say(subscribing)]
    case "ping": return [.tell(.control, bytes), .say(Self.text("pong", payload: Array(message.payload ?? [])))]
    case "pong": return [.tell(.control, bytes)]
    case "next", "error", "complete":
      guard stage == .subscribed else {
        return [.tell(.control, bytes)] + refuse("sent \(type) before it acknowledged the connection")
      }
      // Another one than ours is nobody's answer; it is shown, and that is all.
      guard message.id == Self.id else { return [.tell(.control, bytes)] }
      return answer(type, message, bytes)
    default: return [.tell(.control, bytes)] + refuse("sent a message of the unknown type \(type.visible)")
    }
  }

  private mutating func answer(_ type: String, _ message: SubscriptionFrame, _ bytes: [UInt8]) -> [Step] {
    switch type {
    case "next":
      guard let payload = message.payload else {
        return [.tell(.control, bytes)] + refuse("sent next without a payload")
      }
      return [.tell(.text, Array(payload))]
    case "error":
      stage = .over
      // As the same fault looks in an answer over HTTP.
      let faults = message.payload ?? [UInt8(ascii: "["), UInt8(ascii: "]")]
      return [.tell(.text, Array(#"{"errors":"#.utf8) + faults + [UInt8(ascii: "}")]), .end]
    default:
      stage = .over
      return [.tell(.control, bytes), .end]
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
