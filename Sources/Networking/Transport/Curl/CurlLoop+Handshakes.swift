/// Detects phases in which libcurl may block for long.
extension CurlLoop {
  /// Whether a TLS handshake may be in progress, which loads certificates and computes keys.
  var isShakingHands: Bool {
    guard !handshakes.isEmpty else { return false }
    handshakes = handshakes.filter { live[$0]?.machine.requestHead.isEmpty == true }
    return !handshakes.isEmpty
  }
}
