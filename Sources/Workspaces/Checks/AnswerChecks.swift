package import Networking

/// The verdicts on one answer: the result of every assertion, and the variables that it sets for later requests.
package struct AnswerChecks: Hashable, Sendable {
  /// In the order of the request; disabled assertions are not judged.
  package var assertions: [AssertionResult]
  /// To be added to `RuntimeVariables`.
  package var captured: [VariableInputs.Pair]
  /// Captures that found nothing: their variables keep their values.
  package var missed: [Capture]

  package init(
    assertions: [AssertionResult] = [], captured: [VariableInputs.Pair] = [], missed: [Capture] = []
  ) {
    self.assertions = assertions
    self.captured = captured
    self.missed = missed
  }

  package var passed: Bool { assertions.allSatisfy(\.passed) }
}

extension SendContext {
  /// Judges `exchange` by the assertions of its request and evaluates its captures.
  ///
  /// Screen and command line both use this function. It blocks while the body is read, if an expression refers to it.
  /// Without an answer every assertion fails and nothing is captured.
  ///
  /// - Parameters:
  ///   - files: what assertions may read; `nil` for what belongs to the collection.
  ///   - home: the user's values to look for in captured values; evaluated only if something was captured.
  package func checks(
    of definition: RequestDefinition, on exchange: Exchange, files: CheckFiles? = nil,
    home: () -> KeptHome = { KeptHome() }
  ) -> AnswerChecks {
    let asksNothing = definition.assertions.isEmpty && definition.captures.isEmpty
    if asksNothing, layers.allSatisfy({ $0.settings.captures.isEmpty }) { return AnswerChecks() }
    let captures = layers.flatMap(\.settings.captures) + definition.captures
    var reader = AnswerReader(exchange)
    let table = table(for: definition)
    var captured = exchange.isAnswered ? reader.captured(by: captures) : []
    var files = files ?? CheckFiles(in: self)
    files.captured = captured
    let results = reader.results(of: definition.assertions, files: files) { table.resolved($0).text }
    guard exchange.isAnswered else { return AnswerChecks(assertions: results) }
    if !captured.isEmpty {
      let home = home()
      for index in captured.indices { captured[index].held = home.sources(in: captured[index].value) }
    }
    let set = Set(captured.map(\.name))
    let missed = captures.filter { $0.isEnabled && !$0.variable.isEmpty && !set.contains($0.variable) }
    return AnswerChecks(assertions: results, captured: captured, missed: missed)
  }
}
