import Networking

/// A request that is ready to go, with what is needed when its answer is there.
public struct SessionSend: Sendable {
  public var prepared: PreparedRequest
  /// With the session's variables and the values of other answers.
  public var context: SendContext
  /// The name of the workspace, for the record.
  public var workspace: String?
  /// The collection's folder as seen from the workspace, where it is not the workspace itself.
  public var collection: String?
  public var requestID: String?
  /// The requests that were sent before it for their answers, in order.
  public var resent: [String]
  /// The tokens that logins have fetched by now: the one of this request goes out after it was prepared.
  private var issued: @Sendable () -> Set<String>

  public init(
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

  /// Judges the answer and makes its record. Blocks as long as the body takes to read, where an assertion asks for it.
  public func answer(_ exchange: Exchange) -> SessionAnswer {
    let (checks, redaction) = judged(exchange)
    return SessionAnswer(record: record(of: exchange, checks), checks: checks, redaction: redaction)
  }

  /// What `answer` finds out, for who keeps no record.
  public func judged(_ exchange: Exchange) -> (checks: AnswerChecks, redaction: Redaction) {
    let checks = context.checks(of: prepared.definition, on: exchange)
    let redaction = prepared.redaction.adding(credentialsOf: exchange).adding(issued())
    if checks.captured.isEmpty { return (checks, redaction) }
    // What was captured may be shown nowhere where its name says that it is secret, or is declared to be.
    let declared = context.variables.declaredSecrets
    let secret = checks.captured.filter { declared.contains($0.name) || VariableTable.namesSecret($0.name) }
    return (checks, redaction.adding(Set(secret.map(\.value))))
  }

  /// For the history.
  public func record(of exchange: Exchange, _ checks: AnswerChecks) -> HistoryRecord {
    HistoryRecord(
      workspace: workspace, collection: collection, requestID: requestID, environment: context.environment?.name,
      exchange: exchange, assertions: checks.assertions)
  }
}

/// What is known once an answer is there.
public struct SessionAnswer: Sendable {
  /// To be appended to the history and shown.
  public var record: HistoryRecord
  public var checks: AnswerChecks
  /// For the record: with the secrets that the answer has set.
  public var redaction: Redaction
}
