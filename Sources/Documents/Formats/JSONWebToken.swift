/// A JSON Web Token (RFC 7519) taken apart for reading. Nothing is verified.
public struct JSONWebToken: Equatable, Sendable {
  /// The JSON text of the first part: algorithm and type.
  public var header: [UInt8]
  /// The JSON text of the claims.
  public var payload: [UInt8]
  public var signature: [UInt8]

  /// `nil` when `text`, perhaps behind the word Bearer, does not have the shape of a signed token.
  public init?(_ text: String) {
    let token = text.lowercased().hasPrefix("bearer ") ? text.dropFirst(7) : text[...]
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0].utf8), let payload = Base64URL.decode(parts[1].utf8),
      let signature = Base64URL.decode(parts[2].utf8), header.first == 0x7B, JSONFormatter.fault(in: header) == nil,
      JSONFormatter.fault(in: payload) == nil
    else { return nil }
    (self.header, self.payload, self.signature) = (header, payload, signature)
  }
}

/// Base 64 with the alphabet for URLs (RFC 4648 section 5), with or without padding.
enum Base64URL {
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for c in text where c != 0x3D {
      guard let value = digit(c) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return count < 6 ? output : nil
  }

  private static func digit(_ c: UInt8) -> UInt8? {
    switch c {
    case 0x41...0x5A: c - 0x41
    case 0x61...0x7A: c - 0x61 + 26
    case 0x30...0x39: c - 0x30 + 52
    case 0x2D, 0x2B: 62
    case 0x5F, 0x2F: 63
    default: nil
    }
  }
}
