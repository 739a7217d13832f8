import Basics
import HTTPModel

/// The receiving side of a connection as a pure state machine (RFC 6455, sections 5 and 7): bytes in, messages out.
///
/// ```
/// head ─► payload ─► head …        a message of one frame, or of many: text, continuation*, with control frames between
/// ```
/// Its memory is limited by the maximum size of a message, for any number of frames.
struct WebSocketReader {
  enum Output: Equatable {
    case text(ByteStore)
    case binary(ByteStore)
    case ping([UInt8])
    case pong([UInt8])
    case close(Conversation.Close)
  }

  private struct Head {
    let isLast: Bool
    let opcode: WebSocketFrame.Opcode
    /// The number of payload bytes that have not arrived.
    var left: Int
  }

  /// The bytes of an incomplete frame head.
  private var pending: [UInt8] = []
  private var head: Head?
  private var control: [UInt8] = []
  /// The message whose frames are arriving.
  private var message: IncomingMessage?
  private var hasClosed = false
  private let limits: IncomingMessage.Limits
  private let inflater: MessageInflater?

  /// - Parameter inflater: `nil` if no compression was agreed on.
  init(_ limits: IncomingMessage.Limits, inflater: MessageInflater? = nil) {
    self.limits = limits
    self.inflater = inflater
  }

  /// Reads the received bytes until the listener throws.
  mutating func feed(_ bytes: [UInt8], _ report: (Output) throws(WebSocketFault) -> Void) throws(WebSocketFault) {
    try bytes.withRawBytes { raw throws(WebSocketFault) in try feed(raw, report) }
  }

  /// Reads the received bytes. After a close, everything is ignored (section 5.5.1).
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ report: (Output) throws(WebSocketFault) -> Void
  ) throws(WebSocketFault) {
    var rest = bytes[...]
    while !hasClosed {
      if var known = head {
        let piece = rest.prefix(known.left)
        rest = rest.dropFirst(piece.count)
        known.left -= piece.count
        head = known
        try take(UnsafeRawBufferPointer(rebasing: piece), of: known.opcode)
        guard known.left == 0 else { return }
        head = nil
        try end(known, report)
      } else {
        guard try readHead(&rest) else { return }
      }
    }
  }

  /// Returns `false` if more bytes are needed.
  private mutating func readHead(_ rest: inout Slice<UnsafeRawBufferPointer>) throws(WebSocketFault) -> Bool {
    while true {
      let wanted = try lengthOfHead()
      if pending.count == wanted, wanted >= 2 { break }
      guard let byte = rest.popFirst() else { return false }
      pending.append(byte)
    }
    let opcode = WebSocketFrame.Opcode(rawValue: pending[0] & 0x0F) ?? .close
    let isLast = pending[0] & 0x80 != 0
    var length = Int(pending[1] & 0x7F)
    if pending.count > 2 { length = pending[2...].reduce(0) { $0 << 8 | Int($1) } }
    pending.removeAll(keepingCapacity: true)
    if !opcode.isControl {
      if opcode != .continuation {
        message = IncomingMessage(limits)
        message?.isText = opcode == .text
        message?.inflater = isCompressed ? inflater : nil
      }
      try message?.announce(length)
    }
    head = Head(isLast: isLast, opcode: opcode, left: length)
    return true
  }

  /// True if the frame whose head is being read has RSV1.
  private var isCompressed = false

  /// The known length of the head that is being read; checks each byte as early as possible.
  private mutating func lengthOfHead() throws(WebSocketFault) -> Int {
    guard let first = pending.first else { return 2 }
    if pending.count == 1 { try check(first) }
    guard pending.count >= 2 else { return 2 }
    let second = pending[1]
    if pending.count == 2 { try check(second, after: first) }
    switch second & 0x7F {
    case 126: return 4
    case 127:
      guard pending.count < 3 || pending[2] & 0x80 == 0 else {
        throw WebSocketFault("it sent a frame of negative length")
      }
      return 10
    default: return 2
    }
  }

  private mutating func check(_ first: UInt8) throws(WebSocketFault) {
    guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
      throw WebSocketFault("it sent a frame of the unknown kind \(first & 0x0F)")
    }
    isCompressed = first & 0x40 != 0
    let mayBeCompressed = inflater != nil && (opcode == .text || opcode == .binary)
    guard first & 0x30 == 0, !isCompressed || mayBeCompressed else {
      throw WebSocketFault("it sent a frame with reserved bits")
    }
    let isLast = first & 0x80 != 0
    switch opcode {
    case .continuation where message == nil: throw WebSocketFault("it continued a message that it had not begun")
    case .text where message != nil, .binary where message != nil:
      throw WebSocketFault("it began a message within another")
    case .close, .ping, .pong:
      guard isLast else { throw WebSocketFault("it sent a control frame in pieces") }
    default: break
    }
  }

  private func check(_ second: UInt8, after first: UInt8) throws(WebSocketFault) {
    guard second & 0x80 == 0 else { throw WebSocketFault("it sent a masked frame") }
    guard first & 0x08 == 0 || second <= UInt8(WebSocketFrame.longestControl) else {
      throw WebSocketFault("it sent a control frame of more than 125 bytes")
    }
  }

  private mutating func take(
    _ piece: UnsafeRawBufferPointer, of opcode: WebSocketFrame.Opcode
  ) throws(WebSocketFault) {
    if opcode.isControl { control += piece } else { try message?.append(piece) }
  }

  private mutating func end(_ frame: Head, _ report: (Output) throws(WebSocketFault) -> Void) throws(WebSocketFault) {
    guard frame.opcode.isControl else {
      guard frame.isLast, let whole = message else { return }
      let body = try whole.finished()
      try report(whole.isText ? .text(body) : .binary(body))
      message = nil
      return
    }
    defer { control = [] }
    switch frame.opcode {
    case .ping: try report(.ping(control))
    case .pong: try report(.pong(control))
    default:
      hasClosed = true
      try report(.close(Self.close(control)))
    }
  }

  private static func close(_ payload: [UInt8]) throws(WebSocketFault) -> Conversation.Close {
    if payload.isEmpty { return Conversation.Close() }
    guard payload.count >= 2 else { throw WebSocketFault("it sent half a close code") }
    let code = Int(payload[0]) << 8 | Int(payload[1])
    guard WebSocketFrame.isSendable(code) else {
      throw WebSocketFault("it closed with \(code), which is not a valid close code")
    }
    guard let reason = String(utf8: payload[2...]) else { throw .invalidText }
    return Conversation.Close(code: code, reason: reason)
  }
}

/// The frames of RFC 6455, section 5.2.
enum WebSocketFrame {
  /// The type of a frame.
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

  /// Appends a whole message as a client's frame: masked, as required by section 5.3.
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
    // Do not cut within a character.
    while reason.count < close.reason.utf8.count, String(utf8: reason) == nil {
      reason.removeLast()
    }
    return [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)] + reason
  }

  /// True if an endpoint may send that code (section 7.4, and the IANA registry).
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

/// A protocol violation by the server, or an exceeded limit. The connection ends with this code.
struct WebSocketFault: Error, Equatable {
  /// The close code sent to the server (RFC 6455, section 7.4.1).
  let code: Int
  /// A description, such as `it sent a frame with reserved bits`.
  let words: String
  let category: NetworkError.Category

  /// A violation of the protocol.
  init(_ words: String, code: Int = 1002) {
    self.init(words, code: code, .malformed)
  }

  private init(_ words: String, code: Int, _ category: NetworkError.Category) {
    self.code = code
    self.words = words
    self.category = category
  }

  /// Text that is not UTF-8.
  static let invalidText = WebSocketFault("it sent text that is not valid UTF-8", code: 1007)

  static func tooLarge(_ limit: String) -> WebSocketFault {
    WebSocketFault("it sent a message larger than \(limit), the limit", code: 1009, .bodyTooLarge)
  }

  static func tooMany(_ limit: String) -> WebSocketFault {
    WebSocketFault("it sent messages of more than \(limit) in all, the limit", code: 1009, .bodyTooLarge)
  }

  static func storage(_ words: String) -> WebSocketFault { WebSocketFault(words, code: 1011, .storage) }
}
