import Essentials
package import HTTPModel
package import SessionModel
package import Workspaces

/// The last answer to a request as the history has it, with its secrets masked. It is shown when the request is opened;
/// nothing is sent for it.
package struct KeptAnswer: Equatable, Sendable {
  package var exchange: Exchange
  package var assertions: [AssertionResult]
  /// The environment that it was sent under.
  package var environment: String?
  /// The results of its scripts; `nil` if none ran.
  package var scripts: ScriptResults?

  package init(
    exchange: Exchange, assertions: [AssertionResult], environment: String?, scripts: ScriptResults? = nil
  ) {
    self.exchange = exchange
    self.assertions = assertions
    self.environment = environment
    self.scripts = scripts
  }

  /// The time and environment of the answer in the pane, while that is one of the history.
  struct Origin: Equatable, Sendable {
    var date: Date
    var environment: String?
  }
}

extension AppState {
  /// Reads the last answer of a request that has none in this run, once.
  mutating func recallAnswer(of key: RequestKey) -> [Effect] {
    guard let session = sessions[key], case .empty = session.response.phase, !session.response.isRecalled,
      let filter = answers(of: session)
    else { return [] }
    sessions[key]?.response.isRecalled = true
    // The whole history is known, and has none.
    if history.isLoaded, history.next == nil, !history.entries.contains(where: filter.accepts) { return [] }
    return [.files(.recall(key, filter))]
  }

  /// The answers of the history to a request; `nil` for a request that the history cannot know.
  private func answers(of session: RequestSession) -> HistoryFilter? {
    guard session.fault == nil, !session.draft.kind.isShared, let name = sentName(of: session) else { return nil }
    var filter = HistoryFilter()
    filter.statuses = [1, 2, 3, 4, 5]
    filter.takesFailedCalls = true
    filter.draft = name.draft
    if name.draft == nil { (filter.requestID, filter.collection) = (name.request, name.collection) }
    return filter
  }
}

extension ResponsePane {
  /// Shows the results that the history has of the answer's tests.
  mutating func showResults(of kept: KeptAnswer, to draft: RequestDefinition, in variables: VariableTable? = nil) {
    guard !kept.assertions.isEmpty || kept.scripts != nil else { return }
    let judged = AnswerChecks(assertions: kept.assertions)
    (checks, scripts) = (judged, kept.scripts)
    tests = TestReport(judged.judging(kept.exchange), of: draft, in: variables, scripts: kept.scripts)
  }
}

extension ResponseReducer {
  /// Shows an answer of the history, unless a send has begun meanwhile.
  mutating func recall(_ kept: KeptAnswer) {
    guard case .empty = pane.phase else { return }
    for effect in pane.finish(with: kept.exchange, key: key, subject.variables) { context.run(.document(effect)) }
    pane.kept = KeptAnswer.Origin(date: kept.exchange.startedAt, environment: kept.environment)
    pane.showResults(of: kept, to: subject.draft, in: subject.variables)
    readOn()
    settle()
    showBestDerivedView()
  }

  /// Refuses to use a value that the history has masked; true if it did.
  mutating func refusesMasked(_ value: String) -> Bool {
    guard pane.kept != nil, value.contains(Redaction.standard.mask) else { return false }
    context.say("The history has this value masked: \(key: "send") sends the request again")
    return true
  }
}
