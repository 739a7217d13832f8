import Basics
import HTTPTypes
package import Networking
import Synchronization
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state that the sends of one session share: variables set by responses, the last response of each request,
/// logins, and secrets from commands.
///
///     await session.send(plan) { event in … }
///
/// The screen has one session, a command has one, and each iteration of a run has one.
package actor SendSession {
  /// The session's connections to the outside world.
  package struct Outside: Sendable {
    /// The drivers, each for its own kinds of request; the first match is used. A send may bring its own instead.
    package let drivers: [ConversationDriver]
    /// The kinds of request they can send, as `RequestDefinition.Kind.word`.
    let kinds: Set<String>
    /// Records an exchange; `nil` if nothing is recorded.
    package var record: (@Sendable (HistoryRecord, Redaction) async -> RecordOutcome)?
    /// Keeps what has come of an exchange of many messages while it runs; `nil` if nothing is recorded.
    package var journal: Journaling?
    /// Asks a server of gRPC for its types; `nil` if none is asked.
    package var types: ConversationDriver?
    /// `nil` sends no cookies but those that a request has itself.
    package var cookies: SessionCookies?
    /// Whether answers are recorded for the assertions that compare with one. Only the user asks for that.
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

  /// How the session treats the user.
  package struct Manners: Sendable {
    /// Whether the user can be asked for missing values and consent, instead of refusing the send.
    package var asks = false
    /// Whether to discard the error output of secret commands, which would corrupt the screen.
    package var silencesCommands = false
    /// Whether to remember responses for later sends.
    package var remembersAnswers = true

    package init(asks: Bool = false, silencesCommands: Bool = false, remembersAnswers: Bool = true) {
      self.asks = asks
      self.silencesCommands = silencesCommands
      self.remembersAnswers = remembersAnswers
    }
  }

  private struct AnswerKey: Hashable {
    var request: String
    var scope: AnswerScope
  }

  private struct Known {
    var runtime: [AnswerScope: RuntimeVariables] = [:]
    /// The last successful responses with their secrets, which the history masks.
    var answers: [AnswerKey: Exchange] = [:]
    /// The user's own values that were sent, by collection.
    var home: [String: Set<KeptHome.Value>] = [:]
  }

  /// `nil` for a URL outside any workspace.
  nonisolated let workspace: Workspace?
  nonisolated let outside: Outside
  nonisolated let dynamic: DynamicValues
  nonisolated let manners: Manners
  package nonisolated let logins: Logins
  /// State that every send reads; outside the actor, so that parallel sends do not wait for each other.
  private nonisolated let known = Mutex(Known())
  /// The variables that every scope starts with.
  private nonisolated let given: RuntimeVariables
  /// Secrets from commands.
  private var commandValues: [SecretCommand: String] = [:]
  private static let largestAnswer = 4 << 20

  /// - Parameter runtime: variables that every request sees until a response in its own scope sets them.
  package init(
    _ workspace: Workspace?, outside: Outside, runtime: RuntimeVariables = RuntimeVariables(),
    logins: Logins = Logins(), dynamic: DynamicValues = .live, manners: Manners = Manners()
  ) {
    self.workspace = workspace
    self.outside = outside
    given = runtime
    self.logins = logins
    self.dynamic = dynamic
    self.manners = manners
  }

  /// The variables set by captures from this scope's responses.
  package nonisolated func runtime(in scope: AnswerScope) -> RuntimeVariables {
    known.withLock { $0.runtime[scope] } ?? given
  }

  /// Remembers the variables that a response sets, and a successful response itself, for later sends.
  nonisolated func remember(_ answer: SessionAnswer, of send: SessionSend) {
    guard manners.remembersAnswers else { return }
    let exchange = answer.record.exchange
    let isGood = exchange.response?.status.kind == .successful && (exchange.body?.count ?? 0) <= Self.largestAnswer
    known.withLock { known in
      let scope = send.context.answerScope
      if !answer.checks.captured.isEmpty { known.runtime[scope, default: given].set(answer.checks.captured) }
      guard isGood, let id = send.requestID else { return }
      known.answers[AnswerKey(request: id, scope: scope)] = exchange
    }
  }

  /// The user's own values that the collection's requests have sent, in this session or according to the consents.
  /// - Parameter sent: what the current request has sent.
  nonisolated func keptHome(in context: SendContext, sent: Set<OutsideSource> = []) -> KeptHome {
    let found = context.keptHome(sent).values
    return known.withLock { known in
      if !sent.isEmpty { known.home[context.folder, default: []].formUnion(found) }
      return KeptHome(found.union(known.home[context.folder] ?? []))
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
        value = try workspace.value(of: command, for: found, silently: manners.silencesCommands)
        commandValues[command] = value
      }
      values.append((command, value))
    }
    return values
  }
}
