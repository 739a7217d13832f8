import Basics
public import HTTPTypes

/// Header fields in order, with duplicates and case preserved, looked up without regard to case (RFC 9110, section 5).
///
/// Contains any text, even if HTTP forbids it, because it must show the exact texts of servers and users;
/// `Request.with` rejects fields that cannot be sent.
public struct Headers: Hashable, Sendable {
  /// In wire order, duplicates kept.
  public var fields: [Field]

  /// Headers with these fields, in this order.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value of that name. Setting replaces the first field of that name in place and removes the others; `nil`
  /// removes all.
  public subscript(name: Name) -> String? {
    get { self[name.text] }
    set { self[name.text] = newValue }
  }

  /// The first value of that name, as above.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
    set {
      guard let newValue else { return remove(name) }
      set(name, newValue)
    }
  }

  /// All values of that name, in order. Setting replaces them all: `headers[values: "X-Tag"] = ["a", "b"]`.
  public subscript(values name: Name) -> [String] {
    get { self[values: name.text] }
    set { self[values: name.text] = newValue }
  }

  /// All values of that name, as above.
  package subscript(values name: String) -> [String] {
    get { fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value) }
    set {
      remove(name)
      for value in newValue { append(name, value) }
    }
  }

  /// The same as `[values: name]`, so that `headers[.acceptLanguage] = ["en", "de"]` sets two fields.
  @_disfavoredOverload
  public subscript(name: Name) -> [String] {
    get { self[values: name] }
    set { self[values: name] = newValue }
  }

  /// Appends a field, even if the name already exists.
  public mutating func append(_ name: Name, _ value: String) { append(name.text, value) }

  /// Appends a field, even if the name already exists.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Header(name, value))
  }

  /// Replaces the first field of that name in place, keeping its spacing, and removes the others; appends if there is
  /// none.
  package mutating func set(_ name: String, _ value: String) {
    guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringCase(name) }) else { return append(name, value) }
    fields[first] = Header(name, value, omitsBlank: fields[first].omitsBlank)
    var index = fields.count - 1
    while index > first {
      if fields[index].name.equalsIgnoringCase(name) { fields.remove(at: index) }
      index -= 1
    }
  }

  /// Replaces the first field of that name in place and removes the others; appends if there is none.
  public mutating func set(_ name: Name, _ value: String) { set(name.text, value) }

  /// Removes every field of that name.
  public mutating func remove(_ name: Name) { remove(name.text) }

  /// Removes every field of that name.
  package mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringCase(name) }
  }

  /// True without fields.
  package var isEmpty: Bool { fields.isEmpty }
  /// The number of fields, including duplicates.
  package var count: Int { fields.count }
}

extension Headers {
  /// One header field as written: name in its own case, value as text.
  public struct Field: Hashable, Sendable {
    /// The name, in the case in which it is sent or was received.
    public var name: String
    /// The value, without the space that usually follows the colon.
    public var value: String
    /// True if the value follows the colon without a space: `X:v`, not `X: v`. Both have the same meaning (RFC 9112,
    /// section 5); HTTP/2 and later have no colon.
    package var omitsBlank: Bool

    /// A field with any text; `Request.with` rejects what cannot be sent.
    public init(_ name: String, _ value: String) {
      self.init(name, value, omitsBlank: false)
    }

    package init(_ name: String, _ value: String, omitsBlank: Bool) {
      self.name = name
      self.value = value
      self.omitsBlank = omitsBlank
    }

    /// Parses the text after the colon: the first space is the usual separator, further ones belong to the value.
    package init(_ name: String, behindColon text: Substring) {
      let isUsual = text.utf8.first == 0x20
      self.init(
        name, String(Substring(isUsual ? text.utf8.dropFirst() : text.utf8)), omitsBlank: !isUsual && !text.isEmpty)
    }

    /// The field as one header line, without the line end.
    package var line: String { omitsBlank ? "\(name):\(value)" : "\(name): \(value)" }
  }
}

package typealias Header = Headers.Field

/// For names that a program declares on `HTTPField.Name`.
extension Headers {
  /// The first value of that name, as for a `Name`.
  @_disfavoredOverload
  public subscript(name: HTTPField.Name) -> String? {
    get { self[name.rawName] }
    set { self[name.rawName] = newValue }
  }

  /// Appends a field, even if the name already exists.
  @_disfavoredOverload
  public mutating func append(_ name: HTTPField.Name, _ value: String) { append(name.rawName, value) }

  /// Replaces the first field of that name in place and removes the others; appends if there is none.
  @_disfavoredOverload
  public mutating func set(_ name: HTTPField.Name, _ value: String) { set(name.rawName, value) }

  /// Removes every field of that name.
  @_disfavoredOverload
  public mutating func remove(_ name: HTTPField.Name) { remove(name.rawName) }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Fields from names, typed or as text, and values: `[.accept: "*/*", "X-Custom": "y"]`.
  public init(dictionaryLiteral elements: (Name, String)...) {
    self.init(elements.map { Header($0.0.text, $0.1) })
  }
}

extension String {
  /// Compares ASCII text without regard to case, as for header names.
  package func equalsIgnoringCase(_ other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    let isEqual = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        left.indices.allSatisfy { left[$0].isSameLetter(as: right[$0]) }
      }
    }
    // For strings without contiguous storage, such as bridged ones.
    return (isEqual ?? nil) ?? zip(left, right).allSatisfy { $0.isSameLetter(as: $1) }
  }
}

extension UInt8 {
  /// Compares two ASCII bytes without regard to case.
  fileprivate func isSameLetter(as other: UInt8) -> Bool {
    self == other || (self | 0x20 == other | 0x20 && self.isASCIILetter)
  }
}

extension Headers {
  /// The name of a header: a usual one, `.accept`, or any text, `"X-Custom"`. A program declares its own as static
  /// members of an extension.
  public struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
    /// With the case in which it is sent.
    package let text: String

    /// Any text; `Request.with` rejects what cannot be sent.
    public init(_ text: String) { self.text = text }
    /// A name of swift-http-types.
    public init(_ name: HTTPField.Name) { text = name.rawName }
    /// A name as written.
    public init(stringLiteral text: String) { self.text = text }
  }
}

/// The usual names of swift-http-types.
extension Headers.Name {
  /// `Accept`.
  public static var accept: Self { Self(HTTPField.Name.accept) }
  /// `Accept-Encoding`.
  public static var acceptEncoding: Self { Self(HTTPField.Name.acceptEncoding) }
  /// `Accept-Language`.
  public static var acceptLanguage: Self { Self(HTTPField.Name.acceptLanguage) }
  /// `Authorization`.
  public static var authorization: Self { Self(HTTPField.Name.authorization) }
  /// `Cache-Control`.
  public static var cacheControl: Self { Self(HTTPField.Name.cacheControl) }
  /// `Content-Encoding`.
  public static var contentEncoding: Self { Self(HTTPField.Name.contentEncoding) }
  /// `Content-Length`.
  public static var contentLength: Self { Self(HTTPField.Name.contentLength) }
  /// `Content-Type`.
  public static var contentType: Self { Self(HTTPField.Name.contentType) }
  /// `Cookie`.
  public static var cookie: Self { Self(HTTPField.Name.cookie) }
  /// `ETag`.
  public static var eTag: Self { Self(HTTPField.Name.eTag) }
  /// `Expires`.
  public static var expires: Self { Self(HTTPField.Name.expires) }
  /// `If-Match`.
  public static var ifMatch: Self { Self(HTTPField.Name.ifMatch) }
  /// `If-Modified-Since`.
  public static var ifModifiedSince: Self { Self(HTTPField.Name.ifModifiedSince) }
  /// `If-None-Match`.
  public static var ifNoneMatch: Self { Self(HTTPField.Name.ifNoneMatch) }
  /// `Last-Modified`.
  public static var lastModified: Self { Self(HTTPField.Name.lastModified) }
  /// `Location`.
  public static var location: Self { Self(HTTPField.Name.location) }
  /// `Range`.
  public static var range: Self { Self(HTTPField.Name.range) }
  /// `Referer`.
  public static var referer: Self { Self(HTTPField.Name.referer) }
  /// `Retry-After`.
  public static var retryAfter: Self { Self(HTTPField.Name.retryAfter) }
  /// `Set-Cookie`.
  public static var setCookie: Self { Self(HTTPField.Name.setCookie) }
  /// `User-Agent`.
  public static var userAgent: Self { Self(HTTPField.Name.userAgent) }
}
