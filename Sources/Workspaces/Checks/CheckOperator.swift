package import Basics

/// The comparison of an assertion; the names are the format's, in the order of their completion.
package enum CheckOperator: String, CaseIterable, Sendable {
  case eq, neq, gt, gte, lt, lte, contains, notContains, startsWith, endsWith, matches, notMatches, `in`, notIn, between
  case length
  case isDefined, isUndefined, isNull, isEmpty, isNotEmpty, isTruthy, isFalsy, isJson, isNumber, isString, isBoolean
  case isArray
  /// Apus's own operators, which are evaluated with a file.
  case matchesSchema, sameAsRecorded

  /// The operator as written; Apus's own may contain dashes.
  package init?(written word: String) {
    guard let known = CheckOperator(rawValue: OwnOperator(written: word)?.rawValue ?? word) else { return nil }
    self = known
  }

  /// The signs that stand for operators in conditions, and in the files of other programs.
  package static let signs = ["==": "eq", "!=": "neq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"]

  /// True if the assertion can have a value to compare with.
  package var takesOperand: Bool { !Self.kinds.contains(self) }
  /// True if it must have one.
  package var needsOperand: Bool { takesOperand && self != .sameAsRecorded }

  private static let kinds: Set<CheckOperator> = [
    .isEmpty, .isNotEmpty, .isNull, .isUndefined, .isDefined, .isTruthy, .isFalsy, .isJson, .isNumber, .isString,
    .isBoolean, .isArray,
  ]

  /// True if `value` satisfies the operator and its operand.
  /// - Throws: if that cannot be decided: the regular expression is invalid or takes too long.
  package func holds(_ value: CheckValue, _ operand: String) throws(CheckFault) -> Bool {
    var left = CheckPattern.mostSteps
    return try holds(value, operand, spending: &left)
  }

  /// Like `holds`, with a step limit for regular expressions that several tests share.
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
    case .length: value.count.map { DecimalNumber($0) } == CheckOperand.value(operand).number
    case .matches: try CheckPattern.matches(value, operand, spending: &left)
    case .notMatches: try !CheckPattern.matches(value, operand, spending: &left)
    case .startsWith: Self.texts(value, operand) { $0.hasPrefix($1) }
    case .endsWith: Self.texts(value, operand) { $0.hasSuffix($1) }
    case .between: Self.between(value, CheckOperand.list(operand))
    default: isOfKind(value)
    }
  }

  /// - Parameter text: the source text of `value`, if `value` is a whole body; operators on text then also apply to it.
  func holds(
    _ value: CheckValue, text: String?, _ operand: String, spending left: inout Int
  ) throws(CheckFault) -> Bool {
    let holds = try holds(value, operand, spending: &left)
    guard let text, value != .text(text) else { return holds }
    switch self {
    case .eq, .in, .contains, .matches, .startsWith, .endsWith:
      return holds ? true : try self.holds(.text(text), operand, spending: &left)
    case .neq, .notIn, .notContains, .notMatches:
      return holds ? try self.holds(.text(text), operand, spending: &left) : false
    default: return holds
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

  private static func compare(_ value: CheckValue, _ operand: String, _ isTrue: (DecimalNumber, DecimalNumber) -> Bool)
    -> Bool
  {
    guard let left = numeric(value), let right = numeric(CheckOperand.value(operand)) else { return false }
    return isTrue(left, right)
  }

  /// A number, or a text that contains one, as header values do.
  private static func numeric(_ value: CheckValue) -> DecimalNumber? {
    value.number ?? DecimalNumber(parsing: value.text)
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

/// The right side of an assertion, parsed as Bruno does: literals, numbers, texts with or without quotes.
enum CheckOperand {
  static func value(_ text: String) -> CheckValue {
    let text = text.trimmed
    switch text {
    case "true": return .value(.bool(true))
    case "false": return .value(.bool(false))
    case "null": return .value(.null)
    case "undefined": return .undefined
    default: break
    }
    if text.count >= 2, let quote = text.first, quote == text.last, "'\"`".contains(quote) {
      return .text(String(text.dropFirst().dropLast()))
    }
    return text.first != "+" && DecimalNumber(parsing: text) != nil ? .value(.number(text)) : .text(text)
  }

  /// `a, b` or `[a, b]`.
  static func list(_ text: String) -> [CheckValue] {
    var text = text.trimmed
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { value(String($0)) }
  }

  /// `^a` or `/^a/`.
  static func pattern(_ text: String) -> String {
    let text = text.trimmed
    return text.count > 1 && text.hasPrefix("/") && text.hasSuffix("/") ? String(text.dropFirst().dropLast()) : text
  }
}

/// A regular expression of an assertion, applied to a text of the answer. Neither is trusted: the time is bounded by
/// the length of the text and by a number of steps.
enum CheckPattern {
  /// The minimum budget, for short texts; an ordinary expression needs less than one step per character.
  private static let fewestSteps = 20_000_000
  private static let stepsPerByte = 32
  /// The maximum budget of all tests of an answer: a few seconds, however long its texts are.
  static let mostSteps = 400_000_000

  /// - Parameter left: the number of steps left for this answer.
  static func matches(_ value: CheckValue, _ operand: String, spending left: inout Int) throws(CheckFault) -> Bool {
    if value == .undefined { return false }
    var pattern = CheckOperand.pattern(operand)
    // ECMAScript puts flags after the slash; without slashes, this prefix takes their place.
    let ignoresCase = pattern.hasPrefix("(?i)")
    if ignoresCase { pattern = String(pattern.dropFirst(4)) }
    var regex: LinearRegex
    do throws(RegexFault) {
      regex = try LinearRegex(pattern, dialect: .script, ignoresCase: ignoresCase)
    } catch {
      throw .expression(error)
    }
    let text = value.text
    let most = min(fewestSteps + stepsPerByte * text.utf8.count, left)
    var steps = most
    defer { left -= most - max(0, steps) }
    guard let isMatch = regex.matchesPart(of: text, steps: &steps) else { throw .tooLong }
    return isMatch
  }
}

extension Assertion {
  /// The fault in its regular expression, as far as it is known before the variables are resolved.
  package var patternFault: String? {
    guard ["matches", "notMatches"].contains(self.operator), !value.contains("{{") else { return nil }
    var steps = CheckPattern.mostSteps
    do throws(CheckFault) {
      _ = try CheckPattern.matches(.text(""), value, spending: &steps)
      return nil
    } catch {
      return error.description
    }
  }
}

/// The reason why an assertion or a condition cannot be decided.
package enum CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The regular expression is invalid or not supported.
  case expression(RegexFault)
  case tooLong
  /// A condition uses a process variable or file of the user's. There is no consent to ask for, since the value is not
  /// sent, but whether the request is sent would reveal it.
  case users(String)
  case schema(SchemaFault)
  /// Any other reason.
  case words(String)

  package var description: String {
    switch self {
    case .expression(let fault): "the regular expression cannot be used: \(fault)"
    case .tooLong: "the expression takes too long on this text: use a simpler one"
    case .users(let name): "a condition cannot use your own values (\(name)); pass it with --var NAME=VALUE"
    case .schema(let fault): fault.description
    case .words(let text): text
    }
  }
}
