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

    init(_ symbols: CurlSymbols) throws(NetworkError) {
      create = try symbols.function("BrotliDecoderCreateInstance")
      destroy = try symbols.function("BrotliDecoderDestroyInstance")
      decode = try symbols.function("BrotliDecoderDecompressStream")
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
