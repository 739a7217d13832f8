import Basics

/// A kind of record: its fields, and the fields computed from them.
struct Resource: Sendable {
  /// The name in the path: `users`.
  let name: String
  /// The name of one record: `user`.
  let singular: String
  let fields: [Field]
  /// Adds the computed fields.
  let completed: @Sendable (JSONValue) -> JSONValue

  static let users = Resource(
    name: "users", singular: "user",
    fields: [
      Field("name", .text(1...100), isRequired: true), Field("email", .email, isRequired: true),
      Field("role", .choice(["admin", "editor", "viewer"]), fallback: "viewer"),
      Field("active", .flag, fallback: true), Field("city", .text(0...100), fallback: ""),
    ],
    completed: { $0 })

  static let orders = Resource(
    name: "orders", singular: "order",
    fields: [
      Field("user_id", .reference("users"), isRequired: true),
      Field("status", .choice(["open", "paid", "shipped", "cancelled"]), fallback: "open"),
      Field("items", .lines, isRequired: true), Field("note", .text(0...500), fallback: ""),
    ],
    completed: { order in
      var order = order
      let cents = (order["items"]?.array ?? []).reduce(0) { sum, line in
        sum + Int(((line["price"]?.double ?? 0) * 100).rounded()) * (line["quantity"]?.integer ?? 0)
      }
      order["total"] = .number("\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)")
      return order
    })

  static let all = [users, orders]

  /// The fields of a new or replaced record, in the resource's order.
  func created(from input: JSONValue) throws(Problem) -> [JSONValue.Member] {
    try check(input, wholly: true)
    return fields.compactMap { field in
      (input[field.name] ?? field.fallback).map { JSONValue.Member(field.name, $0) }
    }
  }

  /// The fields that a partial update sets.
  func changes(from input: JSONValue) throws(Problem) -> [JSONValue.Member] {
    try check(input, wholly: false)
    return fields.compactMap { field in input[field.name].map { JSONValue.Member(field.name, $0) } }
  }

  private func check(_ input: JSONValue, wholly: Bool) throws(Problem) {
    guard case .object(let members) = input else { throw .badRequest("Send one \(singular) as a JSON object.") }
    var violations: [Problem.Violation] = []
    for field in fields {
      if let value = input[field.name] {
        if let fault = field.fault(in: value) { violations.append(.init(field: field.name, message: fault)) }
      } else if wholly, field.isRequired {
        violations.append(.init(field: field.name, message: "is required"))
      }
    }
    let known = Set(fields.map(\.name) + ["id", "created_at", "updated_at", "total"])
    for member in members where !known.contains(member.name) {
      violations.append(.init(field: member.name, message: "is not a field of a \(singular)"))
    }
    guard violations.isEmpty else { throw .invalid(violations) }
  }
}

/// One field of a resource: its name, its permitted values, and whether it is required.
struct Field: Sendable {
  enum Kind: Sendable {
    case text(ClosedRange<Int>)
    case email
    case choice([String])
    case flag
    /// The id of a record of that resource.
    case reference(String)
    /// The lines of an order: `sku`, `quantity`, `price`.
    case lines
  }

  let name: String
  let kind: Kind
  let isRequired: Bool
  /// The default value in a new record.
  let fallback: JSONValue?

  init(_ name: String, _ kind: Kind, isRequired: Bool = false, fallback: JSONValue? = nil) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.fallback = fallback
  }

  /// A readable reason why a value is invalid; `nil` if it is valid.
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
