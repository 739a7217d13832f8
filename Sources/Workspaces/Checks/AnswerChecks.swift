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
  /// - Parameters:
  ///   - values: the values of expressions that are JavaScript.
  ///   - replaced: the exchange as assertions see it, if a script has changed the body since the captures.
  ///   - files: the files that assertions may read; `nil` for those of the collection.
  package func checks(
    of definition: RequestDefinition, on exchange: Exchange, _ values: ExpressionValues = ExpressionValues(),
    judging replaced: Exchange? = nil, files: CheckFiles? = nil
  ) -> AnswerChecks {
    let asksNothing = definition.assertions.isEmpty && definition.captures.isEmpty
    if asksNothing, layers.allSatisfy({ $0.settings.captures.isEmpty }) { return AnswerChecks() }
    let captures = layers.flatMap(\.settings.captures) + definition.captures
    var reader = AnswerReader(exchange, values)
    var checks = AnswerChecks()
    if exchange.isAnswered {
      checks.captured = reader.captured(by: captures)
      let set = Set(checks.captured.map(\.name))
      checks.missed = definition.captures.filter {
        $0.isEnabled && !$0.variable.isEmpty && !set.contains($0.variable)
      }
    }
    var files = files ?? CheckFiles(in: self)
    files.captured = checks.captured
    let table = after(checks).table(for: definition)
    if let replaced { reader = AnswerReader(replaced, values) }
    checks.assertions = reader.results(of: definition.assertions, files: files) { table.resolved($0) }
    return checks
  }

  /// The context in which assertions are judged: they come after the captures of the same answer.
  private func after(_ checks: AnswerChecks) -> SendContext {
    guard checks.changesVariables else { return self }
    var context = self
    var runtime = RuntimeVariables(of: variables)
    runtime.take(checks)
    context.setRuntime(runtime)
    return context
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
