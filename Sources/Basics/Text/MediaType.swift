/// A media type as in a header (RFC 9110, section 8.3.1); parsing never fails.
public struct MediaType: Hashable, Sendable {
  /// `text/html` in lower case; the text before the first `;` even if it is not a type.
  public let essence: String
  /// Keyed by name in lower case; if a name occurs twice, the first counts.
  public let parameters: [String: String]

  /// Parses the value of a `Content-Type`; accepts any text.
  public init(_ text: String) {
    let field = ParameterizedField(text)
    essence = field.value.asciiLowercased
    parameters = field.parameters
  }

  /// The part before the slash; empty if this is not a type.
  package var type: String { names?.0 ?? "" }
  /// The part after the slash; empty if this is not a type.
  package var subtype: String { names?.1 ?? "" }

  private var names: (String, String)? {
    guard let slash = essence.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let type = essence[..<slash].trimmingASCII(\.isASCIIWhitespace)
    let subtype = essence[essence.utf8.index(after: slash)...].trimmingASCII(\.isASCIIWhitespace)
    return type.isEmpty || subtype.isEmpty ? nil : (type, subtype)
  }

  /// The character set in lower case; `nil` if none is given.
  public var charset: String? { parameters["charset"]?.asciiLowercased }
  /// `application/json`, `text/json` and every `+json` type (RFC 6839, section 3.1).
  public var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
  /// Whether a body of this type is shown as text.
  public var isText: Bool {
    essence.hasPrefix("text/") || isJSON || essence.hasSuffix("+xml")
      || ["application/xml", "application/javascript", "application/x-www-form-urlencoded"].contains(essence)
  }
}
