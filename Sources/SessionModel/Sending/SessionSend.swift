import Basics
import Essentials
package import HTTPModel
import HTTPTypes
import Synchronization
package import Workspaces

/// A resolved request, with everything needed to process its response.
package struct SessionSend: Sendable {
  @Indirect package var prepared: PreparedRequest
  /// The context with the session's variables and the values of other responses.
  @Indirect package var context: SendContext
  /// The name of the workspace, for the record.
  package var workspace: String?
  /// The collection's folder relative to the workspace, if it is not the workspace itself.
  package var collection: String?
  package var requestID: String?
  /// See `HistoryRecord.draft`.
  package var draft: String?
  /// The path of the request's file; its recorded answer is stored next to it.
  package var requestFile: String?
  /// The requests sent first for their responses, in order.
  package var resent: [String] = []
  /// The scripts of the request and what they did so far; `nil` if it has none.
  package var scripts: SendScripts?
  /// True if the user has confirmed a send that may change something in a protected environment.
  package var isConfirmed = false
  /// The logins whose tokens are masked in the response; the request's own token is fetched after the request is
  /// prepared.
  var logins: Logins

  package init(
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

  /// The secrets of messages sent since, which may differ from the request's own.
  package let sentSecrets = MessageSecrets()

  /// Prepares a later message like those of the file, with its consents and secrets.
  package func prepared(
    _ outgoingMessage: OutgoingMessage, _ runtime: RuntimeVariables, _ dynamic: DynamicValues
  ) throws(SendFault) -> PreparedMessage {
    var definition = prepared.definition
    let kind = outgoingMessage.form == .base64 ? "binary" : outgoingMessage.form == .json ? "json" : "text"
    definition.conversation.messages = [.init("message", kind: kind, outgoingMessage.text, isSelected: true)]
    do throws(SendRefusal) {
      let again = try PreparedRequest(
        definition, in: context.with(runtime), dynamic: dynamic,
        logins: logins, kinds: [definition.kind.word])
      sentSecrets.add(again.redaction.secrets.subtracting(prepared.redaction.secrets))
      return again.messages[0]
    } catch {
      throw .refusal(error)
    }
  }

  /// Judges the response and creates its record.
  ///
  /// Blocks while reading the body if an assertion needs it.
  package func answer(_ exchange: Exchange) -> SessionAnswer {
    let files = CheckFiles(
      in: context, request: requestFile, userTexts: { userTexts }, masking: { redaction(exchange, $0) })
    // Captures come before the scripts after the answer, and so before their body.
    let replaced = scripts?.results.responseBody.map { _ in judged(exchange) }
    let values = scripts?.values ?? ExpressionValues()
    let checks = context.checks(of: prepared.definition, on: exchange, values, judging: replaced, files: files)
    let record = record(of: exchange, checks.assertions)
    return SessionAnswer(
      record: record, checks: checks, scope: context.answerScope, send: self, scripts: scripts?.results)
  }

  /// The exchange as assertions see it: with the body that a script has set (`res.setBody`).
  package func judged(_ exchange: Exchange) -> Exchange {
    guard let body = scripts?.results.responseBody, exchange.response != nil else { return exchange }
    var judged = exchange
    // A document of its own, whose encoding is not that of the answer.
    judged.joined = ByteStore(Array(body.plainText.utf8))
    return judged
  }

  package func record(of exchange: Exchange, _ assertions: [AssertionResult] = []) -> HistoryRecord {
    var record = HistoryRecord(
      workspace: workspace, collection: collection, requestID: requestID, environment: context.environment?.name,
      exchange: exchange, assertions: assertions)
    record.draft = draft
    return record
  }

  package func redaction(of exchange: Exchange) -> Redaction { redaction(exchange, []) }

  /// The redaction of a recorded response: the values sent and the values it sets.
  fileprivate func redaction(_ exchange: Exchange, _ captured: [VariableInputs.Pair]) -> Redaction {
    sentRedaction.adding(credentialsOf: exchange).adding(secrets(in: captured)).adding(sentSecrets.values)
  }

  fileprivate var sentRedaction: Redaction { prepared.redaction.adding(logins.issued) }

  /// The user's own values that were sent with it, or may have been sent before.
  fileprivate var userTexts: Set<String> { context.userTexts(sent: prepared.outside) }

  /// A captured value is masked if its name suggests a secret or is declared as one.
  private func secrets(in captured: [VariableInputs.Pair]) -> Set<String> {
    if captured.isEmpty { return [] }
    let declared = context.variables.declaredSecrets
    let secret = captured.filter { declared.contains($0.name) || VariableTable.namesSecret($0.name) }
    return Set(secret.map(\.value))
  }
}

/// Secrets found while a send is open.
// A class because all copies of a send share it.
package final class MessageSecrets: Sendable {
  private let known = Mutex<Set<String>>([])

  package var values: Set<String> { known.withLock { $0 } }

  package func add(_ more: Set<String>) { if !more.isEmpty { known.withLock { $0.formUnion(more) } } }
}

/// The result of a send once the response is judged.
package struct SessionAnswer: Sendable {
  /// Stored by reference, because an answer is copied often.
  @Indirect private var content: Fields

  private struct Fields: Sendable {
    var record: HistoryRecord
    var checks: AnswerChecks
    var scope: AnswerScope
    var snapshot: SnapshotOutcome?
    let send: SessionSend
    var scripts: ScriptResults?
  }

  fileprivate init(
    record: HistoryRecord, checks: AnswerChecks, scope: AnswerScope, send: SessionSend, scripts: ScriptResults?
  ) {
    content = Fields(record: record, checks: checks, scope: scope, send: send, scripts: scripts)
  }

  /// The record to add to the history and to show.
  package var record: HistoryRecord { content.record }
  package var checks: AnswerChecks { content.checks }
  /// The results of the scripts, not masked yet; `nil` if the request has none.
  package var scripts: ScriptResults? { content.scripts }

  /// Adds the results of the scripts after the answer.
  /// - Parameter isRecorded: false if nobody reads the record.
  package mutating func finish(_ scripts: SendScripts?, isRecorded: Bool) {
    guard let scripts else { return }
    content.scripts = scripts.results
    if isRecorded { content.record.scripts = ScriptRecord.json(of: scripts.jobs) }
  }
  /// The scope whose requests see the variables it has set.
  package var scope: AnswerScope { content.scope }

  /// The result of recording the answer for later comparisons, if requested.
  package var snapshot: SnapshotOutcome? {
    get { content.snapshot }
    set { content.snapshot = newValue }
  }

  /// The redaction for the record, including secrets that the response set. Created on demand, because most answers of
  /// a run are neither kept nor shown.
  package var redaction: Redaction { content.send.redaction(content.record.exchange, content.checks.captured) }

  /// The redaction for what was sent, without secrets that only this response set.
  package var sentRedaction: Redaction { content.send.sentRedaction }

  /// The redaction for a shared file beside the request: also covers values of the user that the response may repeat.
  package var sharedRedaction: Redaction { redaction.adding(content.send.userTexts) }
}

/// The events of a send, in this order:
///
/// ```
/// sendingFirst*, resolved ─► conversation* ─► finished ─► judged ─► kept or notKept
///      └► asking or refused      └► cancelling  └► failed
///      └► skipped
/// ```
///
/// `conversation` may occur any number of times: it passes on the driver's events. `script` may occur before `resolved`
/// and between `finished` and `judged`.
package enum SendEvent: Sendable {
  /// Another request is sent for its response: its path in the collection. Its own `kept` or `notKept` follows.
  case sendingFirst(String, method: String)
  /// The exact bytes of the request are known; it is sent when the listener returns.
  case resolved(SessionSend)
  /// A script began, judged something or wrote a line to its console; masked.
  case script(ScriptEvent)
  /// The scripts before the request decided that it is not sent; masked.
  case skipped(ScriptResults)
  /// Only the user can decide how to continue; nothing is sent. Ask, then send again with the answer.
  case asking(SendQuestion)
  /// The request cannot be sent.
  case refused(SendFault)
  /// An event from the request's driver.
  case conversation(ConversationEvent)
  /// The send was cancelled in flight: `finished` follows with the partial exchange.
  case cancelling
  /// The driver has no exchange to judge, as after a broken download.
  case failed(NetworkError)
  /// The end of the exchange, even if it failed or was cancelled: see `Exchange.failure`.
  case finished(Exchange)
  /// The session knows the variables that the response sets: sends that start now see them.
  case judged(SessionAnswer)
  case kept(HistoryRecord)
  /// The history could not be written; contains the reason. This does not fail the send.
  case notKept(String)
  /// The cookies cannot be read or stored; contains the reason. The session's own cookies are sent.
  case cookiesNotKept(String)
}

/// A question that only the user can answer.
package enum SendQuestion: Sendable {
  /// The prompts (`{{?label}}`).
  case prompts([PromptQuestion])
  /// The user's own data that the request would use: allow it with `ConsentStore.allow`.
  case consent([UserValueUse])
  /// A request that was answered before, and may change something, would be sent again for its answer.
  case resend(ResendQuestion)
  /// Scripts that the user has not allowed yet: allow them with `ConsentStore.allow`.
  case scripts(ScriptQuestion)
}

/// A request to send again for its answer.
package struct ResendQuestion: Hashable, Sendable {
  package var requestID: String
  package var name: String
  package var method: String
  package var missing: MissingAnswer

  package init(requestID: String, name: String, method: String, missing: MissingAnswer) {
    self.requestID = requestID
    self.name = name
    self.method = method
    self.missing = missing
  }
}

/// Why nothing was sent.
package enum SendFault: Error, Sendable, CustomStringConvertible {
  /// The request itself is at fault; names the field.
  case refusal(SendRefusal)
  /// A change applied after resolving failed.
  case request(RequestError)
  /// A file of the request is invalid.
  case file(WorkspaceError)
  /// The scripts of the request cannot run.
  case scripts(ScriptRefusal)
  /// The send was cancelled before anything was sent.
  case cancelled

  package var description: String {
    switch self {
    case .refusal(let refusal): refusal.description
    case .request(let error): error.description
    case .file(let error): error.description
    case .scripts(let refusal): refusal.description
    case .cancelled: "Cancelled"
    }
  }

  /// The description without advice for the command line.
  package var headline: String {
    if case .refusal(let refusal) = self { refusal.headline } else { description }
  }
}

/// The result of recording an exchange.
package enum RecordOutcome: Sendable {
  case kept
  case notKept(String)
  /// Recording is off, and the user knows.
  case off
}

/// The start time of a send, by the calendar and by a monotonic clock.
package struct SendStart: Sendable {
  private let date = Date.now
  private let clock = ContinuousClock.now

  package init() {}

  /// The exchange of a send that was cancelled before it sent anything.
  package func cancelled(_ definition: RequestDefinition) -> Exchange {
    // A URL with variables is not a valid request yet.
    let request = try? Request.with(RequestConfig(url: definition.url))
    let failure = NetworkError(.cancelled, "Cancelled", request: request)
    return Exchange(startedAt: date, failure: failure, duration: clock.duration(to: .now))
  }
}

extension SendContext {
  /// The context with the session's variables overriding the given ones.
  package func with(_ runtime: RuntimeVariables) -> SendContext {
    guard !runtime.isEmpty else { return self }
    var known = RuntimeVariables(variables.pairs(.runtime))
    known.unset(runtime.unset.filter { known[$0] == nil }.union(variables.unset))
    known.set(runtime.values)
    var context = self
    context.setRuntime(known)
    return context
  }
}

extension AnswerFault {
  /// The size limit in bytes; larger answers are not checked.
  private static let largestBody = 64 << 20
  private static let mark = Array("\"errors\"".utf8)

  /// The `errors` of a GraphQL answer whose status is a success (GraphQL, section 7.1.2); `nil` if there are none, or
  /// the request accepts them.
  package init?(graphQL exchange: Exchange, of prepared: PreparedRequest) {
    guard let operation = prepared.operation, operation.kind != .subscription,
      prepared.definition.settings.allowsGraphQLErrors != true, exchange.failure == nil,
      let status = exchange.response?.status.code, (200..<300).contains(status),
      exchange.answerBody.map({ $0.count <= Self.largestBody }) == true, let text = exchange.textBytes
    else { return nil }
    let isPossible = text.withUnsafeBytes { ByteSearch.first(Self.mark, in: $0) != nil }
    // A text that is not JSON has no errors of GraphQL.
    guard isPossible, let errors = (try? JSONValue(parsing: text))?["errors"]?.array, let first = errors.first
    else { return nil }
    let count = errors.count > 1 ? "\(errors.count) errors, the first: " : ""
    self.init(name: Self.graphQLErrors, message: count + (first["message"]?.string ?? first.text))
  }
}
