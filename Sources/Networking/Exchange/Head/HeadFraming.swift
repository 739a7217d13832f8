import Basics

extension ResponseHead {
  /// The error if the end of this head's body cannot be determined: an invalid length, or two that differ (RFC 9112,
  /// section 6.3); `nil` if it can.
  func framingFault(from address: @autoclosure () -> String) -> NetworkError? {
    var lengths: [String] = []
    for field in headers.fields where field.name.utf8.count == 14 && field.name.equalsIgnoringCase("Content-Length") {
      // Nearly every length.
      if field.value.isLength {
        lengths.append(field.value)
        continue
      }
      lengths += field.value.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0).trimmingASCII(\.isASCIIWhitespace)
      }
    }
    guard let first = lengths.first, !isChunked else { return nil }
    if lengths.count == 1, first.isLength { return nil }
    if let bad = lengths.first(where: { !$0.isLength }) {
      return NetworkError(.malformed, "\(address()) sent an invalid Content-Length: '\(bad.visible)'")
    }
    guard let other = lengths.first(where: { Int($0) != Int(first) }) else { return nil }
    return NetworkError(.malformed, "\(address()) sent two different lengths: Content-Length \(first) and \(other)")
  }

  /// Whether both a length and chunks give the end of the body. The chunks decide; a peer that uses the length can be
  /// fooled (request smuggling).
  var hasTwoFramings: Bool { isChunked && headers["Content-Length"] != nil }

  private var isChunked: Bool { headers["Transfer-Encoding"] != nil }
}

extension String {
  /// Digits that fit into an `Int`.
  fileprivate var isLength: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) && Int(self) != nil }
}
