import CCurl

/// Decompresses the messages of one connection (RFC 7692, section 7.2.2), piece by piece, in bounded memory.
final class MessageInflater {
  private static let room = 64 << 10
  /// The end of a message, which the sender left out.
  private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  private let functions: DeflateFunctions
  private let stream: UnsafeMutablePointer<ccurl_zlib_stream>
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: MessageInflater.room, alignment: 16)
  private let resets: Bool

  /// - Parameter resets: whether each message starts anew (`server_no_context_takeover`).
  init?(_ functions: DeflateFunctions, resets: Bool) {
    self.functions = functions
    self.resets = resets
    stream = .allocate(capacity: 1)
    stream.initialize(to: ccurl_zlib_stream())
    // The widest window reads what was compressed with any.
    // `deinit` runs for a `nil`, too, and frees everything.
    guard functions.startInflating(stream, -15, "1", Int32(MemoryLayout<ccurl_zlib_stream>.size)) == 0 else {
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
      // A last block (section 7.2.3.5): what follows starts anew.
      case DeflateFunctions.finished: _ = functions.resetInflating(stream)
      case DeflateFunctions.starved where written == 0: return
      case 0, DeflateFunctions.starved: break
      default: throw WebSocketFault("it sent a message that cannot be decompressed", code: 1007)
      }
      if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return }
    }
  }

  /// The message has arrived.
  func finish(_ take: (UnsafeRawBufferPointer) throws(WebSocketFault) -> Void) throws(WebSocketFault) {
    let ended: Result<Void, WebSocketFault> = Self.tail.withUnsafeBytes { tail in
      Result { () throws(WebSocketFault) in try inflate(tail, take) }
    }
    try ended.get()
    if resets { _ = functions.resetInflating(stream) }
  }
}
