import Basics

/// The demo's side of one conversation over WebSocket.
protocol Talk: AnyObject {
  /// The parts of a message that is not whole yet.
  var fragments: (opcode: UInt8, bytes: [UInt8])? { get set }
  var isOver: Bool { get }

  /// The bytes to answer a message with.
  func take(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8]

  func stop()
}

extension Talk {
  func answer(_ frame: ChatFrames.Frame) -> [UInt8] {
    switch frame.opcode {
    case 8:
      stop()
      return ChatFrames.frame(8, Array(frame.payload.prefix(2)))
    case 9: return ChatFrames.frame(10, frame.payload)
    case 10: return []
    default: break
    }
    var message = fragments ?? (frame.opcode, [])
    message.bytes += frame.payload
    fragments = frame.isLast ? nil : message
    guard message.bytes.count <= ChatFrames.longest else { return end(1009) }
    return frame.isLast ? take(message.opcode, message.bytes) : []
  }

  func end(_ code: Int, _ reason: String = "") -> [UInt8] {
    stop()
    return ChatFrames.close(code, reason)
  }

  func text(_ value: JSONValue) -> [UInt8] { ChatFrames.frame(1, Array(value.text.utf8)) }
}

/// `GET /chat/ROOM`: the demo's side of one conversation. It greets, answers each text with its number, echoes bytes,
/// and closes on `bye`.
// A class, as the other conversation; used only by the event loop of its connection.
final class Chat: Talk {
  private let room: String
  let ticks: Int
  /// The interval between ticks in milliseconds.
  let interval: Int
  private var count = 0
  var fragments: (opcode: UInt8, bytes: [UInt8])?
  private(set) var isOver = false

  /// Fails for any other path.
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

  func stop() { isOver = true }

  func take(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    guard opcode == 1 else { return ChatFrames.frame(2, bytes) }
    guard let said = String(validating: bytes, as: UTF8.self) else { return end(1007) }
    if said == "bye" { return end(1000, "bye") }
    count += 1
    // A message that is not JSON is a text.
    let value = (try? JSONValue(parsing: bytes)) ?? .string(said)
    return text(["type": "message", "n": .int(count), "said": value])
  }

  /// The handshake response (RFC 6455, section 4.2.2).
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

/// The frames of RFC 6455, section 5.2, as far as the chat needs them: reads client frames and writes whole messages.
struct ChatFrames {
  struct Frame: Equatable {
    let isLast: Bool
    let opcode: UInt8
    let payload: [UInt8]
  }

  /// The message size limit; a longer message ends the chat.
  static let longest = 1 << 20

  private var bytes: [UInt8] = []

  mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

  /// The next frame; `nil` if it has not arrived.
  /// - Throws: if it is not a valid client frame, or too long.
  mutating func next() throws(Refusal) -> Frame? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[1] & 0x80 != 0, bytes[0] & 0x70 == 0 else { throw Refusal(code: 1002) }
    let short = Int(bytes[1] & 0x7F)
    let start = short == 126 ? 4 : short == 127 ? 10 : 2
    guard bytes.count >= start + 4 else { return nil }
    let count = start == 2 ? short : bytes[2..<start].reduce(0) { $0 << 8 | Int($1) }
    guard (0...Self.longest).contains(count) else { throw Refusal(code: 1009) }
    guard bytes.count >= start + 4 + count else { return nil }
    let key = Array(bytes[start..<start + 4])
    let payload = bytes[(start + 4)..<(start + 4 + count)].enumerated().map { $1 ^ key[$0 % 4] }
    defer { bytes.removeFirst(start + 4 + count) }
    return Frame(isLast: bytes[0] & 0x80 != 0, opcode: bytes[0] & 0x0F, payload: payload)
  }

  /// Why a chat ends: its close code.
  struct Refusal: Error, Equatable {
    let code: Int
  }

  static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let head: [UInt8] =
      if count < 126 {
        [0x80 | opcode, UInt8(count)]
      } else if count < 65_536 {
        [0x80 | opcode, 126, UInt8(count >> 8), UInt8(count & 0xFF)]
      } else {
        [0x80 | opcode, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
      }
    return head + payload
  }

  static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
  }
}
