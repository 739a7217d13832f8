/// A media type as a header names it (RFC 9110, section 8.3.1), read without ever failing.
public struct MediaType: Hashable, Sendable {
  /// `text/html` in lower case; whatever stands before the first `;` when it is not a type.
  public let essence: String
  /// By their names in lower case; of two with one name the first counts.
  public let parameters: [String: String]

  /// Reads the value of a `Content-Type`; any text gives a media type.
  public init(_ text: String) {
    var parts = Self.split(text)[...]
    essence = (parts.popFirst() ?? "").trimmingASCII(\.isASCIIWhitespace).asciiLowercased
    parameters = Self.parameters(parts)
  }

  /// The parameters of any field that has them behind its value as a media type has: `form-data; name="a"`.
  package static func parameters(of field: String) -> [String: String] { parameters(split(field).dropFirst()) }

  private static func parameters(_ parts: some Sequence<String>) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in parts {
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = part[..<equals].trimmingASCII(\.isASCIIWhitespace).asciiLowercased
      let value = part[part.utf8.index(after: equals)...].trimmingASCII(\.isASCIIWhitespace)
      if parameters[name] == nil { parameters[name] = unquoted(value) }
    }
    return parameters
  }

  /// What stands before the slash; empty when this is not a type.
  package var type: String { names?.0 ?? "" }
  /// What stands behind the slash; empty when this is not a type.
  package var subtype: String { names?.1 ?? "" }

  private var names: (String, String)? {
    guard let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let type = essence[..<slash].trimmingASCII(\.isASCIIWhitespace)
    let subtype = essence[essence.utf8.index(after: slash)...].trimmingASCII(\.isASCIIWhitespace)
    return type.isEmpty || subtype.isEmpty ? nil : (type, subtype)
  }

  /// Lower case.
  public var charset: String? { parameters["charset"]?.asciiLowercased }
  /// `application/json`, `text/json` and every `+json` type (RFC 6839, section 3.1).
  public var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
  /// Whether a body of this type is text to be shown.
  public var isText: Bool {
    essence.hasPrefix("text/") || isJSON || essence.hasSuffix("+xml")
      || ["application/xml", "application/javascript", "application/x-www-form-urlencoded"].contains(essence)
  }

  /// At each `;` that is not between quotes.
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

  /// A quoted string's content (RFC 9110, section 5.6.4); anything else as it stands.
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
