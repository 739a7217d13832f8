extension Exchange {
  /// What is odd about an answer that is otherwise whole, in words: the server sent more than its `Content-Length` said
  /// (RFC 9112, section 6.3: the length decides). `nil` where nothing is.
  ///
  /// Only what came together with the body is counted. What comes after that nobody sees: libcurl reads no further, and
  /// takes a kept connection on which something unread stands for a dead one.
  package var notice: String? {
    guard let hop = hops.last else { return nil }
    if hop.response?.hasTwoFramings == true {
      return
        "\(CurlErrors.address(URLParts(hop.request.url))) sent a Content-Length beside its chunks; the chunks count"
    }
    guard hop.sizes.responseSurplus > 0 else { return nil }
    let size = hop.sizes.responseSurplus == 1 ? "1 byte" : "\(hop.sizes.responseSurplus) bytes"
    let address = CurlErrors.address(URLParts(hop.request.url))
    return "\(address) sent at least \(size) beyond its Content-Length; left out"
  }
}
