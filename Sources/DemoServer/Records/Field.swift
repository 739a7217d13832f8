import Basics

/// One field of a resource: its name, its permitted values, and whether it is required.
struct Field: Sendable {
  enum Kind: Sendable {
    case text(ClosedRange<Int>)
    case email
    case choice([String])
    case flag
    case integer(ClosedRange<Int>)
    /// The id of a record of that resource.
    case reference(String)
    /// The lines of an order: `sku`, `quantity`, `price`.
    case lines
  }

  let name: String
  let kind: Kind
  let isRequired: Bool
  /// The value a new record gets by default.
  let fallback: JSONValue?

  init(_ name: String, _ kind: Kind, isRequired: Bool = false, fallback: JSONValue? = nil) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.fallback = fallback
  }

  /// Why a value is invalid, for people; `nil` if it is valid.
  func fault(in value: JSONValue) -> String? {
    switch kind {
    case .text(let lengths):
      guard let text = value.string else { return "must be a text" }
      return lengths.contains(text.count)
        ? nil : "must have \(lengths.lowerBound) to \(lengths.upperBound) characters, has \(text.count)"
    case .email:
      guard let text = value.string else { return "must be a text" }
      let halves = text.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress = halves.count == 2 && !halves[0].isEmpty && halves[1].contains(".") && !text.contains(" ")
      return isAddress ? nil : "must be an address like ada@example.com"
    case .choice(let words):
      return words.contains(value.string ?? "") ? nil : "must be one of \(words.joined(separator: ", "))"
    case .flag:
      if case .bool = value { return nil }
      return "must be true or false"
    case .integer(let range):
      guard let number = value.integer, range.contains(number) else {
        return "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      }
      return nil
    case .reference:
      return value.integer == nil ? "must be the id of a record" : nil
    case .lines: return Self.fault(inLines: value)
    }
  }

  private static func fault(inLines value: JSONValue) -> String? {
    guard let lines = value.array, !lines.isEmpty, lines.count <= 100 else {
      return "must be a list of 1 to 100 items"
    }
    for (index, line) in lines.enumerated() {
      guard let sku = line["sku"]?.string, !sku.isEmpty else { return "needs a text as sku in item \(index + 1)" }
      guard let quantity = line["quantity"]?.integer, (1...1000).contains(quantity) else {
        return "needs a quantity from 1 to 1000 in item \(index + 1)"
      }
      guard let price = line["price"]?.double, (0...1_000_000).contains(price) else {
        return "needs a price from 0 to 1000000 in item \(index + 1)"
      }
    }
    return nil
  }
}
