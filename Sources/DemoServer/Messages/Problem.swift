import Basics

/// Why a request fails, as a problem details document (RFC 9457).
struct Problem: Error, Sendable {
  struct Violation: Hashable, Sendable {
    let field: String
    let message: String
  }

  var status: Int
  var title: String
  var detail: String
  var violations: [Violation] = []
  var headers: [(name: String, value: String)] = []

  static func badRequest(_ detail: String) -> Problem { Problem(status: 400, title: "Bad request", detail: detail) }

  static func notFound(_ detail: String) -> Problem { Problem(status: 404, title: "Not found", detail: detail) }

  static func unauthorized(_ detail: String, challenge: String) -> Problem {
    Problem(status: 401, title: "Unauthorized", detail: detail, headers: [("WWW-Authenticate", challenge)])
  }

  static func invalid(_ violations: [Violation]) -> Problem {
    let fields = violations.count == 1 ? "One field is" : "\(violations.count) fields are"
    return Problem(
      status: 422, title: "Validation failed", detail: "\(fields) not as it should be; see errors.",
      violations: violations)
  }

  func document(instance: String) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", "about:blank"), .init("title", .string(title)), .init("status", .int(status)),
      .init("detail", .string(detail)), .init("instance", .string(instance)),
    ]
    if !violations.isEmpty {
      let errors: [JSONValue] = violations.map { ["field": .string($0.field), "message": .string($0.message)] }
      members.append(.init("errors", .array(errors)))
    }
    return .object(members)
  }
}
