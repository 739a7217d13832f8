import CCurl

/// Decodes gzip (RFC 1952), of one or more members, and deflate (RFC 9110, section 8.4.1.2), which some servers send
/// without the zlib wrapper.
final class ZlibDecoder: ContentDecoder {
  enum Format {
    case gzip, deflate
  }

  /// The functions of the zlib that libcurl itself uses.
  struct Functions {
    typealias Stream = UnsafeMutableRawPointer
    let initialize: @convention(c) (Stream?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
    let inflate: @convention(c) (Stream?, Int32) -> Int32
    let reset: @convention(c) (Stream?) -> Int32
    let end: @convention(c) (Stream?) -> Int32

    init(_ symbols: CurlSymbols) throws(NetworkError) {
      initialize = try symbols.function("inflateInit2_")
      inflate = try symbols.function("inflate")
      reset = try symbols.function("inflateReset")
      end = try symbols.function("inflateEnd")
    }
  }

  private enum Stage {
    /// Waiting for the bytes that tell the format; at most one is kept.
    case start
    case inside
    /// A member has ended; another may begin.
    case between
    /// The stream has ended; further bytes are ignored, as other tools do.
    case over
  }

  private static let widest: Int32 = 15
  private static let finished: Int32 = 1
  /// No progress is possible without more input or output space.
  private static let starved: Int32 = -5

  private let functions: Functions
  private let format: Format
  private let stream: UnsafeMutablePointer<ccurl_zlib_stream>
  private var stage = Stage.start
  private var isOpen = false
  /// A byte that was read ahead.
  private var kept: UInt8?

  init(_ format: Format, _ functions: Functions) {
    self.functions = functions
    self.format = format
    stream = .allocate(capacity: 1)
    stream.initialize(to: ccurl_zlib_stream())
  }

  deinit {
    if isOpen { _ = functions.end(stream) }
    stream.deallocate()
  }

  var isWhole: Bool {
    switch stage {
    case .start: kept == nil
    case .inside: false
    case .between, .over: true
    }
  }

  func decode(
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

  /// Inspects the first two bytes, which tell the format or announce another member.
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
      guard functions.reset(stream) == 0 else { throw DecodingFault("zlib cannot begin another member") }
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
    let size = Int32(MemoryLayout<ccurl_zlib_stream>.size)
    guard functions.initialize(stream, bits, "1", size) == 0 else { throw DecodingFault("zlib cannot be started") }
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
    case Self.finished: stage = .between
    case 0, Self.starved: break
    default: throw DecodingFault("its \(format) data is corrupt")
    }
  }
}
