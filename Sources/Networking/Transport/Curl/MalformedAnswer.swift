import Basics
import CCurl

/// Messages for responses that libcurl cannot parse, because its own speak of memory or the connection.
enum MalformedAnswer {
  /// `nil` if the response is not the problem. Only for a request that was sent.
  static func words(
    _ code: CURLcode, text: String, _ progress: CurlErrors.Progress, from address: String
  ) -> String? {
    // libcurl's buffers for chunks, trailers and heads have a fixed size; exceeding it is not lack of memory.
    if text.contains("chunk") {
      let isTrailer = text.contains("Out of memory") || text.contains("trailer")
      return isTrailer ? "\(address) sent a trailer that is too long" : "\(address) sent malformed chunks"
    }
    if text.contains("nghttp2") || text.contains("HTTP/2") && code != CURLE_SEND_ERROR {
      return "\(address) violated the HTTP/2 protocol"
    }
    switch code {
    case CURLE_OUT_OF_MEMORY where !progress.hadHead: return "\(address) sent a header line that is too long"
    case CURLE_RECV_ERROR where text.contains("Too large response headers"), CURLcode(100) where !progress.hadHead:
      return "\(address) sent a head that is too long"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("response code"):
      return "\(address) answered with a status outside 100 to 999"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/0.9"): return "\(address) did not answer in HTTP"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP version"):
      return "\(address) sent a status line with an unknown HTTP version"
    case CURLE_WEIRD_SERVER_REPLY: return header(text, address) ?? "\(address) did not answer in HTTP"
    // Invalid options were rejected before, so this is a head that begins with a folded line.
    case CURLE_BAD_FUNCTION_ARGUMENT: return "\(address) sent a malformed head"
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: return "\(address) violated the HTTP/2 protocol"
    case CURLcode(95): return "\(address) violated the HTTP/3 protocol"
    case CURLE_BAD_CONTENT_ENCODING: return "The body cannot be decompressed"
    default: return nil
    }
  }

  private static func header(_ text: String, _ address: String) -> String? {
    let lower = text.asciiLowercased
    if lower.contains("nul byte") { return "\(address) sent a header that contains NUL" }
    if lower.contains("without colon") { return "\(address) sent a header without a colon" }
    if lower.contains("content-length") {
      return "\(address) sent an invalid Content-Length"
    }
    return nil
  }
}
