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
