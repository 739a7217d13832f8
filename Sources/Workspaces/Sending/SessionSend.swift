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

  public init(
    prepared: PreparedRequest, context: SendContext, workspace: String? = nil, collection: String? = nil,
    requestID: String? = nil,
    resent: [String] = []
  ) {
    self.prepared = prepared
    self.context = context
    self.workspace = workspace
    self.collection = collection
    self.requestID = requestID
    self.resent = resent
  }

  /// Judges the answer and makes its record. Blocks as long as the body takes to read, where an assertion asks for it.
  public func answer(_ exchange: Exchange) -> SessionAnswer {
    let (checks, redaction) = judged(exchange)
    return SessionAnswer(record: record(of: exchange, checks), checks: checks, redaction: redaction)
  }

  /// What `answer` finds out, for who keeps no record.
  public func judged(_ exchange: Exchange) -> (checks: AnswerChecks, redaction: Redaction) {
    let checks = context.checks(of: prepared.definition, on: exchange)
    if checks.captured.isEmpty { return (checks, prepared.redaction) }
    var redaction = prepared.redaction
    // What was captured may be shown nowhere where its name says that it is secret, or is declared to be.
    let declared = Set(context.variables.entries.filter(\.isSecret).map(\.name))
      .union(context.variables.unsetSecrets.keys)
    let secret = checks.captured.filter { declared.contains($0.name) || VariableTable.namesSecret($0.name) }
    redaction.secrets.formUnion(secret.map(\.value).filter { $0.utf8.count >= 3 })
    return (checks, redaction)
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
