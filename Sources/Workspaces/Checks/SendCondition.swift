import Basics
package import HTTPModel

/// The condition for sending a request in a run (`extensions.apus.if` of its file): a text with variables and answers,
/// an operator and a value, such as `{{role}} eq admin` or `{{users/login | status}} eq 200`. Without an operator, it
/// holds unless the text is empty, `0`, `false` or `null`.
package struct SendCondition: Hashable, Sendable {
  private let left: String
  private let check: CheckOperator
  private let right: String

  /// `nil` for an operator without its value, or a value without its text.
  package init?(words text: String) {
    guard !text.trimmed.isEmpty else { return nil }
    guard let parts = ComparisonWords(text, isLeft: { !Self.isCut($0) }) else {
      (left, check, right) = (text.trimmed, .isTruthy, "")
      return
    }
    guard parts.right.isEmpty != parts.check.takesOperand else { return nil }
    (left, check, right) = (parts.left, parts.check, parts.right)
  }

  /// The texts that may have variables.
  package var texts: [String] { [left, right] }

  /// True if it holds for the variables in the table. A variable without a value counts as undefined.
  /// - Throws: if it cannot be decided, or uses a value of the user's.
  package func holds(in table: VariableTable) throws(CheckFault) -> Bool {
    let (subject, operand) = (table.resolved(left), table.resolved(right))
    for text in [subject, operand] {
      if let source = text.segments.lazy.flatMap(\.outside).first(where: \.isValue) {
        throw .users(source.name)
      }
    }
    for missing in subject.unresolved + operand.unresolved {
      switch missing.reason {
      case .notUnderstood, .unknownDynamic: throw .words(missing.problem)
      default: break
      }
    }
    let value = subject.unresolved.isEmpty ? CheckOperand.value(subject.text) : .undefined
    return try check.holds(value, operand.text)
  }

  /// True if a text ends between double braces.
  private static func isCut(_ text: String) -> Bool {
    text.split(separator: "{{", omittingEmptySubsequences: false).count
      != text.split(separator: "}}", omittingEmptySubsequences: false).count
  }
}

/// A comparison in three parts: its left side, an operator between blanks, and its right side.
struct ComparisonWords {
  let left: String
  let check: CheckOperator
  let right: String

  /// `nil` without an operator.
  /// - Parameter isLeft: returns whether a text is a valid left side; the first operator after one is used.
  init?(_ text: String, isLeft: (String) -> Bool) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for place in words.indices.dropFirst() {
      let word = String(words[place])
      guard let check = CheckOperator(written: CheckOperator.signs[word] ?? word) else { continue }
      let left = words[..<place].joined(separator: " ").trimmed
      guard isLeft(left) else { continue }
      self.left = left
      self.check = check
      right = words[(place + 1)...].joined(separator: " ").trimmed
      return
    }
    return nil
  }
}

extension Assertion {
  /// An assertion in one text: a path into the answer, an operator and a value, such as `res.status eq 200`,
  /// `res.body.state != "busy"` or `res.body.items isNotEmpty`. `nil` if it has no operator or is about something else.
  package init?(words text: String) {
    // A path may have blanks in quotes.
    guard let parts = ComparisonWords(text, isLeft: { CheckExpression($0) != nil }),
      parts.right.isEmpty ? !parts.check.needsOperand : parts.check.takesOperand
    else { return nil }
    self.init(parts.left, parts.check.rawValue, parts.right)
  }
}

extension SendContext {
  /// Judges an answer by an assertion that is not part of the request.
  package func verdict(of assertion: Assertion, _ definition: RequestDefinition, on exchange: Exchange)
    -> AssertionResult
  {
    var reader = AnswerReader(exchange)
    let table = table(for: definition)
    return reader.results(of: [assertion], files: CheckFiles(in: self)) { table.resolved($0) }.first
      ?? AssertionResult(expression: assertion.expression, passed: false)
  }
}
