import CCurl

/// What is wrong with an answer that libcurl cannot read, in our words: its own speak of memory or of the connection.
enum MalformedAnswer {
  /// `nil` where the answer is not what failed. Only for a request that went out.
  static func words(
    _ code: CURLcode, text: String, _ progress: CurlErrors.Progress, from address: String
  ) -> String? {
    // Its buffers for chunks and trailers are of a fixed size, as are those for heads: neither is out of memory.
    if text.contains("chunk") {
      let isTrailer = text.contains("Out of memory") || text.contains("trailer")
      return isTrailer ? "A trailer that \(address) sent is too long" : "The chunks that \(address) sent cannot be read"
    }
    if text.contains("nghttp2") || text.contains("HTTP/2") && code != CURLE_SEND_ERROR {
      return "\(address) broke the rules of HTTP/2"
    }
    switch code {
    case CURLE_OUT_OF_MEMORY where !progress.hadHead: return "A line of the head that \(address) sent is endless"
    case CURLE_RECV_ERROR where text.contains("Too large response headers"), CURLcode(100) where !progress.hadHead:
      return "The head that \(address) sent is endless"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("response code"):
      return "\(address) answered with a status that is not from 100 to 999"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/0.9"): return "\(address) did not answer in HTTP"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP version"):
      return "The status line that \(address) sent has no known version of HTTP"
    case CURLE_WEIRD_SERVER_REPLY: return header(text, address) ?? "\(address) did not answer in HTTP"
    // What an option cannot take was refused before; this is a head that begins with a folded line.
    case CURLE_BAD_FUNCTION_ARGUMENT: return "The head that \(address) sent cannot be read"
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: return "\(address) broke the rules of HTTP/2"
    case CURLcode(95): return "\(address) broke the rules of HTTP/3"
    case CURLE_BAD_CONTENT_ENCODING: return "The body cannot be decompressed"
    default: return nil
    }
  }

  private static func header(_ text: String, _ address: String) -> String? {
    let lower = text.asciiLowercased
    if lower.contains("nul byte") { return "A header that \(address) sent holds a NUL" }
    if lower.contains("without colon") { return "A header that \(address) sent has no colon" }
    if lower.contains("content-length") {
      return "\(address) sent a Content-Length that is no number of bytes"
    }
    return nil
  }
}
