import Basics
import CCompression
import HTTPModel

/// Compresses the messages of one connection (RFC 7692, section 7.2.1).
// The outbox uses it under its lock.
final class MessageDeflater: Sendable {
  private let deflater: Deflater
  private let resets: Bool

  /// - Parameters:
  ///   - bits: the size of the window, 9 to 15.
  ///   - resets: true if each message starts with an empty window (`client_no_context_takeover`).
  init?(_ functions: DeflateFunctions, bits: Int, resets: Bool) {
    guard let deflater = Deflater(functions, bits: Int32(-bits)) else { return nil }
    self.deflater = deflater
    self.resets = resets
  }

  /// The compressed message, without the end that the receiver adds.
  func deflated(_ message: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes = deflater.deflate(message, .sync)
    if bytes.suffix(4) == [0x00, 0x00, 0xFF, 0xFF] { bytes.removeLast(4) }
    if bytes.isEmpty { bytes = [0x00] }
    if resets { deflater.reset() }
    return bytes
  }
}

/// Decompresses the messages of one connection (RFC 7692, section 7.2.2), piece by piece, in bounded memory.
final class MessageInflater {
  private static let room = 64 << 10
  /// The end of a message, which the sender omits.
  private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  private let functions: DeflateFunctions
  private let stream: UnsafeMutablePointer<ccompression_zlib_stream>
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: MessageInflater.room, alignment: 16)
  private let resets: Bool

  /// - Parameter resets: true if each message starts with an empty window (`server_no_context_takeover`).
  init?(_ functions: DeflateFunctions, resets: Bool) {
    self.functions = functions
    self.resets = resets
    stream = .allocate(capacity: 1)
    stream.initialize(to: ccompression_zlib_stream())
    // The widest window can read data compressed with any other.
    // `deinit` also runs if the initializer fails and frees everything.
    guard functions.startInflating(stream, -15, "1", Int32(MemoryLayout<ccompression_zlib_stream>.size)) == 0 else {
      return nil
    }
  }

  deinit {
    _ = functions.endInflating(stream)
    stream.deallocate()
    output.deallocate()
  }

  func inflate(
    _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws(WebSocketFault) -> Void
  ) throws(WebSocketFault) {
    stream.pointee.next_in = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(piece.count)
    while true {
      stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(output.count)
      let code = functions.inflate(stream, DeflateFunctions.syncFlush)
      let written = output.count - Int(stream.pointee.avail_out)
      if written > 0 { try take(UnsafeRawBufferPointer(rebasing: output[..<written])) }
      switch code {
      // After a final block (section 7.2.3.5), the stream starts anew.
      case DeflateFunctions.finished: _ = functions.resetInflating(stream)
      case DeflateFunctions.starved where written == 0: return
      case 0, DeflateFunctions.starved: break
      default: throw WebSocketFault("it sent a message that cannot be decompressed", code: 1007)
      }
      if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return }
    }
  }

  /// Ends the message.
  func finish(_ take: (UnsafeRawBufferPointer) throws(WebSocketFault) -> Void) throws(WebSocketFault) {
    try Self.tail.withRawBytes { tail throws(WebSocketFault) in try inflate(tail, take) }
    if resets { _ = functions.resetInflating(stream) }
  }
}
