import Networking

/// What became of one answer: every assertion judged, and the variables that it sets for the requests that follow.
public struct AnswerChecks: Hashable, Sendable {
  /// In the order of the request; those that are switched off are not judged.
  public var assertions: [AssertionResult]
  /// To be put into `RuntimeVariables`.
  public var captured: [VariableInputs.Pair]
  /// Captures that found nothing: their variables keep the values they had.
  public var missed: [Capture]

  public init(
    assertions: [AssertionResult] = [], captured: [VariableInputs.Pair] = [], missed: [Capture] = []
  ) {
    self.assertions = assertions
    self.captured = captured
    self.missed = missed
  }

  public var passed: Bool { assertions.allSatisfy(\.passed) }
}

extension SendContext {
  /// Judges `exchange` by the assertions of the request that it came from, and takes what its captures ask for.
  ///
  /// The one way for the screen and the command line. Blocks as long as it takes to read the body, where an expression
  /// leads into it. Without an answer every assertion fails and nothing is captured.
  ///
  /// - Parameter home: what of the user's is looked for in the values that are captured; asked for where there are some.
  public func checks(
    of definition: RequestDefinition, on exchange: Exchange, home: () -> KeptHome = { KeptHome() }
  ) -> AnswerChecks {
    let asksNothing = definition.assertions.isEmpty && definition.captures.isEmpty
    if asksNothing, layers.allSatisfy({ $0.settings.captures.isEmpty }) { return AnswerChecks() }
    let captures = layers.flatMap(\.settings.captures) + definition.captures
    var reader = AnswerReader(exchange)
    let table = table(for: definition)
    let results = reader.results(of: definition.assertions) { table.resolved($0).text }
    guard exchange.isAnswered else { return AnswerChecks(assertions: results) }
    var captured = reader.captured(by: captures)
    if !captured.isEmpty {
      let home = home()
      for index in captured.indices { captured[index].held = home.sources(in: captured[index].value) }
    }
    let set = Set(captured.map(\.name))
    let missed = captures.filter { $0.isEnabled && !$0.variable.isEmpty && !set.contains($0.variable) }
    return AnswerChecks(assertions: results, captured: captured, missed: missed)
  }
}
