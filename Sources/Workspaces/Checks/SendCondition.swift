import Basics

/// Whether a request is sent in a run (`extensions.apus.if` of its file): a text with variables and answers, an operator
/// and a value, such as `{{role}} eq admin` or `{{users/login | status}} eq 200`; alone, a text that is not empty, `0`,
/// `false` or `null`.
package struct SendCondition: Hashable, Sendable {
  private let left: String
  private let check: CheckOperator
  private let right: String

  /// What stands in front of an operator that is missing its value, or the other way round, is no condition: `nil`.
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

  /// Whether it holds by the variables in the table. One without a value counts as undefined.
  /// - Throws: if it cannot be decided, or looks at something of the user's.
  package func holds(in table: VariableTable) throws(CheckFault) -> Bool {
    let (subject, operand) = (table.resolved(left), table.resolved(right))
    for text in [subject, operand] {
      if let source = text.segments.lazy.flatMap(\.outside).first {
        throw .users(source.name)
      }
    }
    let value = subject.unresolved.isEmpty ? CheckOperand.value(subject.text) : .undefined
    return try check.holds(value, operand.text)
  }

  /// Whether a text ends between double braces.
  private static func isCut(_ text: String) -> Bool {
    text.split(separator: "{{", omittingEmptySubsequences: false).count
      != text.split(separator: "}}", omittingEmptySubsequences: false).count
  }
}

/// A text of three parts: what is compared, an operator between blanks, and with what.
struct ComparisonWords {
  private static let signs = ["==": "eq", "!=": "neq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"]

  let left: String
  let check: CheckOperator
  let right: String

  /// `nil` without an operator.
  /// - Parameter isLeft: whether a text can stand in front of the operator, which is at the first place where one can.
  init?(_ text: String, isLeft: (String) -> Bool) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for place in words.indices.dropFirst() {
      let word = String(words[place])
      guard let check = CheckOperator(written: Self.signs[word] ?? word) else { continue }
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
