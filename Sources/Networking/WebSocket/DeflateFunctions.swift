import CCurl

/// The functions of the zlib that libcurl itself uses.
// Unchecked: addresses of functions, which never change once the library is open.
struct DeflateFunctions: @unchecked Sendable {
  typealias Stream = UnsafeMutableRawPointer

  static let syncFlush: Int32 = 2
  static let finished: Int32 = 1
  /// No progress is possible without more input or output space.
  static let starved: Int32 = -5

  let startInflating: @convention(c) (Stream?, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  let inflate: @convention(c) (Stream?, Int32) -> Int32
  let resetInflating: @convention(c) (Stream?) -> Int32
  let endInflating: @convention(c) (Stream?) -> Int32
  let startDeflating: @convention(c) (Stream?, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  let deflate: @convention(c) (Stream?, Int32) -> Int32
  let resetDeflating: @convention(c) (Stream?) -> Int32
  let endDeflating: @convention(c) (Stream?) -> Int32

  private init(_ symbols: CurlSymbols) throws(NetworkError) {
    startInflating = try symbols.function("inflateInit2_")
    inflate = try symbols.function("inflate")
    resetInflating = try symbols.function("inflateReset")
    endInflating = try symbols.function("inflateEnd")
    startDeflating = try symbols.function("deflateInit2_")
    deflate = try symbols.function("deflate")
    resetDeflating = try symbols.function("deflateReset")
    endDeflating = try symbols.function("deflateEnd")
  }

  /// `nil` if libcurl has no zlib: then nothing is compressed.
  static let installed: DeflateFunctions? = {
    do throws(NetworkError) { return try DeflateFunctions(CurlSymbols()) } catch { return nil }
  }()
}
