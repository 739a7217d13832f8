import Workspaces

extension CheckOperator {
  /// What an operator with its value asks for, as in `below 2000`; where equality is asked for, the value alone.
  static func words(of text: String) -> String {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let known = parts.first.flatMap({ CheckOperator(written: String($0)) }) else { return text }
    return known.words(parts.count > 1 ? String(parts[1]) : "")
  }

  private func words(_ operand: String) -> String {
    switch self {
    case .eq: operand
    case .neq: "not \(operand)"
    case .gt: "above \(operand)"
    case .gte: "at least \(operand)"
    case .lt: "below \(operand)"
    case .lte: "at most \(operand)"
    case .in: "one of \(operand)"
    case .notIn: "none of \(operand)"
    case .contains: "contains \(operand)"
    case .notContains: "does not contain \(operand)"
    case .length: "length \(operand)"
    case .matches: "matches \(operand)"
    case .notMatches: "does not match \(operand)"
    case .startsWith: "starts with \(operand)"
    case .endsWith: "ends with \(operand)"
    case .between: "between \(operand)"
    case .isEmpty: "empty"
    case .isNotEmpty: "not empty"
    case .isNull: "null"
    case .isUndefined: "undefined"
    case .isDefined: "defined"
    case .isTruthy: "truthy"
    case .isFalsy: "falsy"
    case .isJson: "JSON"
    case .isNumber: "a number"
    case .isString: "a string"
    case .isBoolean: "true or false"
    case .isArray: "an array"
    case .matchesSchema: OwnOperator.matchesSchema.words(operand)
    case .sameAsRecorded: OwnOperator.sameAsRecorded.words(operand)
    }
  }
}
