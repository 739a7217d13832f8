import CCurl

/// Decodes zstd (RFC 8878), of one or more frames.
final class ZstdDecoder: ContentDecoder {
  /// The functions of the zstd library.
  struct Functions {
    let create: @convention(c) () -> UnsafeMutableRawPointer?
    let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Int
    let decode: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int
    let isError: @convention(c) (Int) -> UInt32

    init(_ symbols: CurlSymbols) throws(NetworkError) {
      create = try symbols.function("ZSTD_createDStream")
      destroy = try symbols.function("ZSTD_freeDStream")
      decode = try symbols.function("ZSTD_decompressStream")
      isError = try symbols.function("ZSTD_isError")
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
    var source = ccurl_zstd_input(bytes: input.baseAddress, size: input.count, position: 0)
    var target = ccurl_zstd_output(bytes: output.baseAddress, size: output.count, position: 0)
    let code = functions.decode(state, &target, &source)
    guard functions.isError(code) == 0 else { throw DecodingFault("its zstd data is corrupt") }
    if code == 0 { stage = .between }
    return DecodingStep(read: source.position, written: target.position)
  }

  /// Whether the byte may start a frame or a skippable frame (RFC 8878, section 3.1).
  private static func mayBegin(_ byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }
}
