import Basics
import Essentials
import HTTPTypes
package import Networking
import Synchronization
package import Workspaces

/// The state that the sends of one session share: variables set by responses, the last response of each request,
/// logins, and secrets from commands.
///
///     await session.send(plan) { event in … }
///
/// The screen has one session, a command has one, and each iteration of a run has one.
package actor SendSession {
  /// The session's external dependencies.
  package struct Dependencies: Sendable {
    /// The drivers, each for its own kinds of request; the first match is used. A send may bring its own instead.
    package let drivers: [ConversationDriver]
    /// The kinds of request they can send, as `RequestDefinition.Kind.word`.
    let kinds: Set<String>
    /// Records an exchange; `nil` if nothing is recorded.
    package var record: (@Sendable (HistoryRecord, Redaction) async -> RecordOutcome)?
    /// Saves the partial answer of an exchange with many messages; `nil` if nothing is recorded.
    package var journal: Journaling?
    /// Asks a gRPC server for its types; `nil` never asks.
    package var types: ConversationDriver?
    /// The cookie jars; `nil` sends only the request's own cookies.
    package var cookies: SessionCookies?
    /// Runs the scripts of requests; `nil` refuses requests that have some.
    package var scripts: ScriptRunning?
    /// True if answers are recorded for assertions that compare with one. Only the user can ask for that.
    package var recordsSnapshots = false

    package typealias Journaling =
      @Sendable (HistoryRecord, _ redaction: @escaping @Sendable () -> Redaction) -> ExchangeJournal

    package init(
      drivers: [ConversationDriver], cookies: SessionCookies? = nil,
      record: (@Sendable (HistoryRecord, Redaction) async -> RecordOutcome)? = nil
    ) {
      self.drivers = drivers
      kinds = drivers.kinds
      self.cookies = cookies
      self.record = record
    }
  }

  /// The options for interacting with the user.
  package struct Options: Sendable {
    /// True if the user can be asked for missing values and consent, instead of refusing the send.
    package var asks = false
    /// Indicates whether to discard the error output of secret commands, which would corrupt the screen.
    package var silencesCommands = false
    /// Indicates whether to keep responses for later sends.
    package var remembersAnswers = true
    /// False for `--no-scripts`: requests are sent without their scripts.
    package var runsScripts = true
    package var allowsScripts = false
    /// Overrides the setting `scripts.timeout`.
    package var scriptTimeout: Duration?
    /// The servers that scripts may send to because the user named them for this command.
    package var scriptOrigins: Set<String> = []
    /// False if the collection lasts for one command: an option of the command allows what is otherwise stored.
    package var keepsConsent = true
    /// The ids by which scripts know requests of another tool's file, by the ids here.
    package var requestIDs: [String: String] = [:]
    /// The session's place in a run.
    package var iteration = ScriptIteration()

    package init(asks: Bool = false, silencesCommands: Bool = false, remembersAnswers: Bool = true) {
      self.asks = asks
      self.silencesCommands = silencesCommands
      self.remembersAnswers = remembersAnswers
    }
  }

  struct AnswerKey: Hashable {
    var request: String
    var scope: AnswerScope
  }

  struct Known {
    /// The variables and names that scripts have left in one scope.
    struct Scripts {
      var variables = ScriptVariables()
      /// Undeclared names, as JSON.
      var names: JSONValue = .object([])
      /// The values of the user's that they have read.
      var read: ReadValues = [:]
    }

    var runtime: [AnswerScope: RuntimeVariables] = [:]
    var scripts: [AnswerScope: Scripts] = [:]
    var allowed: Set<AllowedScript> = []
    /// The scripts that the user has not allowed, by collection.
    var unallowed: [String: ScriptQuestion] = [:]
    /// The servers of the collection's own requests.
    var origins: [AnswerScope: Set<String>] = [:]
    /// The last successful responses with their secrets, which the history masks.
    var answers: [AnswerKey: Exchange] = [:]
  }

  /// `nil` for a URL outside any workspace.
  nonisolated let workspace: Workspace?
  nonisolated let dependencies: Dependencies
  nonisolated let dynamic: DynamicValues
  nonisolated let options: Options
  package nonisolated let logins: Logins
  /// State that every send reads; stored outside the actor so that parallel sends do not wait for each other.
  nonisolated let known = Mutex(Known())
  /// The requests that are being sent for their answers.
  nonisolated let sendingFirst = Monitor<Set<AnswerKey>>([])
  /// The variables that every scope starts with.
  nonisolated let initialRuntime: RuntimeVariables
  private var commandValues: [SecretCommand: String] = [:]
  private static let largestAnswer = 4 << 20

  /// - Parameter runtime: variables that every request sees until a response in its own scope sets them.
  package init(
    _ workspace: Workspace?, dependencies: Dependencies, runtime: RuntimeVariables = RuntimeVariables(),
    logins: Logins = Logins(client: Client()), dynamic: DynamicValues = .live, options: Options = Options()
  ) {
    self.workspace = workspace
    self.dependencies = dependencies
    initialRuntime = runtime
    self.logins = logins
    self.dynamic = dynamic
    self.options = options
  }

  /// The variables set by captures from this scope's responses.
  package nonisolated func runtime(in scope: AnswerScope) -> RuntimeVariables {
    known.withLock { $0.runtime[scope] } ?? initialRuntime
  }

  /// Remembers the variables that a response sets, and a successful response itself, for later sends.
  nonisolated func remember(_ answer: SessionAnswer, of send: SessionSend) {
    guard options.remembersAnswers else { return }
    let exchange = answer.record.exchange
    let isGood = exchange.response?.status.kind == .successful && (exchange.body?.count ?? 0) <= Self.largestAnswer
    known.withLock { known in
      let scope = send.context.answerScope
      if send.scripts == nil, answer.checks.changesVariables { known.take(answer.checks, in: scope, initialRuntime) }
      guard isGood, let id = send.requestID ?? send.draft.map({ HistoryName.draft($0).request }) else { return }
      known.answers[AnswerKey(request: id, scope: scope)] = exchange
    }
  }

  /// Remembers the variables that an answer sets, before the scripts after it run.
  nonisolated func remember(_ checks: AnswerChecks, in scope: AnswerScope) {
    guard options.remembersAnswers, checks.changesVariables else { return }
    known.withLock { $0.take(checks, in: scope, initialRuntime) }
  }

  /// Moves the last answers to a request to its new name, whatever its environment.
  nonisolated func move(answersTo old: String, to request: String, in collection: String) {
    known.withLock { known in
      for (key, exchange) in known.answers where key.request == old {
        known.answers[key] = nil
        let scope = AnswerScope(collection: collection, environment: key.scope.environment)
        known.answers[AnswerKey(request: request, scope: scope)] = exchange
      }
    }
  }

  nonisolated func lastAnswer(to request: String, in scope: AnswerScope) -> Exchange? {
    known.withLock { $0.answers[AnswerKey(request: request, scope: scope)] }
  }

  /// The values from commands. Each command runs once per session, one at a time even for parallel sends.
  func values(
    of commands: [(found: MissingVariable, command: SecretCommand)], in workspace: Workspace
  ) throws(SendRefusal) -> [(command: SecretCommand, value: String)] {
    var values: [(command: SecretCommand, value: String)] = []
    for (found, command) in commands {
      let value: String
      if let known = commandValues[command] {
        value = known
      } else {
        value = try workspace.value(of: command, for: found, silently: options.silencesCommands)
        commandValues[command] = value
      }
      values.append((command, value))
    }
    return values
  }
}

extension SendSession.Known {
  /// Takes the variables that an answer sets; a script that set one before no longer decides it.
  mutating func take(_ checks: AnswerChecks, in scope: AnswerScope, _ initial: RuntimeVariables) {
    runtime[scope, default: initial].take(checks)
    scripts[scope]?.variables.forgetRuntime(Set(checks.captured.map(\.name) + checks.missed.map(\.variable)))
  }
}

extension SendSession {
  /// Resolves a request completely: session variables, values of other responses, inheritance, authentication.
  ///
  /// Missing or outdated responses are fetched first by sending their requests, each once and recorded.
  nonisolated func resolved<Stop: Error>(
    _ plan: SendPlan, _ chain: SendChain, _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionSend {
    let scripts = try Halt<Stop>.refusing { () throws(SendFault) in try self.scripts(of: plan) }
    guard let scripts else {
      let send = try await built(plan, chain, report)
      try Halt<Stop>.refusing { () throws(SendFault) in try checkReceivers(of: send, from: plan) }
      return send
    }
    // The engine starts while the request is resolved.
    async let fault = fault(of: scripts)
    let (changed, state) = try await runBefore(plan, scripts, chain, report)
    var send = try await built(changed, chain, local: state.local, report)
    if let fault = await fault { throw .refused(fault) }
    try Halt<Stop>.refusing { () throws(SendFault) in try checkReceivers(of: send, from: plan, state) }
    send.scripts = state
    send.sentSecrets.add(state.secrets)
    send.isConfirmed = plan.isConfirmed
    return send
  }

  /// Resolves a request after its scripts.
  private nonisolated func built<Stop: Error>(
    _ plan: SendPlan, _ chain: SendChain, local: [ScriptChange] = [], _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionSend {
    let context = current(plan.context, plan, local: local)
    // Only secret commands and missing responses need a session.
    guard let workspace, context.needsSession(for: plan.definition) else {
      return try Halt<Stop>.refusing { () throws(SendFault) in
        try ready(plan, context, [], dynamic)
      }
    }
    return try await completed(plan, with: context, in: workspace, after: chain, report)
  }

  private nonisolated func completed<Stop: Error>(
    _ plan: SendPlan, with context: SendContext, in workspace: Workspace, after chain: SendChain,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionSend {
    var context = context
    do throws(SendRefusal) {
      try workspace.checkConsent(of: plan.definition, in: context, dynamic: dynamic)
      let commands = try workspace.secretCommands(for: plan.definition, in: context)
      if !commands.isEmpty {
        for (command, value) in try await values(of: commands, in: workspace) {
          context.setSecret(command.name, value, from: command)
        }
      }
    } catch {
      throw .refused(.refusal(error))
    }
    let resent = try await addAnswers(for: plan.definition, to: &context, in: workspace, after: chain, report)
    return try Halt<Stop>.refusing { () throws(SendFault) in try ready(plan, context, resent, dynamic) }
  }

  nonisolated func ready(
    _ plan: SendPlan, _ context: SendContext, _ resent: [String], _ dynamic: DynamicValues
  ) throws(SendFault) -> SessionSend {
    let id = plan.requestID
    var send = SessionSend(
      prepared: try plan.prepared(in: context, dynamic: dynamic, logins: logins, kinds: dependencies.kinds),
      context: context,
      workspace: workspace?.name,
      collection: id == nil ? nil : workspace.flatMap { HistoryName.collection(context.folder, $0.path) },
      requestID: id, resent: resent, logins: logins)
    send.draft = id == nil ? plan.draft : nil
    if let id, plan.definition.assertions.contains(where: { $0.ownOperator == .sameAsRecorded }) {
      send.requestFile = workspace?.path(ofRequest: id, in: context.folder)
    }
    return send
  }
}

extension SendContext {
  /// Returns whether a request needs more than the known values: a secret from a command, or another request's
  /// response.
  fileprivate func needsSession(for definition: RequestDefinition) -> Bool {
    guard !templates(of: definition).isEmpty else { return false }
    // If every declared secret has a value, no command is needed.
    let needsCommand =
      !variables.unsetSecrets.isEmpty
      && missing(in: definition).contains {
        if case .secretWithoutValue = $0.variable.reason { true } else { false }
      }
    return needsCommand || !references(of: definition).isEmpty
  }
}

extension Workspace {
  /// The value of a secret from its command, if the user has allowed it for this collection. Blocks until the command
  /// exits; it may ask the user for a password.
  func value(
    of command: SecretCommand, for found: MissingVariable, silently: Bool
  ) throws(SendRefusal) -> String {
    do throws(SecretCommandError) { return try consents.value(of: command, silently: silently) } catch {
      let reason = UnresolvedVariable.Reason.secretCommandFailed(error.description)
      throw SendRefusal(
        found.field, .unresolved([UnresolvedVariable(found.variable.name, reason)]), found.place)
    }
  }
}

extension SendSession {
  /// Judges a response. If the session records answers, saves it for later comparisons.
  nonisolated func judged(_ exchange: Exchange, of send: SessionSend) -> SessionAnswer {
    let answer = send.answer(exchange)
    guard dependencies.recordsSnapshots, let workspace, let file = send.requestFile else { return answer }
    guard let outcome = workspace.snapshot(of: answer, to: send, beside: file) else { return answer }
    // Judged again, against the answer just recorded.
    var again = send.answer(exchange)
    again.snapshot = outcome
    return again
  }
}

extension Workspace {
  /// - Returns: `nil` if the request does not compare its answer with a recorded one.
  fileprivate func snapshot(
    of answer: SessionAnswer, to send: SessionSend, beside file: String
  ) -> SnapshotOutcome? {
    let judged = zip(send.prepared.definition.assertions.filter(\.isEnabled), answer.checks.assertions)
    guard judged.contains(where: { $0.0.ownOperator == .sameAsRecorded }) else { return nil }
    let table = send.context.table(for: send.prepared.definition)
    if let fault = send.prepared.definition.snapshotFault(in: table) { return .refused(fault) }
    // An answer with failures is not a reference for others.
    let failed = judged.first { !$0.1.passed && $0.0.ownOperator != .sameAsRecorded }
    if let failed { return .refused("another test failed: \(failed.1.expression)") }
    let exchange = send.judged(answer.record.exchange)
    return recordSnapshot(of: exchange, forRequestAt: file, redaction: answer.sharedRedaction)
  }
}
