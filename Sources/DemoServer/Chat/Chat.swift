import Basics

/// `GET /chat/ROOM`: what the demo says in one conversation. It greets, answers each text with its number, gives bytes
/// back, and closes on `bye`.
struct Chat {
  private let room: String
  /// How many ticks it sends by itself.
  let ticks: Int
  /// Milliseconds between them.
  let interval: Int
  private var count = 0
  private var started: (opcode: UInt8, bytes: [UInt8])?
  private(set) var isOver = false

  /// `nil` for any other address.
  init?(_ target: Target) {
    guard target.path.first == "chat", target.path.count <= 2 else { return nil }
    func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
      target.query.first { $0.name == name }.flatMap { Int($0.value) }.map {
        min(max($0, range.lowerBound), range.upperBound)
      }
    }
    room = target.path.count > 1 ? target.path[1] : "lobby"
    ticks = number("ticks", in: 0...1000) ?? 0
    interval = number("interval", in: 1...60_000) ?? 200
  }

  var greeting: [UInt8] { text(["type": "welcome", "room": .string(room)]) }

  func tick(_ number: Int) -> [UInt8] { text(["type": "tick", "n": .int(number), "of": .int(ticks)]) }

  /// The bytes to answer with.
  mutating func answer(_ frame: ChatFrames.Frame) -> [UInt8] {
    switch frame.opcode {
    case 8:
      isOver = true
      return ChatFrames.frame(8, Array(frame.payload.prefix(2)))
    case 9: return ChatFrames.frame(10, frame.payload)
    case 10: return []
    default: break
    }
    var message = started ?? (frame.opcode, [])
    message.bytes += frame.payload
    started = frame.isLast ? nil : message
    guard message.bytes.count <= ChatFrames.longest else { return end(1009) }
    return frame.isLast ? answer(message.opcode, message.bytes) : []
  }

  mutating func end(_ code: Int, _ reason: String = "") -> [UInt8] {
    isOver = true
    return ChatFrames.close(code, reason)
  }

  private mutating func answer(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    guard opcode == 1 else { return ChatFrames.frame(2, bytes) }
    guard let said = String(validating: bytes, as: UTF8.self) else { return end(1007) }
    if said == "bye" { return end(1000, "bye") }
    count += 1
    // What is no JSON is a text.
    let value = (try? JSONValue(parsing: bytes)) ?? .string(said)
    return text(["type": "message", "n": .int(count), "said": value])
  }

  private func text(_ value: JSONValue) -> [UInt8] { ChatFrames.frame(1, Array(value.text.utf8)) }

  /// What agrees to the conversation (RFC 6455, section 4.2.2).
  static func agreement(key: String, subprotocol: String? = nil) -> [UInt8] {
    let chosen = subprotocol.map { ["Sec-WebSocket-Protocol: \($0)"] } ?? []
    let lines =
      [
        "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: \(WebSocketKey.accept(key))",
        "Server: apus-demo",
      ] + chosen + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}
