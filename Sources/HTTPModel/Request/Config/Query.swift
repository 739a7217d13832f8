public import Basics

/// The items of a query, in order, with duplicates. An item can be disabled without being removed.
public struct Query: Hashable, Sendable {
  /// One name and value.
  public struct Item: Hashable, Sendable {
    /// May be empty: `=v`.
    public var name: String
    /// `nil` sends the bare name (`?a`), empty sends `a=`.
    public var value: String?
    /// A disabled item stays in the configuration but is not sent.
    public var isEnabled: Bool
    /// `.encoded`: the server decodes exactly this name and value. `.asTyped`: the text is already encoded.
    package var encoding: RequestConfig.Encoding

    /// An item; by default enabled and encoded when sent.
    public init(_ name: String, _ value: String?, isEnabled: Bool = true, encoding: RequestConfig.Encoding = .encoded) {
      self.name = name
      self.value = value
      self.isEnabled = isEnabled
      self.encoding = encoding
    }

    /// The item as it appears in a URL.
    var text: String {
      value.map { encoded(name) + "=" + encoded($0) } ?? encoded(name)
    }

    private func encoded(_ text: String) -> String {
      switch encoding {
      case .encoded: PercentEncoding.component(text)
      case .asTyped, .verbatim:
        // A raw `#` would end the query, so it is the one printable character that cannot be sent as typed.
        PercentEncoding.query(text, encoding).split(separator: "#", omittingEmptySubsequences: false)
          .joined(separator: "%23")
      }
    }
  }

  /// The items in the order sent, including disabled ones.
  public var items: [Item]
  /// The errors of values that could not be encoded; building the request throws the first.
  var faults: [RequestError] = []

  /// A query with these items.
  public init(_ items: [Item] = []) {
    self.items = items
  }

  /// The first value of that name. Setting replaces every item of that name; `nil` removes them.
  public subscript(name: String) -> String? {
    get { items.first { $0.name == name && $0.isEnabled }?.value }
    set {
      guard let newValue else { return remove(name) }
      set(name, newValue)
    }
  }

  /// The value of that name, for a number, a truth value, a date, a list or a type of yours: `query["page"] = 2`.
  /// Setting replaces every item of that name, with one item for each element of a list; `nil` removes them. If the
  /// value cannot be encoded, building the request throws the error.
  @_disfavoredOverload
  public subscript<Value: Encodable>(name: String) -> Value? {
    @available(*, unavailable, message: "the values of a query are text: query[\"name\"] is a String?")
    get { nil }
    set {
      var rows = Query()
      if let newValue { rows.append(name, newValue) }
      faults += rows.faults
      guard let first = rows.items.first, first.name == name else {
        remove(name)
        items += rows.items
        return
      }
      set(name, first.value)
      items += rows.items.dropFirst()
    }
  }

  /// Appends an item, even if the name already exists.
  public mutating func append(_ name: String, _ value: String?, encoding: RequestConfig.Encoding = .encoded) {
    items.append(Item(name, value, encoding: encoding))
  }

  /// Replaces the first item of that name in place and removes the others; appends if there is none.
  package mutating func set(_ name: String, _ value: String?) {
    guard let first = items.firstIndex(where: { $0.name == name }) else { return append(name, value) }
    let later = items[(first + 1)...].filter { $0.name != name }
    items.replaceSubrange(first..., with: [Item(name, value)] + later)
  }

  /// Removes every item of that name.
  package mutating func remove(_ name: String) {
    items.removeAll { $0.name == name }
  }

  /// True without items; a disabled item counts.
  package var isEmpty: Bool { items.isEmpty }

  /// The enabled items as they appear in a URL; `nil` if there are none.
  func text() throws(RequestError) -> String? {
    if let fault = faults.first { throw fault }
    let enabled = items.filter(\.isEnabled)
    return enabled.isEmpty ? nil : enabled.map(\.text).joined(separator: "&")
  }

  /// The items of `lower` except those with one of these names, followed by these.
  func layered(over lower: Query, names: Set<String>? = nil) -> Query {
    let names = names ?? Set(items.map(\.name))
    var result = Query(lower.items.filter { !names.contains($0.name) } + items)
    result.faults = lower.faults + faults
    return result
  }
}

extension Query: ExpressibleByDictionaryLiteral {
  /// Items in the order written: `["page": "2"]`; `nil` sends the bare name.
  public init(dictionaryLiteral elements: (String, String?)...) {
    self.init(elements.map { Item($0.0, $0.1) })
  }
}

/// The fields of an `application/x-www-form-urlencoded` body, in order, with duplicates.
public struct Form: Hashable, Sendable {
  /// One name and value, both unencoded.
  package struct Field: Hashable, Sendable {
    /// Plain text; encoded when sent.
    package var name: String
    /// Plain text; encoded when sent.
    package var value: String

    /// A field of a form.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In the order sent.
  package var fields: [Field]

  /// A form without fields yet.
  public init() {
    self.init([])
  }

  /// A form with these fields.
  package init(_ fields: [Field]) {
    self.fields = fields
  }

  /// Appends a field, even if the name already exists.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }

  /// Encoded as in the WHATWG URL standard (section 5.2): letters, digits and `*-._` stay, a space is `+`.
  package var text: String {
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

extension Query {
  /// The conversion of values that are not plain text to items of a query or fields of a form, because servers differ.
  public struct Style: Hashable, Sendable {
    /// The spelling of an array.
    public enum Arrays: Hashable, Sendable {
      /// `a=1&a=2`
      case repeated
      /// `a[]=1&a[]=2`
      case brackets
      /// `a=1,2`
      case commas
      /// `a[0]=1&a[1]=2`
      case indexed
    }

    /// The spelling of a boolean.
    public enum Booleans: Hashable, Sendable {
      /// `true` and `false`
      case literal
      /// `1` and `0`
      case number
    }

    /// The spelling of arrays. Default `.repeated`.
    package var arrays: Arrays
    /// The spelling of booleans. Default `.literal`.
    package var booleans: Booleans

    /// By default `a=1&a=2` and `true`.
    public init(arrays: Arrays = .repeated, booleans: Booleans = .literal) {
      self.arrays = arrays
      self.booleans = booleans
    }

    /// The name-value pairs for a value: one for a plain value, none for `null`, `name[key]` for the members of an
    /// object.
    func rows(_ name: String, _ value: JSONValue) -> [(name: String, value: String)] {
      switch value {
      case .null: return []
      case .bool, .number, .string: return [(name, text(value))]
      case .object(let members): return members.flatMap { rows("\(name)[\($0.name)]", $0.value) }
      case .array(let items):
        switch arrays {
        case .repeated: return items.flatMap { rows(name, $0) }
        case .brackets: return items.flatMap { rows(name + "[]", $0) }
        case .indexed: return items.enumerated().flatMap { rows("\(name)[\($0.offset)]", $0.element) }
        case .commas: return items.isEmpty ? [] : [(name, items.map(text).joined(separator: ","))]
        }
      }
    }

    private func text(_ value: JSONValue) -> String {
      switch value {
      case .bool(let flag): booleans == .literal ? (flag ? "true" : "false") : (flag ? "1" : "0")
      case .string(let text): text
      case .null: ""
      default: value.text
      }
    }
  }
}

extension Query {
  /// Adds the items for `value` in that style.
  public mutating func append(_ name: String, _ value: JSONValue, style: Style = Style()) {
    for row in style.rows(name, value) { items.append(Item(row.name, row.value)) }
  }

  /// Adds the items for a value in a variable, in that style. If the value cannot be encoded, building the request
  /// throws the error.
  // Text has its own function, which keeps it as it is.
  @_disfavoredOverload
  public mutating func append(_ name: String, _ value: some Encodable, style: Style = Style()) {
    do throws(RequestError) {
      let json = try JSONValue(encoding: value, for: "the query item '\(name)'")
      append(name, json, style: style)
    } catch {
      faults.append(error)
    }
  }
}

extension Form {
  /// Adds the fields for `value` in that style.
  package mutating func append(_ name: String, _ value: JSONValue, style: Query.Style = Query.Style()) {
    for row in style.rows(name, value) { append(row.name, row.value) }
  }

  /// The members of a value as fields in that style.
  /// - Throws: `RequestError.body` if it cannot be encoded or is not an object.
  public init(encoding value: some Encodable, style: Query.Style = Query.Style()) throws(RequestError) {
    self.init()
    guard case .object(let members) = try JSONValue(encoding: value) else {
      throw .body("a form needs named values; \(type(of: value)) does not encode as an object")
    }
    for member in members { append(member.name, member.value, style: style) }
  }
}

extension RequestConfig {
  /// The encoding of a URL or a query item for sending.
  public enum Encoding: Hashable, Sendable {
    /// Sent unchanged, in the query even non-ASCII text, as UTF-8. Percent-encoded are only spaces and control
    /// characters, which would end the request line, and non-ASCII characters in the path, which libcurl encodes
    /// anyway.
    case verbatim
    /// Sent as typed. Only characters that are invalid on a request line are percent-encoded as UTF-8: spaces, control
    /// characters and non-ASCII characters. `[`, `|`, `{`, `%zz`, dot segments and existing escapes stay.
    case asTyped
    /// Made valid. In the text of a URL, every character that RFC 3986 forbids is encoded, and existing escapes stay; a
    /// query item's name and value are encoded so that the server decodes the original text.
    case encoded
  }
}

extension PercentEncoding {
  static func path(_ text: String, _ encoding: RequestConfig.Encoding) -> String {
    switch encoding {
    case .verbatim, .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: ASCIISet.path.contains)
    }
  }

  /// Also valid for a fragment: RFC 3986 allows the same characters.
  static func query(_ text: String, _ encoding: RequestConfig.Encoding) -> String {
    switch encoding {
    case .verbatim: line(text)
    case .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: ASCIISet.query.contains)
    }
  }

  /// Keeps every character that may appear in a URL, including escapes.
  static func templateLiteral(_ text: String) -> String {
    encode(text, keepsEscapes: true, keeping: ASCIISet.url.contains)
  }
}
