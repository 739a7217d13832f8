extension Exchange {
  /// Describes an anomaly in an otherwise complete response: the server sent more than its `Content-Length` (RFC 9112,
  /// section 6.3: the length decides), or sent one beside chunks. `nil` if there is none.
  ///
  /// Only surplus bytes that arrive together with the body are counted. libcurl reads no further, and treats a kept
  /// connection with unread data as dead.
  package var notice: String? {
    guard let hop = hops.last else { return nil }
    if hop.response?.hasTwoFramings == true {
      return
        "\(URLParts(hop.request.url).hostAndPort) sent both chunks and a Content-Length, which was ignored"
    }
    guard hop.sizes.responseSurplus > 0 else { return nil }
    let size = hop.sizes.responseSurplus == 1 ? "1 byte" : "\(hop.sizes.responseSurplus) bytes"
    let address = URLParts(hop.request.url).hostAndPort
    return "\(address) sent at least \(size) beyond its Content-Length; left out"
  }
}
