import Basics

/// The host parser of the WHATWG URL standard, section 3.5, for special schemes.
enum StandardHost {
  /// The host in canonical form; `nil` if it is invalid.
  static func parse(_ text: String) -> String? {
    if text.utf8.first == UInt8(ascii: "[") {
      guard text.utf8.count > 2, text.utf8.last == UInt8(ascii: "]") else { return nil }
      return IPv6.canonical(String(Substring(text.utf8.dropFirst().dropLast()))).map { "[\($0)]" }
    }
    let decoded = PercentEncoding.decodedText(text)
    guard let ascii = domain(decoded), !ascii.isEmpty, !ascii.utf8.contains(where: isForbidden) else { return nil }
    return endsInNumber(ascii) ? ipv4(ascii) : ascii
  }

  /// A domain in ASCII: mapped, then encoded label by label.
  static func domain(_ text: String) -> String? {
    var mapped = ""
    for scalar in text.unicodeScalars where !isIgnored(scalar) {
      switch scalar.value {
      case 0xff01...0xff5e: mapped.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xfee0)))
      case 0x3002, 0xff0e, 0xff61: mapped.unicodeScalars.append(".")
      default: mapped.unicodeScalars.append(scalar)
      }
    }
    let lower = mapped.lowercased()
    guard lower.unicodeScalars.allSatisfy(isAssignable), let ascii = Punycode.host(lower) else { return nil }
    let labels = ascii.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    for label in labels where label.starts(with: "xn--".utf8) {
      let encoded = String(Substring(label.dropFirst(4)))
      guard encoded.isEmpty || Punycode.isLabel(encoded) else { return nil }
    }
    return ascii
  }

  /// Characters that UTS #46 ignores.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xad, 0x34f, 0x180b...0x180d, 0x180f, 0x200b, 0x2060, 0x2064, 0xfe00...0xfe0f, 0xfeff, 0xe0100...0xe01ef: true
    default: false
    }
  }

  /// Unassigned, private-use, non-characters and the replacement character are not allowed in a host.
  private static func isAssignable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: scalar.isASCII
    case .control: scalar.isASCII
    default: scalar.value != 0xfffd && !(0x2ff0...0x2fff).contains(scalar.value) && scalar.value != 0x200e
    }
  }

  /// The forbidden domain code points of section 3.1.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7f || #"#/:<>?@[\]^|%"#.utf8.contains(byte)
  }

  private static func endsInNumber(_ host: String) -> Bool {
    var parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[...]
    if parts.last?.isEmpty == true {
      guard parts.count > 1 else { return false }
      parts.removeLast()
    }
    guard let last = parts.last, !last.isEmpty else { return false }
    return last.allSatisfy(\.isASCIIDigit) || number(String(Substring(last))) != nil
  }

  /// Up to four numbers, decimal, octal or hexadecimal; the last fills the remaining bytes (section 3.5).
  private static func ipv4(_ host: String) -> String? {
    var parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[...]
    if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let value = number(String(Substring(part))) else { return nil }
      numbers.append(value)
    }
    guard let last = numbers.popLast(), numbers.allSatisfy({ $0 < 256 }) else { return nil }
    guard last < UInt64(1) << (8 * UInt64(4 - numbers.count)) else { return nil }
    var address = last
    for (index, value) in numbers.enumerated() { address += value << (8 * UInt64(3 - index)) }
    return [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
  }

  private static func number(_ text: String) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var (digits, radix) = (Substring(text), 10)
    if text.hasPrefix("0x") {
      (digits, radix) = (text.dropFirst(2), 16)
    } else if text.hasPrefix("0"), text.utf8.count > 1 {
      (digits, radix) = (text.dropFirst(), 8)
    }
    guard !digits.isEmpty else { return 0 }
    guard digits.utf8.allSatisfy({ $0.hexValue != nil }) else { return nil }
    // A number that overflows the type is too large for an address; a wrong digit means it is not a number.
    if let value = UInt64(digits, radix: radix) { return value }
    let isNumber = digits.utf8.allSatisfy { Int($0.hexValue ?? 16) < radix }
    return isNumber ? .max : nil
  }
}

/// IPv6 addresses as text (RFC 5952), without brackets or zone.
enum IPv6 {
  /// The shortest form in lower case; `nil` if it is not an address.
  static func canonical(_ text: String) -> String? {
    pieces(text).map(shortest)
  }

  /// The eight 16-bit pieces.
  static func pieces(_ text: String) -> [UInt16]? {
    var groups = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Array($0) }
    guard groups.count >= 3 else { return nil }
    // `::` at an end leaves two empty groups there; one of them is the gap.
    if groups[0].isEmpty {
      guard groups[1].isEmpty else { return nil }
      groups.removeFirst()
    }
    if groups[groups.count - 1].isEmpty {
      guard groups[groups.count - 2].isEmpty else { return nil }
      groups.removeLast()
    }
    var numbers: [UInt16] = []
    var gap: Int?
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        guard gap == nil else { return nil }
        gap = numbers.count
      } else if index == groups.count - 1, group.contains(UInt8(ascii: ".")) {
        guard let quad = dotted(group) else { return nil }
        numbers += quad
      } else {
        guard group.count <= 4, group.allSatisfy({ $0.hexValue != nil }),
          let number = UInt16(String(decoding: group, as: UTF8.self), radix: 16)
        else { return nil }
        numbers.append(number)
      }
    }
    guard let gap else { return numbers.count == 8 ? numbers : nil }
    guard numbers.count < 8 else { return nil }
    numbers.insert(contentsOf: repeatElement(0, count: 8 - numbers.count), at: gap)
    return numbers
  }

  private static func dotted(_ group: [UInt8]) -> [UInt16]? {
    let parts = group.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt16] = []
    for part in parts {
      let text = String(decoding: part, as: UTF8.self)
      guard part.allSatisfy(\.isASCIIDigit), let byte = UInt8(text), text == String(byte) else { return nil }
      bytes.append(UInt16(byte))
    }
    return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
  }

  /// Compresses the first longest run of two or more zeros to `::`.
  private static func shortest(_ numbers: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < numbers.count {
      let end = numbers[start...].firstIndex { $0 != 0 } ?? numbers.endIndex
      if end - start > max(1, best.count) { best = start..<end }
      start = max(end, start + 1)
    }
    let texts = numbers.map { String($0, radix: 16) }
    guard !best.isEmpty else { return texts.joined(separator: ":") }
    return texts[..<best.lowerBound].joined(separator: ":") + "::" + texts[best.upperBound...].joined(separator: ":")
  }
}
