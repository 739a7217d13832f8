import Networking
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the sends of one session have in common: the variables that answers have set, the last answer of each request,
/// the logins, and the requests that have to be sent again before another can be.
///
///     let send = try await session.prepare(definition, file: path, in: context)
///     …                                     send.prepared.request goes out through a client
///     let done = await session.finish(send, with: exchange)
///
/// One for the screen, one for each iteration of a run.
public actor SendSession {
  /// What the session does to the world.
  public struct Outside: Sendable {
    /// Sends to the end, whatever becomes of it: `client.exchange(for:)`.
    public var send: @Sendable (Request) async -> Exchange
    /// Keeps what was sent to have a value for another request.
    public var record: @Sendable (HistoryRecord, Redaction) async -> Void

    public init(
      send: @escaping @Sendable (Request) async -> Exchange,
      record: @escaping @Sendable (HistoryRecord, Redaction) async -> Void = { _, _ in }
    ) {
      self.send = send
      self.record = record
    }
  }

  struct AnswerKey: Hashable {
    var request: String
    var environment: String?
  }

  let workspace: Workspace
  let outside: Outside
  let dynamic: DynamicValues
  public nonisolated let logins: Logins
  private struct Known {
    var runtime: RuntimeVariables
    /// The last good answers, which the history has with their secrets masked.
    var answers: [AnswerKey: Exchange] = [:]
  }

  /// What every send looks at: many at a time need not wait for each other.
  private nonisolated let known: Mutex<Known>
  /// What the commands of secrets gave.
  private var commandValues: [SecretCommand: String] = [:]
  /// What commands of secrets say on their error output is not shown: the screen would be torn.
  let commandsAreSilent: Bool
  private static let largestAnswer = 4 << 20

  public init(
    _ workspace: Workspace, outside: Outside, runtime: RuntimeVariables = RuntimeVariables(),
    logins: Logins = Logins(), dynamic: DynamicValues = .live, commandsAreSilent: Bool = false
  ) {
    self.workspace = workspace
    self.outside = outside
    known = Mutex(Known(runtime: runtime))
    self.logins = logins
    self.dynamic = dynamic
    self.commandsAreSilent = commandsAreSilent
  }

  /// Set by captures; the owner may set and clear them too.
  public var runtime: RuntimeVariables { known.withLock { $0.runtime } }

  public func setRuntime(_ runtime: RuntimeVariables) { known.withLock { $0.runtime = runtime } }

  /// Makes the request ready to go: the session's variables, values of other answers, inheritance, authentication.
  ///
  /// Requests whose answers are asked for and missing, or too old, are sent first and recorded, each once.
  /// - Parameters:
  ///   - file: absolute path of the request's file; `nil` for one that was never saved.
  ///   - context: as `Workspace.context` made it.
  ///   - isConfirmed: whether the user agreed to more than reading where the environment is protected.
  /// - Throws: the first thing that keeps the request from being sent, with its field.
  public nonisolated func prepare(
    _ definition: RequestDefinition, file: String?, in context: SendContext, isConfirmed: Bool = false
  ) async throws(SendRefusal) -> SessionSend {
    let id = file.map(workspace.requestID)
    return try await prepare(definition, requestID: id, in: context, isConfirmed: isConfirmed)
  }

  /// The same by the path in the collection, `users/get-user`.
  public nonisolated func prepare(
    _ definition: RequestDefinition, requestID: String?, in context: SendContext, isConfirmed: Bool = false
  ) async throws(SendRefusal) -> SessionSend {
    let set = context.with(known.withLock { $0.runtime })
    // Only what others have a part in is prepared in turn: a secret's command runs once, and a missing answer.
    guard set.needsSession(for: definition) else { return try ready(definition, id: requestID, in: set, resent: []) }
    let chain = SendChain(requests: requestID.map { [$0] } ?? [], isConfirmed: isConfirmed)
    return try await prepare(definition, id: requestID, in: context, chain)
  }

  func prepare(
    _ definition: RequestDefinition, id: String?, in context: SendContext, _ chain: SendChain
  ) async throws(SendRefusal) -> SessionSend {
    var context = context.with(runtime)
    try workspace.checkConsent(of: definition, in: context, dynamic: dynamic)
    try addSecrets(for: definition, to: &context)
    let resent = try await addAnswers(for: definition, to: &context, chain)
    return try ready(definition, id: id, in: context, resent: resent)
  }

  private nonisolated func ready(
    _ definition: RequestDefinition, id: String?, in context: SendContext, resent: [String]
  ) throws(SendRefusal) -> SessionSend {
    let prepared = try PreparedRequest(definition, in: context, dynamic: dynamic, logins: logins)
    return SessionSend(
      prepared: prepared, context: context, workspace: workspace.name,
      collection: id == nil ? nil : HistoryName.collection(context.folder, workspace.path), requestID: id,
      resent: resent, issued: { [logins] in logins.issued })
  }

  /// Judges the answer, keeps what it sets, and makes the record for the history, which the caller appends.
  public func finish(_ send: SessionSend, with exchange: Exchange) -> SessionAnswer {
    let answer = send.answer(exchange)
    keep(answer, of: send)
    return answer
  }

  /// The same for an answer that was judged already.
  public func keep(_ answer: SessionAnswer, of send: SessionSend) {
    keep(answer.checks, of: answer.record.exchange, to: send)
  }

  /// The same without a record.
  public nonisolated func keep(_ checks: AnswerChecks, of exchange: Exchange, to send: SessionSend) {
    let isGood = exchange.response?.status.kind == .successful && (exchange.body?.count ?? 0) <= Self.largestAnswer
    known.withLock { known in
      known.runtime.set(checks.captured)
      guard isGood, let id = send.requestID else { return }
      known.answers[AnswerKey(request: id, environment: send.context.environment?.name)] = exchange
    }
  }

  func commandValue(_ command: SecretCommand) -> String? { commandValues[command] }

  func keep(_ value: String, of command: SecretCommand) { commandValues[command] = value }

  func lastAnswer(_ key: AnswerKey) -> Exchange? { known.withLock { $0.answers[key] } }
}

extension SendContext {
  /// With the session's variables over those that were given.
  fileprivate func with(_ runtime: RuntimeVariables) -> SendContext {
    guard !runtime.values.isEmpty else { return self }
    let given = variables.entries.filter { $0.origin == .runtime }.map { VariableInputs.Pair($0.name, $0.value) }
    var known = RuntimeVariables(given)
    known.set(runtime.values)
    var context = self
    context.setRuntime(known)
    return context
  }

  /// Whether a request needs more than what is known: a secret that a command gives, or the answer of another request.
  fileprivate func needsSession(for definition: RequestDefinition) -> Bool {
    guard !templates(of: definition).isEmpty else { return false }
    let needsCommand = missing(in: definition).contains {
      if case .secretWithoutValue = $0.variable.reason { true } else { false }
    }
    return needsCommand || !references(of: definition).isEmpty
  }
}

/// The requests on the way to one that is being prepared: who needs whom.
struct SendChain {
  var requests: [String]
  var isConfirmed: Bool
}
