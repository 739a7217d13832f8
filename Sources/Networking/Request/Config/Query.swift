import Basics

/// The items of a query, in order, duplicates preserved. An item can be disabled without being removed.
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
    public var encoding: URLEncoding

    /// An item; by default enabled and encoded when sent.
    public init(_ name: String, _ value: String?, isEnabled: Bool = true, encoding: URLEncoding = .encoded) {
      self.name = name
      self.value = value
      self.isEnabled = isEnabled
      self.encoding = encoding
    }

    /// As it appears in a URL.
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

  /// In the order sent, including disabled items.
  public var items: [Item]

  /// A query of these items.
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

  /// Appends an item, even if the name already exists.
  public mutating func append(_ name: String, _ value: String?, encoding: URLEncoding = .encoded) {
    items.append(Item(name, value, encoding: encoding))
  }

  /// Replaces the first item of that name in place and removes the others; appends if there is none.
  public mutating func set(_ name: String, _ value: String?) {
    guard let first = items.firstIndex(where: { $0.name == name }) else { return append(name, value) }
    let later = items[(first + 1)...].filter { $0.name != name }
    items.replaceSubrange(first..., with: [Item(name, value)] + later)
  }

  /// Removes every item of that name.
  public mutating func remove(_ name: String) {
    items.removeAll { $0.name == name }
  }

  /// Whether there are no items, not even disabled ones.
  public var isEmpty: Bool { items.isEmpty }

  /// The enabled items as they appear in a URL; `nil` if there are none.
  var text: String? {
    let enabled = items.filter(\.isEnabled)
    return enabled.isEmpty ? nil : enabled.map(\.text).joined(separator: "&")
  }
}

extension Query: ExpressibleByDictionaryLiteral {
  /// Items in the order written: `["page": "2"]`; `nil` sends the bare name.
  public init(dictionaryLiteral elements: (String, String?)...) {
    self.init(elements.map { Item($0.0, $0.1) })
  }
}
