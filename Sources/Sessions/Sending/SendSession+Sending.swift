import Essentials
import Networking
import Workspaces

/// The sequence of a send, the same for the screen and the command line:
///
/// ```
/// resolve ─► ask ─► (send first what it needs) ─► exchange ─► judge ─► keep ─► record
/// ```
///
/// Scripts before the request run before it is resolved, those after it around the judging: `SendSession+Scripts.swift`.
/// Each step is reported as it happens. A request that is sent first for its response goes through the same steps.
extension SendSession {
  /// Sends a request and waits for its response.
  /// - Parameters:
  ///   - drivers: the drivers to use; `nil` uses the session's own.
  ///   - following: true if `report` receives conversation events.
  ///   - report: called for each step, in the sending task. Nothing is sent before it returns from `.resolved`; an error
  ///     that it throws ends the send.
  /// - Returns: the judged response; `nil` without one, after `report` has received the reason.
  @discardableResult
  package nonisolated func send<Stop: Error>(
    _ plan: SendPlan, through drivers: [ConversationDriver]? = nil, following: Bool = true,
    report: (SendEvent) throws(Stop) -> Void
  ) async throws(Stop) -> SessionAnswer? {
    try await send(plan, SendChain(plan), through: drivers, following: following, report)
  }

  /// - Parameter chain: the requests whose scripts send this one.
  @discardableResult
  nonisolated func send<Stop: Error>(
    _ plan: SendPlan, _ chain: SendChain, through drivers: [ConversationDriver]? = nil, following: Bool = false,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Stop) -> SessionAnswer? {
    do throws(Halt<Stop>) {
      let questions = options.asks ? prompts(of: plan) : []
      guard questions.isEmpty else { throw .asked(.prompts(questions)) }
      let send = try await resolved(plan, chain, report)
      // Cancelled while resolving: nothing has been sent.
      if Task.isCancelled { throw .refused(.cancelled) }
      try Halt.report(.resolved(send), report)
      return try await delivered(send, through: drivers ?? dependencies.drivers, following: following, report)
    } catch {
      try end(error, report)
      return nil
    }
  }

  /// Reports the end of a send that has no response.
  nonisolated func end<Stop: Error>(
    _ halt: Halt<Stop>, _ report: (SendEvent) throws(Stop) -> Void
  ) throws(Stop) {
    switch halt {
    case .stopped(let error): throw error
    case .refused where Task.isCancelled: try report(.refused(.cancelled))
    case .skipped(let results): try report(.skipped(results))
    case .refused(let fault): try report(event(for: fault))
    case .asked(let question): try report(.asking(question))
    case .failed(let error): try report(.failed(error))
    }
  }

  /// Turns missing consent into a question if the user can be asked.
  private nonisolated func event(for fault: SendFault) -> SendEvent {
    if options.asks, case .scripts(.notAllowed(let question)) = fault { return .asking(.scripts(question)) }
    guard options.asks, case .refusal(let refusal) = fault, case .notAllowed(let uses) = refusal.problem else {
      return .refused(fault)
    }
    return .asking(.consent(uses))
  }

  /// Judges an answer, between the scripts after it and those that test it.
  private nonisolated func judged<Stop: Error>(
    _ exchange: Exchange, of send: SessionSend, _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionAnswer {
    guard let scripts = send.scripts?.scripts else { return judged(exchange, of: send) }
    var send = send
    var captures = send.prepared.definition
    captures.assertions = []
    if exchange.isAnswered { try await runAfter(scripts.captures, &send, exchange, report) }
    let values = send.scripts?.values ?? ExpressionValues()
    remember(send.context.checks(of: captures, on: exchange, values), in: send.context.answerScope)
    try await runAfter(scripts.after, &send, exchange, report)
    if exchange.isAnswered { try await runAfter(scripts.assertions, &send, exchange, report) }
    var answer = judged(exchange, of: send)
    try await runAfter(scripts.tests, &send, exchange, report)
    // A run without a history shows its results only; the digest of each body is not needed there.
    answer.finish(send.scripts, isRecorded: dependencies.record != nil || !options.iteration.isRun)
    return answer
  }

  /// exchange ─► judge ─► keep ─► record
  @discardableResult
  nonisolated func delivered<Stop: Error>(
    _ send: SessionSend, through drivers: [ConversationDriver], following: Bool,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionAnswer {
    var prepared = try withCookies(send, report)
    prepared.isReadByScripts = send.scripts.map { !$0.scripts.afterResponse.isEmpty } ?? false
    let driver = try Halt<Stop>.refusing { () throws(SendFault) in try drivers.driver(for: prepared) }
    let journal = RunningJournal(send, in: self)
    let exchange = try await exchange(prepared, through: driver, following: following) { event throws(Stop) in
      if case .conversation(let received) = event { journal?.receive(received) }
      try report(event)
    }
    try Halt.report(.finished(exchange), report)
    let answer = try await judged(exchange, of: send, report)
    remember(answer, of: send)
    try keepCookies(of: send, report)
    try Halt.report(.judged(answer), report)
    guard let record = dependencies.record, send.context.historyUse(for: send.prepared.definition) == .keep else {
      return answer
    }
    let outcome = await record(answer.record, answer.redaction)
    journal?.end(outcome)
    switch outcome {
    case .kept: try Halt.report(.kept(answer.record), report)
    case .notKept(let why): try Halt.report(.notKept(why), report)
    case .off: break
    }
    return answer
  }

  /// Adds the cookie jar of the request's collection and environment.
  private nonisolated func withCookies<Stop: Error>(
    _ send: SessionSend, _ report: (SendEvent) throws(Stop) -> Void
  ) throws(Halt<Stop>) -> PreparedRequest {
    let (prepared, trouble) = withCookies(send.prepared, in: send.context)
    if let trouble { try Halt.report(.cookiesNotKept(trouble.description), report) }
    return prepared
  }

  /// - Returns: the reason why stored cookies cannot be read, if so.
  nonisolated func withCookies(
    _ prepared: PreparedRequest, in context: SendContext
  ) -> (prepared: PreparedRequest, trouble: WorkspaceError?) {
    guard let cookies = dependencies.cookies, let workspace, workspace.keepsCookies(of: context.folder) else {
      return (prepared, nil)
    }
    var prepared = prepared
    let (jar, trouble) = cookies.jar(for: context.answerScope, context.cookieUse(for: prepared.definition))
    prepared.cookies = jar
    return (prepared, trouble)
  }

  private nonisolated func keepCookies<Stop: Error>(
    of send: SessionSend, _ report: (SendEvent) throws(Stop) -> Void
  ) throws(Halt<Stop>) {
    do throws(WorkspaceError) { try dependencies.cookies?.keep(send.context.answerScope) } catch {
      try Halt.report(.cookiesNotKept(error.description), report)
    }
  }

  private nonisolated func exchange<Stop: Error>(
    _ prepared: PreparedRequest, through driver: ConversationDriver, following: Bool,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> Exchange {
    guard following else {
      do throws(NetworkError) { return try await driver.exchange(prepared, nil) } catch { throw .failed(error) }
    }
    let (events, feed) = AsyncStream.makeStream(of: ConversationEvent.self)
    // Ends with this scope: an error of the listener, or cancelling this task, cancels it.
    async let carried = Self.carried(prepared, by: driver, into: feed)
    for await event in events { try Halt.report(.conversation(event), report) }
    // The stream of a cancelled task ends immediately; the exchange contains everything received so far.
    if Task.isCancelled { try Halt.report(.cancelling, report) }
    do throws(NetworkError) { return try await carried.get() } catch { throw .failed(error) }
  }

  private nonisolated static func carried(
    _ prepared: PreparedRequest, by driver: ConversationDriver, into feed: AsyncStream<ConversationEvent>.Continuation
  ) async -> Result<Exchange, NetworkError> {
    defer { feed.finish() }
    return await driver.result(of: prepared) { feed.yield($0) }
  }
}

/// Why a send ends before its response is recorded.
enum Halt<Stop: Error>: Error {
  case refused(SendFault)
  case asked(SendQuestion)
  /// The scripts before it decided that it is not sent.
  case skipped(ScriptResults)
  case failed(NetworkError)
  /// The listener threw an error.
  case stopped(Stop)

  static func report(_ event: SendEvent, _ report: (SendEvent) throws(Stop) -> Void) throws(Self) {
    do throws(Stop) { try report(event) } catch { throw .stopped(error) }
  }

  static func refusing<Value>(_ work: () throws(SendFault) -> Value) throws(Self) -> Value {
    do throws(SendFault) { return try work() } catch { throw .refused(error) }
  }
}

/// The chain of requests that led to the one being prepared, to detect cycles.
struct SendChain {
  var requests: [String]
  var isConfirmed: Bool
  /// See `SendPlan.agreedResends`.
  var agreed: Set<String>

  init(_ plan: SendPlan) {
    requests = plan.requestID.map { [$0] } ?? []
    isConfirmed = plan.isConfirmed
    agreed = plan.agreedResends
  }
}

/// Saves the partial answer of one send to disk, once it turns out to have many messages.
// A class because the closure that receives events changes it; only the sending task uses it.
final class RunningJournal {
  private let send: SessionSend
  private let make: SendSession.Dependencies.Journaling
  private var exchange = Exchange(startedAt: Date())
  private var journal: ExchangeJournal?
  /// The number of messages written.
  private var known = 0

  /// Fails if the send is not recorded.
  init?(_ send: SessionSend, in session: SendSession) {
    guard let make = session.dependencies.journal, send.context.historyUse(for: send.prepared.definition) == .keep
    else {
      return nil
    }
    self.send = send
    self.make = make
  }

  func receive(_ event: ConversationEvent) {
    switch event {
    case .started(let request): if journal == nil { exchange.hops.append(Hop(request: request)) }
    case .head(let head, let body):
      guard journal == nil, let last = exchange.hops.indices.last else { return }
      exchange.hops[last].response = head
      if head.messageFormat != nil { exchange.body = body }
    case .continued(let hop):
      guard journal == nil, let last = exchange.hops.indices.last else { return }
      exchange.hops[last] = hop
    case .messages(let messages):
      if journal == nil, exchange.conversation == nil { exchange.conversation = Conversation(state: .open) }
      let journal = begun()
      for number in known..<max(known, messages.count) {
        guard journal.hasRoom else { break }
        journal.add(messages[number])
      }
      known = messages.count
    case .streamed(let messages):
      begun().grow(to: messages, type: exchange.response?.headers["Content-Type"] ?? "")
    case .progress, .informational, .state, .message, .finished: break
    }
  }

  private func begun() -> ExchangeJournal {
    if let journal { return journal }
    let (send, exchange) = (send, exchange)
    let base = send.redaction(of: exchange)
    let made = make(send.record(of: exchange)) {
      let sentSecrets = send.sentSecrets.values
      return sentSecrets.isEmpty ? base : base.adding(sentSecrets)
    }
    journal = made
    return made
  }

  /// Ends the journal after the exchange, with the result of recording it.
  func end(_ outcome: RecordOutcome) {
    switch outcome {
    case .kept, .off: journal?.end()
    case .notKept: journal?.leave()
    }
  }
}
