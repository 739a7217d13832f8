package import Networking
import Synchronization
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
  /// Whose tokens are masked in the response; the request's own token is fetched after the request is prepared.
  var logins: Logins

  init(
    prepared: PreparedRequest, context: SendContext, workspace: String? = nil, collection: String? = nil,
    requestID: String? = nil, resent: [String] = [], logins: Logins
  ) {
    self.prepared = prepared
    self.context = context
    self.workspace = workspace
    self.collection = collection
    self.requestID = requestID
    self.resent = resent
    self.logins = logins
  }

  /// The secrets of what was said since, which may be others than those of the request.
  let spoken = SpokenSecrets()

  /// A message that is said later, prepared as those of the file are: with its consents and its secrets.
  func prepared(_ utterance: Utterance, in session: SendSession) throws(SendFault) -> PreparedMessage {
    var definition = prepared.definition
    let kind = utterance.form == .base64 ? "binary" : "text"
    definition.conversation.messages = [.init("message", kind: kind, utterance.text, isSelected: true)]
    do throws(SendRefusal) {
      let again = try PreparedRequest(
        definition, in: context.with(session.runtime(in: context.answerScope)), dynamic: session.dynamic,
        logins: logins, kinds: [definition.kind.word])
      spoken.add(again.redaction.secrets.subtracting(prepared.redaction.secrets))
      return again.messages[0]
    } catch {
      throw .refusal(error)
    }
  }

  /// Judges the response and makes its record.
  /// - Parameter home: the user's own values that the response may contain; called if the response sets variables.
  ///
  /// Blocks while reading the body if an assertion needs it.
  func answer(_ exchange: Exchange, home: () -> KeptHome) -> SessionAnswer {
    let files = CheckFiles(
      in: context, request: requestFile, home: { self.home }, masking: { redaction(exchange, $0) })
    let checks = context.checks(of: prepared.definition, on: exchange, files: files, home: home)
    let record = record(of: exchange, checks.assertions)
    return SessionAnswer(record: record, checks: checks, scope: context.answerScope, send: self)
  }

  func record(of exchange: Exchange, _ assertions: [AssertionResult] = []) -> HistoryRecord {
    var record = HistoryRecord(
      workspace: workspace, collection: collection, requestID: requestID, environment: context.environment?.name,
      exchange: exchange, assertions: assertions)
    record.sent = context.fingerprints(of: prepared.outside)
    return record
  }

  /// What is masked of it while it runs.
  func redaction(of exchange: Exchange) -> Redaction { redaction(exchange, []) }

  /// What is masked of a response wherever it is kept: what was sent, and what it sets.
  fileprivate func redaction(_ exchange: Exchange, _ captured: [VariableInputs.Pair]) -> Redaction {
    prepared.redaction.adding(credentialsOf: exchange).adding(logins.issued).adding(secrets(in: captured))
      .adding(spoken.values)
  }

  /// What of the user's was sent with it, or may have been sent before.
  fileprivate var home: KeptHome { context.keptHome(prepared.outside) }

  /// A captured value is masked if its name suggests a secret or is declared as one.
  private func secrets(in captured: [VariableInputs.Pair]) -> Set<String> {
    if captured.isEmpty { return [] }
    let declared = context.variables.declaredSecrets
    let secret = captured.filter { declared.contains($0.name) || VariableTable.namesSecret($0.name) }
    return Set(secret.map(\.value))
  }
}

/// Secrets that are met while a send is open.
// A class because all copies of a send share it.
final class SpokenSecrets: Sendable {
  private let known = Mutex<Set<String>>([])

  var values: Set<String> { known.withLock { $0 } }

  func add(_ more: Set<String>) { if !more.isEmpty { known.withLock { $0.formUnion(more) } } }
}

/// The result of a send once the response is judged.
package struct SessionAnswer: Sendable {
  /// Behind one reference, because an answer is copied often.
  @Indirect private var content: Fields

  private struct Fields: Sendable {
    var record: HistoryRecord
    var checks: AnswerChecks
    var scope: AnswerScope
    var snapshot: SnapshotOutcome?
    let send: SessionSend
  }

  fileprivate init(record: HistoryRecord, checks: AnswerChecks, scope: AnswerScope, send: SessionSend) {
    content = Fields(record: record, checks: checks, scope: scope, send: send)
  }

  /// The record to add to the history and to show.
  package var record: HistoryRecord { content.record }
  package var checks: AnswerChecks { content.checks }
  /// The scope whose requests see the variables it has set.
  package var scope: AnswerScope { content.scope }

  /// What became of the answer if it was to be recorded for later comparisons.
  package var snapshot: SnapshotOutcome? {
    get { content.snapshot }
    set { content.snapshot = newValue }
  }

  /// For the record: includes the secrets that the response has set. Made at each access, because most answers of a run
  /// are neither kept nor shown.
  package var redaction: Redaction { content.send.redaction(content.record.exchange, content.checks.captured) }

  /// For a file beside the request, which others get: includes what of the user's may have come back, too.
  package var sharedRedaction: Redaction { redaction.adding(content.send.home) }
}
