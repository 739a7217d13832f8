import Basics
package import Networking

extension Assertion {
  private static let signs = ["==": "eq", "!=": "neq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"]

  /// An assertion in one text: a path into the answer, an operator and a value, such as `res.status eq 200`,
  /// `res.body.state != "busy"` or `res.body.items isNotEmpty`. `nil` if it has no operator or is about something else.
  package init?(words text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    // A path may have blanks in quotes; an operator stands between blanks.
    for place in words.indices.dropFirst() {
      let word = String(words[place])
      guard let check = CheckOperator(rawValue: Self.signs[word] ?? word) else { continue }
      let path = words[..<place].joined(separator: " ").trimmed
      let value = words[(place + 1)...].joined(separator: " ").trimmed
      guard CheckExpression(path) != nil else { continue }
      guard value.isEmpty != check.takesOperand else { return nil }
      self.init(path, check.rawValue, value)
      return
    }
    return nil
  }
}

extension SendContext {
  /// Judges an answer by one assertion that the request does not have itself.
  package func verdict(of assertion: Assertion, _ definition: RequestDefinition, on exchange: Exchange)
    -> AssertionResult
  {
    var reader = AnswerReader(exchange)
    let table = table(for: definition)
    return reader.results(of: [assertion]) { table.resolved($0).text }.first
      ?? AssertionResult(expression: assertion.expression, passed: false)
  }
}
