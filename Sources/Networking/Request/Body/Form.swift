import Basics

/// The fields of an `application/x-www-form-urlencoded` body, in order, duplicates preserved.
public struct Form: Hashable, Sendable {
  /// One name and value, both unencoded.
  public struct Field: Hashable, Sendable {
    /// Plain text; encoded when sent.
    public var name: String
    /// Plain text; encoded when sent.
    public var value: String

    /// A field of a form.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In the order sent.
  public var fields: [Field]

  /// A form of these fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Appends a field, even if the name already exists.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }

  /// Encoded as in the WHATWG URL standard (section 5.2): letters, digits and `*-._` stay, a space is `+`.
  public var text: String {
    fields.map { Self.encode($0.name) + "=" + Self.encode($0.value) }.joined(separator: "&")
  }

  private static func encode(_ text: String) -> String {
    let encoded = PercentEncoding.encode(text, keepsEscapes: false) { $0 == 0x20 || ASCIISet.form.contains($0) }
    return String(decoding: encoded.utf8.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }
}

extension Form: ExpressibleByDictionaryLiteral {
  /// Fields in the order written: `["name": "value"]`.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field($0.0, $0.1) })
  }
}
