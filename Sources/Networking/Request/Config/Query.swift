import Basics

/// The rows of a query, in order, duplicates kept. A row can be switched off without being lost.
public struct Query: Hashable, Sendable {
  /// One row.
  public struct Item: Hashable, Sendable {
    /// May be empty: `=v`.
    public var name: String
    /// `nil` sends the bare name (`?a`), empty sends `a=`.
    public var value: String?
    /// A disabled row stays in the configuration and is not sent.
    public var isEnabled: Bool
    /// `.encoded`: the server reads exactly this name and value. `.asTyped`: the text is encoded already.
    public var encoding: URLEncoding

    /// A row; by default enabled and to be encoded.
    public init(_ name: String, _ value: String?, isEnabled: Bool = true, encoding: URLEncoding = .encoded) {
      self.name = name
      self.value = value
      self.isEnabled = isEnabled
      self.encoding = encoding
    }

    /// As it stands in a URL.
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

  /// In the order in which they are sent, disabled ones included.
  public var items: [Item]

  /// A query of these rows.
  public init(_ items: [Item] = []) {
    self.items = items
  }

  /// The first value of that name. Setting replaces every row of that name; `nil` removes them.
  public subscript(name: String) -> String? {
    get { items.first { $0.name == name && $0.isEnabled }?.value }
    set {
      guard let newValue else { return remove(name) }
      set(name, newValue)
    }
  }

  /// Adds a row at the end, also where the name is there already.
  public mutating func append(_ name: String, _ value: String?, encoding: URLEncoding = .encoded) {
    items.append(Item(name, value, encoding: encoding))
  }

  /// Replaces the first row of that name in its place and removes the others; appends where there is none.
  public mutating func set(_ name: String, _ value: String?) {
    guard let first = items.firstIndex(where: { $0.name == name }) else { return append(name, value) }
    let later = items[(first + 1)...].filter { $0.name != name }
    items.replaceSubrange(first..., with: [Item(name, value)] + later)
  }

  /// Removes every row of that name.
  public mutating func remove(_ name: String) {
    items.removeAll { $0.name == name }
  }

  /// Whether there is no row, not even a disabled one.
  public var isEmpty: Bool { items.isEmpty }

  /// The rows that are switched on, as they stand in a URL; `nil` when there is none.
  var text: String? {
    let enabled = items.filter(\.isEnabled)
    return enabled.isEmpty ? nil : enabled.map(\.text).joined(separator: "&")
  }
}

extension Query: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String?)...) {
    self.init(elements.map { Item($0.0, $0.1) })
  }
}
