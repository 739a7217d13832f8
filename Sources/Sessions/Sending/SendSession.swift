import Networking
import Synchronization
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the sends of one session have in common: the variables that answers have set, the last answer of each request,
/// the logins, and what commands gave for secrets.
///
///     await session.send(plan) { event in … }
///
/// One for the screen, one for a command, one for each iteration of a run.
package actor SendSession {
  /// What the session does to the world.
  package struct Outside: Sendable {
    /// Hold the conversations, each of its own kinds of request, unless a send brings drivers of its own. The first
    /// that fits is taken.
    package let drivers: [ConversationDriver]
    /// What they send, by the words of `RequestDefinition.Kind`.
    let kinds: Set<String>
    /// Keeps what was sent; `nil` where nothing is kept.
    package var record: (@Sendable (HistoryRecord, Redaction) async -> RecordOutcome)?

    package init(
      drivers: [ConversationDriver], record: (@Sendable (HistoryRecord, Redaction) async -> RecordOutcome)? = nil
    ) {
      self.drivers = drivers
      kinds = drivers.kinds
      self.record = record
    }
  }

  /// Whom the session deals with.
  package struct Manners: Sendable {
    /// Somebody answers questions: what is missing is asked for and not refused.
    package var asks = false
    /// What commands of secrets say on their error output is not shown: the screen would be torn.
    package var silencesCommands = false
    /// Whether answers are remembered for the sends that come after.
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
    /// The last good answers, which the history has with their secrets masked.
    var answers: [AnswerKey: Exchange] = [:]
    /// What of the user's went out, by collection.
    var home: [String: Set<KeptHome.Value>] = [:]
  }

  /// `nil` for a URL that no workspace is around.
  nonisolated let workspace: Workspace?
  nonisolated let outside: Outside
  nonisolated let dynamic: DynamicValues
  nonisolated let manners: Manners
  package nonisolated let logins: Logins
  /// What every send looks at: many at a time need not wait for each other.
  private nonisolated let known = Mutex(Known())
  /// What every scope begins with.
  private nonisolated let given: RuntimeVariables
  /// What the commands of secrets gave.
  private var commandValues: [SecretCommand: String] = [:]
  private static let largestAnswer = 4 << 20

  /// - Parameter runtime: variables that every request sees until an answer of its own scope sets them.
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

  /// Set by captures of the scope's own answers.
  package nonisolated func runtime(in scope: AnswerScope) -> RuntimeVariables {
    known.withLock { $0.runtime[scope] } ?? given
  }

  /// Keeps what an answer sets, and a good answer itself, for the sends that come after.
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

  /// What of the user's requests of the collection have sent, in this session or as far as the consents tell.
  /// - Parameter sent: what the request around which this is asked has sent.
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

  /// The values that the commands give, each run once a session. In turn, also for sends that go on side by side.
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
