import Basics
import CCompression

/// Decodes one content coding, piece by piece, and detects its end.
package protocol ContentDecoder: AnyObject {
  /// Decodes from `input` to `output`, until either is exhausted.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) -> DecodingStep

  /// True if nothing or everything has arrived; anything in between is a truncated body.
  var isWhole: Bool { get }
}

/// The progress of one call of a decoder, in bytes.
package struct DecodingStep: Equatable {
  package var read: Int
  package var written: Int

  package init(read: Int, written: Int) {
    self.read = read
    self.written = written
  }
}

/// A body that does not match its Content-Encoding.
package struct DecodingFault: Error, Equatable {
  /// A description, such as `its gzip data is corrupt`.
  package let words: String

  init(_ words: String) {
    self.words = words
  }
}

/// Decodes gzip (RFC 1952), of one or more members, and deflate (RFC 9110, section 8.4.1.2), which some servers send
/// without the zlib wrapper.
package final class ZlibDecoder: ContentDecoder {
  package enum Format {
    case gzip, deflate
  }

  private enum Stage {
    /// Waiting for the bytes that reveal the format; at most one is kept.
    case start
    case inside
    /// A member has ended; another may begin.
    case between
    /// The stream has ended; further bytes are ignored, as other tools do.
    case over
  }

  private static let widest: Int32 = 15

  private let functions: DeflateFunctions
  private let format: Format
  private let stream: UnsafeMutablePointer<ccompression_zlib_stream>
  private var stage = Stage.start
  private var isOpen = false
  /// A byte that was read ahead.
  private var kept: UInt8?

  package init(_ format: Format, _ functions: DeflateFunctions) {
    self.functions = functions
    self.format = format
    stream = .allocate(capacity: 1)
    stream.initialize(to: ccompression_zlib_stream())
  }

  deinit {
    if isOpen { _ = functions.endInflating(stream) }
    stream.deallocate()
  }

  package var isWhole: Bool {
    switch stage {
    case .start: kept == nil
    case .inside: false
    case .between, .over: true
    }
  }

  package func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) -> DecodingStep {
    var step = DecodingStep(read: 0, written: 0)
    if stage == .start || stage == .between { try begin(input, &step, output) }
    switch stage {
    case .start, .between: return step
    case .over: return DecodingStep(read: input.count, written: step.written)
    case .inside: try inflate(input, &step, output)
    }
    return step
  }

  /// Inspects the first two bytes, which reveal the format or announce another member.
  private func begin(
    _ input: UnsafeRawBufferPointer, _ step: inout DecodingStep, _ output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) {
    guard let first = kept ?? input.first else { return }
    let rest = kept == nil ? input.dropFirst() : input[...]
    guard let second = rest.first else {
      kept = first
      step.read = input.count
      return
    }
    let isKept = kept != nil
    kept = nil
    if stage == .between {
      guard format == .gzip, first == 0x1F, second == 0x8B else {
        stage = .over
        return
      }
      guard functions.resetInflating(stream) == 0 else { throw DecodingFault("zlib cannot begin another member") }
    } else {
      try open(first, second)
    }
    stage = .inside
    guard isKept else { return }
    var byte = first
    var one = DecodingStep(read: 0, written: 0)
    try withUnsafeBytes(of: &byte) { bytes throws(DecodingFault) in try inflate(bytes, &one, output) }
    step.written += one.written
  }

  private func open(_ first: UInt8, _ second: UInt8) throws(DecodingFault) {
    let hasZlibFrame = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
    let bits = format == .gzip ? Self.widest + 32 : hasZlibFrame ? Self.widest : -Self.widest
    let size = Int32(MemoryLayout<ccompression_zlib_stream>.size)
    guard functions.startInflating(stream, bits, "1", size) == 0 else { throw DecodingFault("zlib cannot be started") }
    isOpen = true
  }

  private func inflate(
    _ input: UnsafeRawBufferPointer, _ step: inout DecodingStep, _ output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) {
    let room = UnsafeMutableRawBufferPointer(rebasing: output[step.written...])
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: room.count)
    let code = functions.inflate(stream, 0)
    step.read += min(input.count, Int(UInt32.max)) - Int(stream.pointee.avail_in)
    step.written += min(room.count, Int(UInt32.max)) - Int(stream.pointee.avail_out)
    switch code {
    case DeflateFunctions.finished: stage = .between
    case 0, DeflateFunctions.starved: break
    default: throw DecodingFault("its \(format) data is corrupt")
    }
  }
}

/// Decodes br (RFC 7932).
final class BrotliDecoder: ContentDecoder {
  /// The functions of the brotli library.
  struct Functions {
    typealias Bytes = UnsafePointer<UInt8>
    let create: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> UnsafeMutableRawPointer?
    let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let decode:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<Bytes?>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>?
      ) -> Int32

    init(_ library: DynamicLibrary) throws(DynamicLibrary.Failure) {
      create = try library.function("BrotliDecoderCreateInstance")
      destroy = try library.function("BrotliDecoderDestroyInstance")
      decode = try library.function("BrotliDecoderDecompressStream")
    }
  }

  private static let failed: Int32 = 0
  private static let finished: Int32 = 1

  private let functions: Functions
  private let state: UnsafeMutableRawPointer
  private var hasBegun = false
  private var isOver = false

  init(_ functions: Functions) throws(DecodingFault) {
    guard let state = functions.create(nil, nil, nil) else { throw DecodingFault("brotli cannot be started") }
    self.functions = functions
    self.state = state
  }

  deinit { functions.destroy(state) }

  var isWhole: Bool { isOver || !hasBegun }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) -> DecodingStep {
    if isOver { return DecodingStep(read: input.count, written: 0) }
    if !input.isEmpty { hasBegun = true }
    var (left, room) = (input.count, output.count)
    var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var place = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let code = functions.decode(state, &left, &next, &room, &place, nil)
    guard code != Self.failed else { throw DecodingFault("its br data is corrupt") }
    isOver = code == Self.finished
    return DecodingStep(read: input.count - left, written: output.count - room)
  }
}

/// Decodes zstd (RFC 8878), of one or more frames.
final class ZstdDecoder: ContentDecoder {
  /// The functions of the zstd library.
  struct Functions {
    let create: @convention(c) () -> UnsafeMutableRawPointer?
    let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Int
    let decode: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int
    let isError: @convention(c) (Int) -> UInt32

    init(_ library: DynamicLibrary) throws(DynamicLibrary.Failure) {
      create = try library.function("ZSTD_createDStream")
      destroy = try library.function("ZSTD_freeDStream")
      decode = try library.function("ZSTD_decompressStream")
      isError = try library.function("ZSTD_isError")
    }
  }

  private enum Stage {
    case start, inside
    /// A frame has ended; another may begin.
    case between
    /// The stream has ended; further bytes are ignored.
    case over
  }

  private let functions: Functions
  private let state: UnsafeMutableRawPointer
  private var stage = Stage.start

  init(_ functions: Functions) throws(DecodingFault) {
    guard let state = functions.create() else { throw DecodingFault("zstd cannot be started") }
    self.functions = functions
    self.state = state
  }

  deinit { _ = functions.destroy(state) }

  var isWhole: Bool { stage != .inside }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) -> DecodingStep {
    if stage == .between, let first = input.first, !Self.mayBegin(first) { stage = .over }
    if stage == .over { return DecodingStep(read: input.count, written: 0) }
    if stage != .inside, input.isEmpty { return DecodingStep(read: 0, written: 0) }
    stage = .inside
    var source = ccompression_zstd_input(bytes: input.baseAddress, size: input.count, position: 0)
    var target = ccompression_zstd_output(bytes: output.baseAddress, size: output.count, position: 0)
    let code = functions.decode(state, &target, &source)
    guard functions.isError(code) == 0 else { throw DecodingFault("its zstd data is corrupt") }
    if code == 0 { stage = .between }
    return DecodingStep(read: source.position, written: target.position)
  }

  /// True if the byte may start a frame or a skippable frame (RFC 8878, section 3.1).
  private static func mayBegin(_ byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }
}

/// The functions of zlib.
// Unchecked: function addresses, which never change once the library is open.
package struct DeflateFunctions: @unchecked Sendable {
  package typealias Stream = UnsafeMutableRawPointer

  package static let syncFlush: Int32 = 2
  package static let finished: Int32 = 1
  /// No progress is possible without more input or output space.
  package static let starved: Int32 = -5

  package let startInflating: @convention(c) (Stream?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  package let inflate: @convention(c) (Stream?, Int32) -> Int32
  package let resetInflating: @convention(c) (Stream?) -> Int32
  package let endInflating: @convention(c) (Stream?) -> Int32
  package let startDeflating:
    @convention(c) (Stream?, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  package let deflate: @convention(c) (Stream?, Int32) -> Int32
  package let resetDeflating: @convention(c) (Stream?) -> Int32
  package let endDeflating: @convention(c) (Stream?) -> Int32

  private init(_ library: DynamicLibrary) throws(DynamicLibrary.Failure) {
    startInflating = try library.function("inflateInit2_")
    inflate = try library.function("inflate")
    resetInflating = try library.function("inflateReset")
    endInflating = try library.function("inflateEnd")
    startDeflating = try library.function("deflateInit2_")
    deflate = try library.function("deflate")
    resetDeflating = try library.function("deflateReset")
    endDeflating = try library.function("deflateEnd")
  }

  /// `nil` without zlib; then nothing is compressed.
  package static let installed: DeflateFunctions? = {
    do throws(DynamicLibrary.Failure) {
      return try DeflateFunctions(DynamicLibrary(["libz.so.1", "libz.1.dylib"]))
    } catch {
      return nil
    }
  }()
}
