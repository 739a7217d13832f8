import CCurl

/// The decompression libraries: those that libcurl itself is linked to.
///
/// libcurl can decompress bodies, but does not report that a compressed body was truncated: the part received would
/// pass as complete.
struct ContentCodings {
  private let zlib: ZlibDecoder.Functions?
  private let brotli: BrotliDecoder.Functions?
  private let zstd: ZstdDecoder.Functions?

  /// `nil` if libcurl supports a coding whose library cannot be found: decoding is then left to libcurl.
  init?(_ symbols: CurlSymbols, _ version: CurlVersion) {
    zlib = Self.found { () throws(NetworkError) in try ZlibDecoder.Functions(symbols) }
    brotli = Self.found { () throws(NetworkError) in try BrotliDecoder.Functions(symbols) }
    zstd = Self.found { () throws(NetworkError) in try ZstdDecoder.Functions(symbols) }
    if zlib == nil, version.has(CURL_VERSION_LIBZ) { return nil }
    if brotli == nil, version.has(CURL_VERSION_BROTLI) { return nil }
    if zstd == nil, version.has(CURL_VERSION_ZSTD) { return nil }
  }

  private static func found<Functions>(_ find: () throws(NetworkError) -> Functions) -> Functions? {
    // A library that lacks one of these functions cannot be used.
    try? find()
  }

  /// A decoder for one coding; `nil` for an unknown one (RFC 9110, section 8.4.1).
  func decoder(for name: String) throws(DecodingFault) -> (any ContentDecoder)? {
    switch name {
    case "gzip", "x-gzip": return zlib.map { ZlibDecoder(.gzip, $0) }
    case "deflate": return zlib.map { ZlibDecoder(.deflate, $0) }
    case "br":
      guard let brotli else { return nil }
      return try BrotliDecoder(brotli)
    case "zstd":
      guard let zstd else { return nil }
      return try ZstdDecoder(zstd)
    default: return nil
    }
  }
}
