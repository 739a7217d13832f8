/// The frames of RFC 6455, section 5.2, as far as the chat needs them: it reads those of a client and writes whole
/// messages.
struct ChatFrames {
  struct Frame: Equatable {
    let isLast: Bool
    let opcode: UInt8
    let payload: [UInt8]
  }

  /// A longer message ends the chat.
  static let longest = 1 << 20

  private var bytes: [UInt8] = []

  mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

  /// The next frame; `nil` if it has not arrived.
  /// - Throws: if it is none of a client, or too long.
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
