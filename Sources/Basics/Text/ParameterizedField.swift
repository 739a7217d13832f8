/// A field with a value and parameters, `form-data; name="a"` (RFC 9110, section 5.6.6); parsing never fails.
package struct ParameterizedField: Hashable, Sendable {
  /// The part before the first `;`.
  package let value: String
  /// Keyed by name in lower case; if a name occurs twice, the first counts.
  package let parameters: [String: String]

  package init(_ text: String) {
    var parts = Self.split(text)[...]
    value = (parts.popFirst() ?? "").trimmingASCII(\.isASCIIWhitespace)
    var parameters: [String: String] = [:]
    for part in parts {
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = part[..<equals].trimmingASCII(\.isASCIIWhitespace).asciiLowercased
      let value = part[part.utf8.index(after: equals)...].trimmingASCII(\.isASCIIWhitespace)
      if parameters[name] == nil { parameters[name] = Self.unquoted(value) }
    }
    self.parameters = parameters
  }

  /// Splits at each `;` outside quotes.
  private static func split(_ text: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: ";"), !isQuoted {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The content of a quoted string (RFC 9110, section 5.6.4); anything else unchanged.
  private static func unquoted(_ value: String) -> String {
    let quote = UInt8(ascii: "\"")
    guard value.utf8.count >= 2, value.utf8.first == quote, value.utf8.last == quote else { return value }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8.dropFirst().dropLast() {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
