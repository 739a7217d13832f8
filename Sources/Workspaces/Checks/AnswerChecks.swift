import Documents
package import HTTPModel

/// The verdicts on one answer: the result of every assertion, and the variables that it sets for later requests.
package struct AnswerChecks: Hashable, Sendable {
  /// In the order of the request; disabled assertions are not judged.
  package var assertions: [AssertionResult]
  /// To be added to `RuntimeVariables`.
  package var captured: [VariableInputs.Pair]
  /// Captures of the request that found nothing: their variables have no value from now on. Captures of a folder are
  /// not included, since not every answer has their values.
  package var missed: [Capture]

  package init(
    assertions: [AssertionResult] = [], captured: [VariableInputs.Pair] = [], missed: [Capture] = []
  ) {
    self.assertions = assertions
    self.captured = captured
    self.missed = missed
  }

  /// True if the variables of later requests change.
  package var changesVariables: Bool { !captured.isEmpty || !missed.isEmpty }

  /// A result for each capture that found nothing, as a report shows it.
  package var misses: [AssertionResult] {
    missed.map { capture in
      var result = AssertionResult(
        expression: "\(capture.expression) sets \(capture.variable)", passed: false, actual: "no value found")
      result.explains = true
      return result
    }
  }
}

extension SendContext {
  /// Judges `exchange` by the assertions of its request and evaluates its captures.
  ///
  /// Screen and command line both use this function. It blocks while the body is read, if an expression refers to it.
  /// Without an answer every assertion fails and nothing is captured.
  ///
  /// - Parameter files: the files that assertions may read; `nil` for those of the collection.
  package func checks(
    of definition: RequestDefinition, on exchange: Exchange, files: CheckFiles? = nil
  ) -> AnswerChecks {
    let asksNothing = definition.assertions.isEmpty && definition.captures.isEmpty
    if asksNothing, layers.allSatisfy({ $0.settings.captures.isEmpty }) { return AnswerChecks() }
    let captures = layers.flatMap(\.settings.captures) + definition.captures
    var reader = AnswerReader(exchange)
    let table = table(for: definition)
    let captured = exchange.isAnswered ? reader.captured(by: captures) : []
    var files = files ?? CheckFiles(in: self)
    files.captured = captured
    let results = reader.results(of: definition.assertions, files: files) { table.resolved($0) }
    guard exchange.isAnswered else { return AnswerChecks(assertions: results) }
    let set = Set(captured.map(\.name))
    let missed = definition.captures.filter { $0.isEnabled && !$0.variable.isEmpty && !set.contains($0.variable) }
    return AnswerChecks(assertions: results, captured: captured, missed: missed)
  }
}

/// The limit on the total cost of all tests of one answer, so that a file with many tests takes no longer than one
/// test.
struct CheckBudget: Hashable, Sendable {
  /// Steps of regular expressions.
  var patterns: Int
  /// Schemas that are applied to parts of values.
  var schemas: Int
  /// Values that the exceptions of comparisons visit.
  var paths: Int

  /// Allows a few seconds at most for an answer of `count` bytes.
  init(forBytes count: Int) {
    patterns = CheckPattern.mostSteps
    schemas = JSONSchema.steps(forBytes: count)
    paths = JSONPath.steps(forBytes: count)
  }
}
