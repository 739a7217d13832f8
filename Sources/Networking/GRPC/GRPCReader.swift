import Basics

/// The receiving side of a call: bytes in, messages out.
///
/// Each is a flag, four bytes of length and the bytes themselves (gRPC's PROTOCOL-HTTP2.md). gRPC-Web ends with a frame of
/// trailers, marked in the flag (PROTOCOL-WEB.md).
struct GRPCReader {
  enum Output {
    case message(ByteStore)
    /// Of gRPC-Web.
    case trailers(Headers)
  }

  private static let head = 5
  private static let compressed: UInt8 = 1
  private static let trailers: UInt8 = 0x80

  private let limits: IncomingMessage.Limits
  /// As the server named it in its head; `nil` or `identity` for none.
  private let coding: String?
  private let isWeb: Bool
  private var pending: [UInt8] = []
  private var message: IncomingMessage?
  private var left = 0
  private var flag: UInt8 = 0
  private var hasTrailers = false

  init(_ limits: IncomingMessage.Limits, coding: String?, isWeb: Bool = false) {
    self.limits = limits
    self.coding = coding
    self.isWeb = isWeb
  }

  /// Whether the last message is complete.
  var isWhole: Bool { pending.isEmpty && message == nil }

  /// Takes what has arrived, as far as the listener lets it.
  mutating func feed(_ bytes: [UInt8], _ tell: (Output) throws(GRPCFault) -> Void) throws(GRPCFault) {
    let fed: Result<Void, GRPCFault> = bytes.withUnsafeBytes { raw in
      Result { () throws(GRPCFault) in try feed(raw, tell) }
    }
    try fed.get()
  }

  private mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ tell: (Output) throws(GRPCFault) -> Void
  ) throws(GRPCFault) {
    var rest = bytes[...]
    while true {
      if let message {
        let piece = rest.prefix(left)
        rest = rest.dropFirst(piece.count)
        left -= piece.count
        try append(UnsafeRawBufferPointer(rebasing: piece), to: message)
        guard left == 0 else { return }
        self.message = nil
        try tell(finished(message))
      } else {
        let needed = rest.prefix(Self.head - pending.count)
        pending += needed
        rest = rest.dropFirst(needed.count)
        guard pending.count == Self.head else { return }
        try begin()
      }
    }
  }

  private mutating func begin() throws(GRPCFault) {
    flag = pending[0]
    left = pending[1...].reduce(0) { $0 << 8 | Int($1) }
    pending.removeAll(keepingCapacity: true)
    let known = isWeb ? Self.compressed | Self.trailers : Self.compressed
    guard flag & ~known == 0 else {
      throw GRPCFault(.internal, "the server sent a message with the unknown flag \(flag)")
    }
    guard !hasTrailers else { throw GRPCFault(.internal, "the server sent a message after the trailers") }
    if flag & Self.compressed != 0, coding == nil || coding == "identity" {
      throw GRPCFault(.internal, "the server sent a compressed message, and did not say with what")
    }
    guard left <= limits.size else { throw tooLarge(left) }
    message = IncomingMessage(limits)
  }

  private func tooLarge(_ size: Int?) -> GRPCFault {
    let size = size.map { " of \(ByteCount($0))" } ?? ""
    return GRPCFault(
      .resourceExhausted, "the server sent a message\(size), more than the limit of \(ByteCount(limits.size))")
  }

  private func append(_ piece: UnsafeRawBufferPointer, to message: IncomingMessage) throws(GRPCFault) {
    do throws(WebSocketFault) { try message.append(piece) } catch { throw fault(error) }
  }

  private func fault(_ fault: WebSocketFault) -> GRPCFault {
    fault.category == .bodyTooLarge ? tooLarge(nil) : GRPCFault(.internal, fault.words)
  }

  private mutating func finished(_ message: IncomingMessage) throws(GRPCFault) -> Output {
    let body: ByteStore
    do throws(WebSocketFault) { body = try message.finished() } catch { throw fault(error) }
    let whole = flag & Self.compressed == 0 ? body : try decompressed(body)
    guard flag & Self.trailers != 0 else { return .message(whole) }
    hasTrailers = true
    return .trailers(HeadParser.fields(ofHead: Array("\r\n".utf8) + whole.allBytes))
  }

  private func decompressed(_ body: ByteStore) throws(GRPCFault) -> ByteStore {
    let inflated = IncomingMessage(limits)
    try body.withUnsafeBytes { bytes throws(GRPCFault) in
      try GRPCCoding.decompress(bytes, coding ?? "") { piece throws(GRPCFault) in try self.append(piece, to: inflated) }
    }
    do throws(WebSocketFault) { return try inflated.finished() } catch { throw fault(error) }
  }

  /// The bytes of one message.
  static func frame(_ message: [UInt8], isCompressed: Bool = false) -> [UInt8] {
    let count = UInt32(message.count)
    return [
      isCompressed ? 1 : 0, UInt8(count >> 24), UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF),
      UInt8(count & 0xFF),
    ] + message
  }
}
