import Basics

/// What happens to the characters of a URL, or of a query item, on their way to the wire.
public enum URLEncoding: Hashable, Sendable {
  /// Sent as it stands: in the query also text beyond ASCII, as its UTF-8. Only what would end the request line, spaces
  /// and control characters, is percent-encoded, and in the path what is beyond ASCII, as libcurl has it anyway.
  case verbatim
  /// Sent as typed. Only what cannot stand on a request line is percent-encoded as UTF-8: spaces, control characters
  /// and everything beyond ASCII. `[`, `|`, `{`, `%zz`, dot segments and what is encoded already stay.
  case asTyped
  /// Made valid. In the text of a URL every character that RFC 3986 does not allow there is encoded, and escapes that
  /// are there stay; a query item's name and value are encoded so that the server reads what was written.
  case encoded
}

/// Percent-encoding (RFC 3986, section 2) for the places where text enters a URL.
package enum PercentEncoding {
  static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == 0x2d || byte == 0x2e || byte == 0x5f || byte == 0x7e
  }

  static func isPathCharacter(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=:@/".utf8.contains(byte)
  }

  static func isQueryCharacter(_ byte: UInt8) -> Bool {
    isPathCharacter(byte) || byte == UInt8(ascii: "?")
  }

  /// One name or value: nothing but unreserved characters stays.
  package static func component(_ text: String) -> String {
    encode(text, keepsEscapes: false, keeping: isUnreserved)
  }

  /// One segment of a path; `.` and `..` would change the path and are encoded whole.
  static func segment(_ text: String) -> String {
    switch text {
    case ".": "%2E"
    case "..": "%2E%2E"
    default: component(text)
    }
  }

  static func path(_ text: String, _ encoding: URLEncoding) -> String {
    switch encoding {
    case .verbatim, .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: isPathCharacter)
    }
  }

  /// Also right for a fragment: RFC 3986 allows the same characters.
  static func query(_ text: String, _ encoding: URLEncoding) -> String {
    switch encoding {
    case .verbatim: line(text)
    case .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: isQueryCharacter)
    }
  }

  /// Encodes only what would end a request line.
  static func line(_ text: String) -> String {
    encode(text, keepsEscapes: true) { $0 > 0x20 && $0 != 0x7f }
  }

  /// Encodes only what cannot be sent, and what is beyond ASCII.
  static func wire(_ text: String) -> String {
    encode(text, keepsEscapes: true) { $0 > 0x20 && $0 < 0x7f || $0 == UInt8(ascii: "%") }
  }

  package static func encode(_ text: String, keepsEscapes: Bool, keeping isKept: (UInt8) -> Bool) -> String {
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: "%") && isKept($0) }) { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isEscape = byte == UInt8(ascii: "%") && keepsEscapes && startsEscape(bytes, at: index)
      if isKept(byte) || isEscape {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes behind `%XX` escapes; anything else stays.
  static func decode(_ text: some StringProtocol) -> [UInt8] {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
        let low = bytes[index + 2].hexValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func startsEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1].hexValue != nil && bytes[index + 2].hexValue != nil
  }

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
  }
}
