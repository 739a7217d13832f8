import Basics

/// The comparison of an assertion; the names are the format's.
package enum CheckOperator: String, CaseIterable, Sendable {
  case eq, neq, gt, gte, lt, lte, `in`, notIn, contains, notContains, length, matches, notMatches, startsWith, endsWith
  case between
  case isEmpty, isNotEmpty, isNull, isUndefined, isDefined, isTruthy, isFalsy, isJson, isNumber, isString, isBoolean
  case isArray
  /// Ours, which the format does not have: judged with a file.
  case matchesSchema, sameAsRecorded

  /// As it is written; ours may have dashes.
  package init?(written word: String) {
    guard let known = CheckOperator(rawValue: OwnOperator(written: word)?.rawValue ?? word) else { return nil }
    self = known
  }

  /// Whether the assertion can have a value to compare with.
  package var takesOperand: Bool { !Self.kinds.contains(self) }
  /// Whether it must have one.
  package var needsOperand: Bool { takesOperand && self != .sameAsRecorded }

  private static let kinds: Set<CheckOperator> = [
    .isEmpty, .isNotEmpty, .isNull, .isUndefined, .isDefined, .isTruthy, .isFalsy, .isJson, .isNumber, .isString,
    .isBoolean, .isArray,
  ]

  /// Whether `value` satisfies the operator and its operand.
  /// - Throws: if that cannot be decided: the regular expression is invalid or takes too long.
  package func holds(_ value: CheckValue, _ operand: String) throws(CheckFault) -> Bool {
    var left = CheckPattern.mostSteps
    return try holds(value, operand, spending: &left)
  }

  /// The same with the steps of regular expressions that several tests share.
  func holds(_ value: CheckValue, _ operand: String, spending left: inout Int) throws(CheckFault) -> Bool {
    switch self {
    case .eq: value.equals(CheckOperand.value(operand))
    case .neq: !value.equals(CheckOperand.value(operand))
    case .gt: Self.compare(value, operand, >)
    case .gte: Self.compare(value, operand, >=)
    case .lt: Self.compare(value, operand, <)
    case .lte: Self.compare(value, operand, <=)
    case .in: CheckOperand.list(operand).contains(where: value.equals)
    case .notIn: !CheckOperand.list(operand).contains(where: value.equals)
    case .contains: Self.contains(value, CheckOperand.value(operand))
    case .notContains: !Self.contains(value, CheckOperand.value(operand))
    case .length: value.count.map(Double.init) == CheckOperand.value(operand).number
    case .matches: try CheckPattern.matches(value, operand, spending: &left)
    case .notMatches: try !CheckPattern.matches(value, operand, spending: &left)
    case .startsWith: Self.texts(value, operand) { $0.hasPrefix($1) }
    case .endsWith: Self.texts(value, operand) { $0.hasSuffix($1) }
    case .between: Self.between(value, CheckOperand.list(operand))
    default: isOfKind(value)
    }
  }

  private func isOfKind(_ value: CheckValue) -> Bool {
    switch self {
    case .isEmpty: value.count == 0 || value == .value(.null)
    case .isNotEmpty: value.count.map { $0 > 0 } ?? false
    case .isNull: value == .value(.null)
    case .isUndefined: value == .undefined
    case .isDefined: value != .undefined
    case .isTruthy: value.isTruthy
    case .isFalsy: !value.isTruthy
    case .isNumber: value.number != nil
    case .isString: if case .value(.string) = value { true } else { false }
    case .isBoolean: if case .value(.bool) = value { true } else { false }
    case .isArray: if case .value(.array) = value { true } else { false }
    case .isJson:
      switch value {
      case .value(.object), .value(.array): true
      default: false
      }
    default: false
    }
  }

  private static func compare(_ value: CheckValue, _ operand: String, _ isTrue: (Double, Double) -> Bool) -> Bool {
    guard let left = numeric(value), let right = numeric(CheckOperand.value(operand)) else { return false }
    return isTrue(left, right)
  }

  /// Numbers, and texts that hold one, as header values do.
  private static func numeric(_ value: CheckValue) -> Double? {
    value.number ?? Double(value.text)
  }

  private static func contains(_ value: CheckValue, _ part: CheckValue) -> Bool {
    switch value {
    case .value(.string(let text)): text.contains(part.text)
    case .value(.array(let items)): items.contains { CheckValue.value($0).equals(part) }
    case .value(.object(let members)): members.contains { $0.name == part.text }
    default: false
    }
  }

  private static func texts(_ value: CheckValue, _ operand: String, _ isTrue: (String, String) -> Bool) -> Bool {
    guard case .value(.string(let text)) = value else { return false }
    return isTrue(text, CheckOperand.value(operand).text)
  }

  private static func between(_ value: CheckValue, _ limits: [CheckValue]) -> Bool {
    guard limits.count == 2, let number = numeric(value), let low = numeric(limits[0]), let high = numeric(limits[1])
    else { return false }
    return low <= number && number <= high
  }
}
