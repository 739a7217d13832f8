extension UInt8 {
  var isASCIILetter: Bool { (0x61...0x7a).contains(self | 0x20) }
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }

  /// A character of a token (RFC 9110, section 5.6.2): methods and header names.
  var isToken: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5e...0x7a, 0x7c, 0x7e: true
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e: true
    default: false
    }
  }
}

extension StringProtocol {
  /// Lower case for A to Z only: schemes, hosts and header names are compared so, whatever the locale.
  var asciiLowercased: String {
    guard utf8.contains(where: { (0x41...0x5a).contains($0) }) else { return String(self) }
    return String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
