/// When libcurl may be at work for long without looking up.
extension CurlLoop {
  /// Whether a connection over TLS may be made: where authorities are read and keys are computed.
  var isShakingHands: Bool {
    guard !handshakes.isEmpty else { return false }
    handshakes = handshakes.filter { live[$0]?.machine.requestHead.isEmpty == true }
    return !handshakes.isEmpty
  }
}
