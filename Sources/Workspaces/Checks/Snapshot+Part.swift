import Basics

extension Snapshot {
  /// The part that an expression of an assertion names; `res` is all of it.
  func part(_ expression: CheckExpression) -> CheckValue {
    let body = value["body"] ?? .null
    guard expression.root == .response else { return CheckExpression.follow(expression.steps, from: body) }
    guard let first = expression.steps.first else { return .value(value) }
    let rest = expression.steps.dropFirst()
    switch first {
    case .name("status"), .name("statusCode"): return CheckExpression.follow(rest, from: value["status"] ?? .null)
    case .name("body"), .name("data"): return CheckExpression.follow(rest, from: body)
    case .name("headers"):
      let folded = rest.map { step -> CheckExpression.Step in
        guard case .name(let name) = step else { return step }
        return .name(name.lowercased())
      }
      return CheckExpression.follow(folded, from: value["headers"] ?? .null)
    default: return .undefined
    }
  }
}
