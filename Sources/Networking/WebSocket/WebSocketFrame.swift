import Basics

/// The frames of RFC 6455, section 5.2.
enum WebSocketFrame {
  /// What a frame carries.
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue & 8 != 0 }
  }

  /// The longest payload of a control frame, in bytes.
  static let longestControl = 125

  /// The longest head of a frame without its key, in bytes.
  static let longestHead = 10

  /// Appends one whole message as a frame of a client: masked, as section 5.3 demands.
  static func append(
    _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false,
    key: UInt32 = .random(in: 0 ... .max),
    to bytes: inout [UInt8]
  ) {
    let count = payload.count
    bytes.reserveCapacity(bytes.count + count + longestHead + 4)
    bytes.append(0x80 | (isCompressed ? 0x40 : 0) | opcode.rawValue)
    if count < 126 {
      bytes.append(0x80 | UInt8(count))
    } else if count <= 0xFFFF {
      bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    } else {
      bytes.append(0x80 | 127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    }
    withUnsafeBytes(of: key.littleEndian) { bytes += $0 }
    let start = bytes.count
    bytes += payload
    bytes.withUnsafeMutableBytes { mask(UnsafeMutableRawBufferPointer(rebasing: $0[start...]), with: key) }
  }

  static func append(
    _ opcode: Opcode, _ payload: [UInt8], key: UInt32 = .random(in: 0 ... .max), to bytes: inout [UInt8]
  ) {
    payload.withUnsafeBytes { append(opcode, $0, key: key, to: &bytes) }
  }

  /// The payload of a close frame (section 5.5.1): code and reason, or nothing.
  static func closePayload(_ close: Conversation.Close) -> [UInt8] {
    guard let code = close.code else { return [] }
    var reason = Array(close.reason.utf8.prefix(longestControl - 2))
    // Not within a character.
    while reason.count < close.reason.utf8.count, String(validating: reason, as: UTF8.self) == nil {
      reason.removeLast()
    }
    return [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)] + reason
  }

  /// Whether an endpoint may send that code (section 7.4, and the IANA registry).
  static func isSendable(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  private static func mask(_ bytes: UnsafeMutableRawBufferPointer, with key: UInt32) {
    let wide = UInt64(key.littleEndian) | UInt64(key.littleEndian) << 32
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      bytes.storeBytes(of: word ^ UInt64(littleEndian: wide), toByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < bytes.count {
      bytes[index] ^= UInt8(truncatingIfNeeded: key >> UInt32(index % 4 * 8))
      index += 1
    }
  }
}
