import Basics
package import Networking

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
  /// Judges an answer by one assertion that the request does not have itself.
  package func verdict(of assertion: Assertion, _ definition: RequestDefinition, on exchange: Exchange)
    -> AssertionResult
  {
    var reader = AnswerReader(exchange)
    let table = table(for: definition)
    return reader.results(of: [assertion], files: CheckFiles(in: self)) { table.resolved($0).text }.first
      ?? AssertionResult(expression: assertion.expression, passed: false)
  }
}
