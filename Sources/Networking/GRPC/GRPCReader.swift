import Basics
import HTTPModel

/// The receiving side of a call: bytes in, messages out.
///
/// A message consists of a flag, four bytes of length and the bytes themselves (gRPC's PROTOCOL-HTTP2.md). gRPC-Web
/// ends with a frame of trailers, marked in the flag (PROTOCOL-WEB.md).
struct GRPCReader {
  enum Output {
    case message(ByteStore)
    /// The trailers of gRPC-Web.
    case trailers(Headers)
  }

  private static let head = 5
  private static let compressed: UInt8 = 1
  private static let trailers: UInt8 = 0x80

  private let limits: IncomingMessage.Limits
  /// The coding named in the server's head; `nil` or `identity` for none.
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

  /// True if the last message is complete.
  var isWhole: Bool { pending.isEmpty && message == nil }

  /// Reads the received bytes until the listener throws.
  mutating func feed(_ bytes: [UInt8], _ report: (Output) throws(GRPCFault) -> Void) throws(GRPCFault) {
    try bytes.withRawBytes { raw throws(GRPCFault) in try feed(raw, report) }
  }

  private mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ report: (Output) throws(GRPCFault) -> Void
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
        try report(finished(message))
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
      throw GRPCFault(.internal, "the server sent a compressed message without naming the compression")
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

  static func frame(_ message: [UInt8], isCompressed: Bool = false) -> [UInt8] {
    let count = UInt32(message.count)
    return [
      isCompressed ? 1 : 0, UInt8(count >> 24), UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF),
      UInt8(count & 0xFF),
    ] + message
  }
}

/// The compression of single messages, by the zlib that libcurl itself uses.
enum GRPCCoding {
  private static let piece = 64 << 10

  /// The supported codings, as the value of `grpc-accept-encoding`.
  static var accepted: String { DeflateFunctions.installed == nil ? "identity" : "identity,deflate,gzip" }

  /// Decompresses a whole message, piece by piece.
  static func decompress(
    _ message: UnsafeRawBufferPointer, _ coding: String, into take: (UnsafeRawBufferPointer) throws(GRPCFault) -> Void
  ) throws(GRPCFault) {
    guard coding == "gzip" || coding == "deflate", let zlib = DeflateFunctions.installed else {
      throw GRPCFault(.internal, "the server compressed a message with \(coding.visible), which was not offered")
    }
    let corrupt = GRPCFault(.internal, "the server sent a message whose \(coding) data is corrupt")
    // It reads gzip and zlib.
    let decoder = ZlibDecoder(.gzip, zlib)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
    defer { room.deallocate() }
    var rest = message[...]
    while true {
      let step: DecodingStep
      do {
        step = try decoder.decode(UnsafeRawBufferPointer(rebasing: rest), into: room)
      } catch {
        throw corrupt
      }
      rest = rest.dropFirst(step.read)
      if step.written > 0 { try take(UnsafeRawBufferPointer(rebasing: room[..<step.written])) }
      if step == DecodingStep(read: 0, written: 0) { break }
    }
    guard decoder.isWhole, !message.isEmpty else { throw corrupt }
  }
}

/// Base64 in gRPC-Web: sent in pieces, each of which may end with padding (gRPC's PROTOCOL-WEB.md).
struct GRPCWebText {
  private var pending: [UInt8] = []

  /// True without leftover bytes.
  var isWhole: Bool { pending.isEmpty }

  mutating func decode(_ bytes: [UInt8]) throws(GRPCFault) -> [UInt8] {
    pending += bytes.filter { !$0.isASCIIWhitespace }
    let whole = pending.count / 4 * 4
    let text = pending[..<whole]
    pending = Array(pending[whole...])
    // Padding ends a piece; another one may follow in the same bytes.
    var decoded: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      let padding = rest.firstIndex(of: UInt8(ascii: "="))
      let end = padding.map { rest.startIndex + (($0 - rest.startIndex) / 4 + 1) * 4 } ?? rest.endIndex
      guard let piece = Base64.decode(String(decoding: rest[..<end], as: UTF8.self)) else {
        throw GRPCFault(.internal, "the server sent no Base64, but its content type requires it")
      }
      decoded += piece
      rest = rest[end...]
    }
    return decoded
  }
}
