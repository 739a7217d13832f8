import Basics
public import HTTPTypes

/// One header field as written: name in its own case, value as text.
public struct Header: Hashable, Sendable {
  /// With the case in which it is sent or was received.
  public var name: String
  /// As text, without the space that usually follows the colon.
  public var value: String
  /// Whether the value follows the colon without a space: `X:v`, not `X: v`. Both mean the same (RFC 9112, section 5);
  /// HTTP/2 and later have no colon.
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
  public var line: String { omitsBlank ? "\(name):\(value)" : "\(name): \(value)" }
}

/// Header fields in order, duplicates and case preserved, looked up without regard to case (RFC 9110, section 5).
///
/// Holds any text, even what HTTP forbids, because it must show what a server really sent and what a user really typed;
/// `Request.with` rejects what cannot be sent.
public struct Headers: Hashable, Sendable {
  /// In wire order, duplicates kept.
  public var fields: [Header]

  /// These fields, in this order.
  public init(_ fields: [Header] = []) {
    self.fields = fields
  }

  /// The first value of that name. Setting replaces every field of that name; `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
    set {
      guard let newValue else { return remove(name) }
      set(name, newValue)
    }
  }

  /// The same, with a typed name.
  public subscript(name: HTTPField.Name) -> String? {
    get { self[name.rawName] }
    set { self[name.rawName] = newValue }
  }

  /// All values of that name, in order. Setting replaces them all.
  public subscript(values name: String) -> [String] {
    get { fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value) }
    set {
      remove(name)
      for value in newValue { append(name, value) }
    }
  }

  /// The same, with a typed name.
  public subscript(values name: HTTPField.Name) -> [String] {
    get { self[values: name.rawName] }
    set { self[values: name.rawName] = newValue }
  }

  /// Appends a field, even if the name already exists.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Header(name, value))
  }

  /// Replaces the first field of that name in place, keeping its spacing, and removes the others; appends if there is
  /// none.
  public mutating func set(_ name: String, _ value: String) {
    guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringCase(name) }) else { return append(name, value) }
    fields[first] = Header(name, value, omitsBlank: fields[first].omitsBlank)
    var index = fields.count - 1
    while index > first {
      if fields[index].name.equalsIgnoringCase(name) { fields.remove(at: index) }
      index -= 1
    }
  }

  /// Removes every field of that name.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringCase(name) }
  }

  /// Whether there are no fields.
  public var isEmpty: Bool { fields.isEmpty }
  /// The number of fields, including duplicates.
  public var count: Int { fields.count }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Fields from names, typed or as text, and values: `[.accept: "*/*", "X-Custom": "y"]`.
  public init(dictionaryLiteral elements: (HeaderName, String)...) {
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
    // A string without contiguous storage, bridged from elsewhere.
    return (isEqual ?? nil) ?? zip(left, right).allSatisfy { $0.isSameLetter(as: $1) }
  }
}

extension UInt8 {
  /// Compares two ASCII bytes without regard to case.
  fileprivate func isSameLetter(as other: UInt8) -> Bool {
    self == other || (self | 0x20 == other | 0x20 && self.isASCIILetter)
  }
}
