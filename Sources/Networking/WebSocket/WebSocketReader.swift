import Basics

/// The receiving side of a connection as a pure state machine (RFC 6455, sections 5 and 7): bytes in, messages out.
///
/// ```
/// head ─► payload ─► head …        a message of one frame, or of many: text, continuation*, with control frames between
/// ```
/// Its memory is bounded by the limit of a message, in however many frames it comes.
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
    /// Payload bytes that have not arrived.
    var left: Int
  }

  /// The head of the next frame, as far as it has arrived.
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

  /// Takes what has arrived, as far as the listener lets it.
  mutating func feed(_ bytes: [UInt8], _ tell: (Output) throws(WebSocketFault) -> Void) throws(WebSocketFault) {
    let fed: Result<Void, WebSocketFault> = bytes.withUnsafeBytes { raw in
      Result { () throws(WebSocketFault) in try feed(raw, tell) }
    }
    try fed.get()
  }

  /// Takes what has arrived. After a close nothing is looked at (section 5.5.1).
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ tell: (Output) throws(WebSocketFault) -> Void
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
        try end(known, tell)
      } else {
        guard try readHead(&rest) else { return }
      }
    }
  }

  /// `false` if more bytes are needed.
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

  /// Whether the frame whose head is being read has RSV1.
  private var isCompressed = false

  /// The length of the head that is being read, as far as it is known; checks each byte as early as possible.
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

  private mutating func end(_ frame: Head, _ tell: (Output) throws(WebSocketFault) -> Void) throws(WebSocketFault) {
    guard frame.opcode.isControl else {
      guard frame.isLast, let whole = message else { return }
      let body = try whole.finished()
      try tell(whole.isText ? .text(body) : .binary(body))
      message = nil
      return
    }
    defer { control = [] }
    switch frame.opcode {
    case .ping: try tell(.ping(control))
    case .pong: try tell(.pong(control))
    default:
      hasClosed = true
      try tell(.close(Self.close(control)))
    }
  }

  private static func close(_ payload: [UInt8]) throws(WebSocketFault) -> Conversation.Close {
    if payload.isEmpty { return Conversation.Close() }
    guard payload.count >= 2 else { throw WebSocketFault("it sent half a close code") }
    let code = Int(payload[0]) << 8 | Int(payload[1])
    guard WebSocketFrame.isSendable(code) else {
      throw WebSocketFault("it closed with \(code), which is no code to send")
    }
    guard let reason = String(validating: payload[2...], as: UTF8.self) else { throw .invalidText }
    return Conversation.Close(code: code, reason: reason)
  }
}
