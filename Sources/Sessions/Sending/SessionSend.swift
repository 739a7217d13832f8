package import Networking
package import Workspaces

/// A resolved request, with everything needed to process its response.
package struct SessionSend: Sendable {
  package var prepared: PreparedRequest
  /// With the session's variables and the values of other responses.
  package var context: SendContext
  /// The name of the workspace, for the record.
  package var workspace: String?
  /// The collection's folder relative to the workspace, if it is not the workspace itself.
  package var collection: String?
  package var requestID: String?
  /// The path of its file, beside which its recorded answer is.
  package var requestFile: String?
  /// The requests sent before it for their responses, in order.
  package var resent: [String]
  /// The tokens that logins have fetched so far; this request's own token is fetched after the request is prepared.
  private var issued: @Sendable () -> Set<String>

  init(
    prepared: PreparedRequest, context: SendContext, workspace: String? = nil, collection: String? = nil,
    requestID: String? = nil, resent: [String] = [], issued: @escaping @Sendable () -> Set<String> = { [] }
  ) {
    self.prepared = prepared
    self.context = context
    self.workspace = workspace
    self.collection = collection
    self.requestID = requestID
    self.resent = resent
    self.issued = issued
  }

  /// Judges the response and makes its record.
  /// - Parameter home: the user's own values that the response may contain; called if the response sets variables.
  ///
  /// Blocks while reading the body if an assertion needs it.
  func answer(_ exchange: Exchange, home: () -> KeptHome) -> SessionAnswer {
    let files = CheckFiles(in: context, request: requestFile) { redaction(exchange, $0) }
    let checks = context.checks(of: prepared.definition, on: exchange, files: files, home: home)
    var record = HistoryRecord(
      workspace: workspace, collection: collection, requestID: requestID, environment: context.environment?.name,
      exchange: exchange, assertions: checks.assertions)
    record.sent = context.fingerprints(of: prepared.outside)
    return SessionAnswer(
      record: record, checks: checks, scope: context.answerScope, redaction: redaction(exchange, checks.captured))
  }

  /// What is masked of a response wherever it is kept: what was sent, and what it sets.
  private func redaction(_ exchange: Exchange, _ captured: [VariableInputs.Pair]) -> Redaction {
    prepared.redaction.adding(credentialsOf: exchange).adding(issued()).adding(secrets(in: captured))
  }

  /// A captured value is masked if its name suggests a secret or is declared as one.
  private func secrets(in captured: [VariableInputs.Pair]) -> Set<String> {
    if captured.isEmpty { return [] }
    let declared = context.variables.declaredSecrets
    let secret = captured.filter { declared.contains($0.name) || VariableTable.namesSecret($0.name) }
    return Set(secret.map(\.value))
  }
}

/// The result of a send once the response is judged.
package struct SessionAnswer: Sendable {
  /// The record to add to the history and to show.
  package var record: HistoryRecord
  package var checks: AnswerChecks
  /// The scope whose requests see the variables it has set.
  package var scope: AnswerScope
  /// For the record: includes the secrets that the response has set.
  package var redaction: Redaction
  /// What became of the answer if it was to be recorded for later comparisons.
  package var snapshot: SnapshotOutcome?
}
