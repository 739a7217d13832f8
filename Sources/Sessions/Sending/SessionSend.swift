import Networking
import Workspaces

/// A request that is ready to go, with what is needed when its answer is there.
package struct SessionSend: Sendable {
  package var prepared: PreparedRequest
  /// With the session's variables and the values of other answers.
  package var context: SendContext
  /// The name of the workspace, for the record.
  package var workspace: String?
  /// The collection's folder as seen from the workspace, where it is not the workspace itself.
  package var collection: String?
  package var requestID: String?
  /// The requests that were sent before it for their answers, in order.
  package var resent: [String]
  /// The tokens that logins have fetched by now: the one of this request goes out after it was prepared.
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

  /// Judges the answer and makes its record.
  /// - Parameter home: what of the user's may come back in it; asked for where the answer sets variables.
  ///
  /// Blocks as long as the body takes to read, where an assertion asks for it.
  func answer(_ exchange: Exchange, home: () -> KeptHome) -> SessionAnswer {
    let checks = context.checks(of: prepared.definition, on: exchange, home: home)
    var record = HistoryRecord(
      workspace: workspace, collection: collection, requestID: requestID, environment: context.environment?.name,
      exchange: exchange, assertions: checks.assertions)
    record.sent = context.fingerprints(of: prepared.outside)
    let redaction = prepared.redaction.adding(credentialsOf: exchange).adding(issued())
      .adding(secrets(capturedBy: checks))
    return SessionAnswer(record: record, checks: checks, scope: context.answerScope, redaction: redaction)
  }

  /// What was captured may be shown nowhere where its name says that it is secret, or is declared to be.
  private func secrets(capturedBy checks: AnswerChecks) -> Set<String> {
    if checks.captured.isEmpty { return [] }
    let declared = context.variables.declaredSecrets
    let secret = checks.captured.filter { declared.contains($0.name) || VariableTable.namesSecret($0.name) }
    return Set(secret.map(\.value))
  }
}

/// What is known once an answer is there.
package struct SessionAnswer: Sendable {
  /// To be appended to the history and shown.
  package var record: HistoryRecord
  package var checks: AnswerChecks
  /// Whose requests see what it has set.
  package var scope: AnswerScope
  /// For the record: with the secrets that the answer has set.
  package var redaction: Redaction
}
