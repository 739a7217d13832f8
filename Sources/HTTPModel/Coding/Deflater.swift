import CCompression

/// Compresses one stream with zlib, piece by piece.
// Unchecked: its owner uses it from one thread at a time.
package final class Deflater: @unchecked Sendable {
  /// The end of a piece.
  package enum Flush: Int32 {
    /// More follows; zlib may hold back bytes.
    case none = 0
    /// The receiver can read everything up to here.
    case sync = 2
    /// The stream ends here.
    case finish = 4
  }

  /// The `bits` of a gzip stream (RFC 1952).
  package static let gzipBits: Int32 = 15 + 16

  private static let level: Int32 = 6
  private static let method: Int32 = 8
  private static let memory: Int32 = 8
  /// zlib counts its input in 32 bits.
  private static let longestInput = 1 << 30

  private let functions: DeflateFunctions
  private let stream: UnsafeMutablePointer<ccompression_zlib_stream>

  /// - Parameter bits: the window of 9 to 15 bits, negative for a stream without a header, plus 16 for gzip.
  package init?(_ functions: DeflateFunctions, bits: Int32) {
    self.functions = functions
    stream = .allocate(capacity: 1)
    stream.initialize(to: ccompression_zlib_stream())
    let size = Int32(MemoryLayout<ccompression_zlib_stream>.size)
    // `deinit` also runs if the initializer fails and frees the stream; zlib ignores the end of a stream that was not
    // started.
    guard functions.startDeflating(stream, Self.level, Self.method, bits, Self.memory, 0, "1", size) == 0 else {
      return nil
    }
  }

  deinit {
    _ = functions.endDeflating(stream)
    stream.deallocate()
  }

  /// The bytes as gzip; `nil` without zlib.
  package static func gzip(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    DeflateFunctions.installed.flatMap { Deflater($0, bits: gzipBits) }?.deflate(bytes, .finish)
  }

  /// Starts a new stream.
  package func reset() { _ = functions.resetDeflating(stream) }

  /// The compressed bytes so far; possibly none before the end.
  package func deflate(_ bytes: UnsafeRawBufferPointer, _ flush: Flush) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    while rest.count > Self.longestInput {
      add(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.longestInput)), .none, to: &output)
      rest = rest.dropFirst(Self.longestInput)
    }
    add(UnsafeRawBufferPointer(rebasing: rest), flush, to: &output)
    return output
  }

  private func add(_ bytes: UnsafeRawBufferPointer, _ flush: Flush, to output: inout [UInt8]) {
    stream.pointee.next_in = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(bytes.count)
    var room = max(64, bytes.count / 2)
    repeat {
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        _ = functions.deflate(stream, flush.rawValue)
        filled = buffer.count - Int(stream.pointee.avail_out)
      }
      if output.isEmpty { output = piece } else { output += piece }
      room = 64 << 10
    } while stream.pointee.avail_out == 0
  }
}
