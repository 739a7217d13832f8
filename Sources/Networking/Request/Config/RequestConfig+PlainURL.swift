extension RequestConfig {
  /// The URL where it is the text in `host` as it stands: lower-case `http` or `https`, a name or an IPv4 address, and only
  /// characters that no encoding changes and no parameter is behind. `builtURL` would make the same of it; most URLs are
  /// so, and each is built for every send.
  var plainURL: String? {
    guard path.isEmpty, scheme == nil, port == nil, fragment == nil, query.items.isEmpty else { return nil }
    var text = host
    return text.withUTF8(Self.isPlain) ? host : nil
  }

  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var index = endOfPlainScheme(bytes) else { return false }
    let host = index
    while index < bytes.count, isHostByte(bytes[index]) { index += 1 }
    guard index > host else { return false }
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
      index += 1
      let digits = index
      while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
      // Five digits may be more than a port can be.
      guard (1...4).contains(index - digits) || isPort(bytes[digits..<index]) else { return false }
    }
    guard index < bytes.count else { return true }
    guard bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?") else { return false }
    while index < bytes.count, isHostByte(bytes[index]) || isPathMark(bytes[index]) { index += 1 }
    guard index < bytes.count else { return true }
    guard bytes[index] == UInt8(ascii: "?") else { return false }
    return bytes[index...].allSatisfy { isHostByte($0) || isPathMark($0) || $0 == UInt8(ascii: "?") || $0 == 0x3a }
  }

  private static func isPort(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    digits.count == 5 && digits.reduce(0) { $0 * 10 + Int($1 & 15) } <= Int(UInt16.max)
  }

  /// Where the host begins.
  private static func endOfPlainScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for scheme in ["http://", "https://"] as [StaticString] where bytes.count > scheme.utf8CodeUnitCount {
      let expected = UnsafeBufferPointer(start: scheme.utf8Start, count: scheme.utf8CodeUnitCount)
      if expected.indices.allSatisfy({ bytes[$0] == expected[$0] }) { return expected.count }
    }
    return nil
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == 0x2d || byte == 0x2e
  }

  /// What else may stand in a path and in a query, but for the colon of a path's parameter.
  private static func isPathMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "+"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
