import Basics

/// Normalizes an IPv4 address in the short and unusual forms that curl accepts: `127.1`, `0x7f.1`, `2130706433`.
enum CurlAddress {
  /// `nil` for a host name.
  static func normalized(_ host: some StringProtocol) -> String? {
    let texts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard texts.count <= 4 else { return nil }
    var parts: [UInt32] = []
    for text in texts {
      guard let part = number(String(decoding: text, as: UTF8.self)) else { return nil }
      parts.append(part)
    }
    // The last part fills the remaining bytes.
    let rest = UInt32(8 * (5 - parts.count))
    guard let last = parts.popLast(), rest == 32 || last >> rest == 0, parts.allSatisfy({ $0 <= 255 }) else {
      return nil
    }
    var address = last
    for (index, part) in parts.enumerated() { address |= part << UInt32(24 - 8 * index) }
    return [24, 16, 8, 0].map { String(address >> UInt32($0) & 255) }.joined(separator: ".")
  }

  /// Decimal, octal after `0`, hexadecimal after `0x`.
  private static func number(_ text: String) -> UInt32? {
    guard let first = text.utf8.first, first.isASCIIDigit else { return nil }
    if text.lowercased().hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16) }
    return UInt32(text, radix: first == 0x30 ? 8 : 10)
  }
}
