/// Percent-encodes text for a URL and decodes it again (RFC 3986, section 2).
package enum PercentEncoding {
  /// Encodes one name or value; keeps only unreserved characters.
  package static func component(_ text: String) -> String {
    encode(text, keepsEscapes: false, keeping: ASCIISet.unreserved.contains)
  }

  /// Encodes one segment of a path. `.` and `..` would change the path, so they are encoded, too.
  package static func segment(_ text: String) -> String {
    switch text {
    case ".": "%2E"
    case "..": "%2E%2E"
    default: component(text)
    }
  }

  /// Encodes only characters that would end a request line.
  package static func line(_ text: String) -> String {
    encode(text, keepsEscapes: true) { $0 > 0x20 && $0 != 0x7F }
  }

  /// Encodes only characters that cannot be sent, and those beyond ASCII.
  package static func wire(_ text: String) -> String {
    encode(text, keepsEscapes: true, keeping: ASCIISet.graphic.contains)
  }

  /// - Parameter keepsEscapes: whether to keep a `%` followed by two digits.
  package static func encode(_ text: String, keepsEscapes: Bool, keeping isKept: (UInt8) -> Bool) -> String {
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: "%") && isKept($0) }) { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if isKept(byte) || keepsEscapes && escaped(bytes, at: index) != nil {
        result.append(byte)
      } else {
        append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the escape of a byte: `%2F`.
  package static func append(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    Hexadecimal.append(byte, to: &output, uppercase: true)
  }

  /// Decodes `%XX` escapes; keeps everything else.
  /// - Parameter plusIsSpace: whether `+` is a space, as in forms and, usually, in queries.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> [UInt8] {
    decode(Array(text.utf8), plusIsSpace: plusIsSpace)
  }

  package static func decode(_ bytes: [UInt8], plusIsSpace: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = escaped(bytes, at: index) {
        result.append(byte)
        index += 3
      } else {
        result.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The decoded text; invalid UTF-8 becomes U+FFFD.
  package static func decodedText(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    String(decoding: decode(text, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// The names and values of a query or a form, decoded; `+` is a space.
  package static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count > 1 ? decodedText(halves[1], plusIsSpace: true) : ""
      return (decodedText(halves[0], plusIsSpace: true), value)
    }
  }

  /// The byte that the escape at `index` encodes; `nil` if there is no escape.
  private static func escaped(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
      let low = bytes[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }
}

/// The characters that stay unencoded in each part of a URL.
extension ASCIISet {
  /// RFC 3986, section 2.3.
  package static let unreserved = alphanumerics.union("-._~")
  /// RFC 3986, section 3.3, with the slash between segments.
  package static let path = unreserved.union("!$&'()*+,;=:@/")
  /// RFC 3986, section 3.4; the same for a fragment.
  package static let query = path.union("?")
  /// Everything allowed in a URL; also the literals of RFC 6570, section 3.1.
  package static let url = query.union("#[]")
  /// WHATWG URL, section 5.2; a space there becomes `+`.
  package static let form = alphanumerics.union("*-._")

  /// The complements of the percent-encode sets of the WHATWG URL standard (section 1.3).
  package static let standardFragment = graphic.subtracting("\"<>`")
  package static let standardQuery = graphic.subtracting("\"#<>'")
  package static let standardPath = graphic.subtracting("\"#<>?^`{}")
  package static let standardUserInfo = standardPath.subtracting("/:;=@[\\]|")
}

/// Distinguishes an address without a scheme from a word.
extension StringProtocol {
  /// True if it begins with a host that has a dot or a port: `api.example.com/users`, `localhost:8080`.
  package var beginsWithHost: Bool {
    let authority = prefix { !"/?#".contains($0) }
    let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first?.utf8, host.allSatisfy(\.isInHostName), host.first?.isASCIIAlphanumeric == true else {
      return false
    }
    if parts.count == 2 { return !parts[1].isEmpty && parts[1].utf8.allSatisfy(\.isASCIIDigit) }
    return host.contains(UInt8(ascii: ".")) && parts[0].last != "."
  }

  /// True if a name or address, in lower case and without a port, belongs to this computer (only its own programs can
  /// reach it).
  package var isLoopbackHost: Bool {
    self == "localhost" || hasSuffix(".localhost") || self == "::1"
      || hasPrefix("127.") && utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}

extension UInt8 {
  /// A letter, digit, `.` or `-`.
  package var isInHostName: Bool { isASCIIAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") }
}
