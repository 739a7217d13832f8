import Basics
import CCurl

/// The compression of single messages, by the zlib that libcurl itself uses.
enum GRPCCoding {
  private static let gzipBits: Int32 = 15 + 16
  /// Tells gzip and zlib apart by itself.
  private static let anyBits: Int32 = 15 + 32
  private static let finish: Int32 = 4
  private static let piece = 64 << 10

  /// What we understand, in the words of `grpc-accept-encoding`.
  static var accepted: String { DeflateFunctions.installed == nil ? "identity" : "identity,deflate,gzip" }

  /// Compressed with gzip; `nil` without zlib.
  static func compressed(_ message: [UInt8]) -> [UInt8]? {
    guard let zlib = DeflateFunctions.installed else { return nil }
    let stream = UnsafeMutablePointer<ccurl_zlib_stream>.allocate(capacity: 1)
    stream.initialize(to: ccurl_zlib_stream())
    defer { stream.deallocate() }
    let size = Int32(MemoryLayout<ccurl_zlib_stream>.size)
    guard zlib.startDeflating(stream, 6, 8, gzipBits, 8, 0, "1", size) == 0 else { return nil }
    defer { _ = zlib.endDeflating(stream) }
    return message.withUnsafeBytes { raw in
      stream.pointee.next_in = raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(raw.count)
      var bytes: [UInt8] = []
      while true {
        var code: Int32 = 0
        bytes += [UInt8](unsafeUninitializedCapacity: piece) { buffer, filled in
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(buffer.count)
          code = zlib.deflate(stream, finish)
          filled = buffer.count - Int(stream.pointee.avail_out)
        }
        if code != 0 { return code == DeflateFunctions.finished ? bytes : nil }
      }
    }
  }

  /// Decompresses a whole message, piece by piece.
  static func decompress(
    _ message: UnsafeRawBufferPointer, _ coding: String, into take: (UnsafeRawBufferPointer) throws(GRPCFault) -> Void
  ) throws(GRPCFault) {
    guard coding == "gzip" || coding == "deflate", let zlib = DeflateFunctions.installed else {
      throw GRPCFault(.internal, "the server compressed a message with \(coding.visible), which was not offered")
    }
    let corrupt = GRPCFault(.internal, "the server sent a message whose \(coding) data is corrupt")
    let stream = UnsafeMutablePointer<ccurl_zlib_stream>.allocate(capacity: 1)
    stream.initialize(to: ccurl_zlib_stream())
    defer { stream.deallocate() }
    guard zlib.startInflating(stream, anyBits, "1", Int32(MemoryLayout<ccurl_zlib_stream>.size)) == 0 else {
      throw corrupt
    }
    defer { _ = zlib.endInflating(stream) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
    defer { room.deallocate() }
    var rest = message[...]
    while true {
      // zlib counts in 32 bits.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      stream.pointee.next_in = part.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(part.count)
      stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(room.count)
      let code = zlib.inflate(stream, 0)
      rest = rest.dropFirst(part.count - Int(stream.pointee.avail_in))
      let written = room.count - Int(stream.pointee.avail_out)
      if written > 0 { try take(UnsafeRawBufferPointer(rebasing: room[..<written])) }
      if code == DeflateFunctions.finished { return }
      guard code == 0 || code == DeflateFunctions.starved && written > 0 else { throw corrupt }
    }
  }
}
