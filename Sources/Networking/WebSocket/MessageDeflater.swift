import CCurl

/// Compresses the messages of one connection (RFC 7692, section 7.2.1).
// Unchecked: only the outbox uses it, under its lock.
final class MessageDeflater: @unchecked Sendable {
  private static let level: Int32 = 6
  private static let method: Int32 = 8
  private static let memory: Int32 = 8

  private let functions: DeflateFunctions
  private let stream: UnsafeMutablePointer<ccurl_zlib_stream>
  private let resets: Bool

  /// - Parameters:
  ///   - bits: of the window, 9 to 15.
  ///   - resets: whether each message starts anew (`client_no_context_takeover`).
  init?(_ functions: DeflateFunctions, bits: Int, resets: Bool) {
    self.functions = functions
    self.resets = resets
    stream = .allocate(capacity: 1)
    stream.initialize(to: ccurl_zlib_stream())
    let size = Int32(MemoryLayout<ccurl_zlib_stream>.size)
    // `deinit` runs for a `nil`, too, and frees the stream; zlib ends what it has not started without effect.
    guard functions.startDeflating(stream, Self.level, Self.method, Int32(-bits), Self.memory, 0, "1", size) == 0 else {
      return nil
    }
  }

  deinit {
    _ = functions.endDeflating(stream)
    stream.deallocate()
  }

  /// The message compressed, without the end that the receiver adds.
  func deflated(_ message: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    stream.pointee.next_in = message.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(message.count)
    var room = max(64, message.count / 2)
    repeat {
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        _ = functions.deflate(stream, DeflateFunctions.syncFlush)
        filled = buffer.count - Int(stream.pointee.avail_out)
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      room = 64 << 10
    } while stream.pointee.avail_out == 0
    if bytes.suffix(4) == [0x00, 0x00, 0xFF, 0xFF] { bytes.removeLast(4) }
    if bytes.isEmpty { bytes = [0x00] }
    if resets { _ = functions.resetDeflating(stream) }
    return bytes
  }
}
