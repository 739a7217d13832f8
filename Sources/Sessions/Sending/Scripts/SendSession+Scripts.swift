import Basics
import Networking
import Workspaces

/// The scripts of a send:
///
/// ```
/// allowed? ─► before ─► resolve ─► exchange ─► captures ─► after ─► assertions ─► tests
/// ```
///
/// A request without scripts passes through unchanged.
extension SendSession {
  /// The scripts that run with a plan; `nil` if it has none, or the session runs none.
  nonisolated func scripts(of plan: SendPlan) throws(SendFault) -> RequestScripts? {
    guard options.runsScripts, plan.runsScripts,
      let scripts = plan.context.scripts(of: plan.definition, in: file(of: plan))
    else { return nil }
    guard dependencies.scripts != nil else {
      throw .scripts(.unavailable(scripts.all.count, "this build cannot run scripts"))
    }
    try checkAllowed(scripts.all, plan)
    return scripts
  }

  /// Waits until scripts after the response can run, or returns why they cannot.
  nonisolated func fault(of scripts: RequestScripts) async -> SendFault? {
    // With scripts before the request, the engine itself reports its lack before anything is sent.
    guard scripts.before.isEmpty, let why = await dependencies.scripts?.fault() else { return nil }
    return .scripts(.unavailable(scripts.all.count, why))
  }

  /// The reason why the scripts of a plan cannot run now; `nil` if they can, or if it has none.
  package nonisolated func scriptRefusal(of plan: SendPlan) async -> ScriptRefusal? {
    do throws(SendFault) {
      guard let scripts = try scripts(of: plan), let why = await dependencies.scripts?.fault() else { return nil }
      return .unavailable(scripts.all.count, why)
    } catch {
      // The send itself reports everything else.
      guard case .scripts(let refusal) = error else { return nil }
      return refusal
    }
  }

  private nonisolated func file(of plan: SendPlan) -> String {
    guard let id = plan.requestID else { return "request" }
    let path = workspace?.path(ofRequest: id, in: plan.context.folder)
    return path.map { FilePaths.relative($0, to: plan.context.folder) } ?? "\(id).yml"
  }

  /// Runs the scripts before a request.
  /// - Returns: the plan with their changes.
  nonisolated func runBefore<Stop: Error>(
    _ plan: SendPlan, _ scripts: RequestScripts, _ chain: SendChain, _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> (plan: SendPlan, state: SendScripts) {
    let state = SendScripts(scripts, origins: originsBeforeScripts(of: plan))
    guard !scripts.before.isEmpty else { return (plan, state) }
    if let workspace {
      // Asked before anything runs; what the scripts change is checked when the request is built.
      try Halt<Stop>.refusing { () throws(SendFault) in
        do throws(SendRefusal) {
          try workspace.checkConsent(of: plan.definition, in: current(plan.context, plan), dynamic: dynamic)
        } catch {
          throw .refusal(error)
        }
      }
    }
    var turn = ScriptTurn(
      session: self, plan: plan, context: current(plan.context, plan), chain: chain, state: state)
    let job = turn.job(scripts.before)
    let (outcome, asks) = try await run(job, in: &turn, report)
    if !asks.modules.isEmpty {
      throw .refused(.scripts(.notAllowed(ScriptQuestion(collection: plan.context.folder, scripts: asks.modules))))
    }
    if !asks.missing.isEmpty {
      throw .refused(.refusal(SendRefusal(.settings, .notAllowed(asks.missing), "scripts")))
    }
    if outcome.error != nil, scripts.rules == .bruno { turn.state.results.failure = outcome.error }
    if outcome.skipsRequest || turn.state.results.failure != nil {
      throw .skipped(turn.state.results.masked(by: turn.redaction.adding(asks.secrets)))
    }
    if let changed = outcome.request {
      turn.plan.definition = RequestForm.changed(
        plan.definition, from: job.request, to: changed,
        inherited: RequestForm(plan.definition, in: turn.context).inherited)
    }
    return (turn.plan, turn.state)
  }

  /// Runs the scripts of one phase after the answer.
  nonisolated func runAfter<Stop: Error>(
    _ scripts: [PlacedScript], _ send: inout SessionSend, _ exchange: Exchange,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) {
    guard let state = send.scripts, !scripts.isEmpty, !Task.isCancelled else { return }
    // Under Bruno's rules, nothing runs without an answer.
    if !exchange.isAnswered, state.scripts.rules == .bruno { return }
    var plan = SendPlan(
      definition: send.prepared.definition, context: send.context, workspace: workspace, requestID: send.requestID,
      environment: send.context.environment?.name)
    plan.isConfirmed = send.isConfirmed
    send.context = current(send.context, plan, local: state.local)
    var turn = ScriptTurn(
      session: self, plan: plan, context: send.context, chain: SendChain(plan), state: state)
    turn.isAfter = true
    _ = try await run(turn.job(scripts, for: send, exchange), in: &turn, report)
    send.sentSecrets.add(turn.state.secrets)
    send.scripts = turn.state
    send.context = current(send.context, plan, local: turn.state.local)
  }

  /// Runs one job and keeps its changes.
  private nonisolated func run<Stop: Error>(
    _ job: ScriptJob, in turn: inout ScriptTurn, _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> (ScriptOutcome, ScriptAsks.Found) {
    guard let running = dependencies.scripts else { return (ScriptOutcome(), ScriptAsks.Found()) }
    let asks = ScriptAsks(turn)
    let (events, feed) = AsyncStream.makeStream(of: ScriptEvent.self)
    async let result = Self.result(of: job, running, asks, into: feed)
    var reported = ScriptOutcome()
    // Scripts that are ended from outside leave the names as they were.
    reported.names = job.names
    var redaction: Redaction?
    for await event in events {
      let mask = redaction ?? turn.redaction
      redaction = mask
      reported.add(event)
      try Halt.report(.script(event.masked(by: mask.adding(asks.found.secrets))), report)
    }
    let outcome: ScriptOutcome
    let place = job.scripts.first.map { ScriptPlace(phase: $0.phase, file: $0.file, line: $0.line) }
    switch await result {
    case .success(let done): outcome = done
    case .failure(.unavailable(let why)):
      guard turn.isAfter else { throw .refused(.scripts(.unavailable(turn.state.scripts.all.count, why))) }
      outcome = reported.ended(why, at: place)
    case .failure(.cancelled):
      guard turn.isAfter else { throw .refused(.cancelled) }
      outcome = reported.ended("cancelled", at: place)
    case .failure(.ended(let why, let last)): outcome = reported.ended(why, at: last ?? place)
    }
    turn.take(outcome, of: job, asks.found.answers)
    turn.state.secrets.formUnion(asks.found.secrets)
    let known = turn.state.results.missing
    turn.state.results.missing = known + asks.found.missing.filter { !known.contains($0) }
    if let error = outcome.error {
      let mask = redaction ?? turn.redaction
      try Halt.report(.script(.verdict(error.masked(by: mask.adding(asks.found.secrets)))), report)
    }
    return (outcome, asks.found)
  }

  private nonisolated static func result(
    of job: ScriptJob, _ running: ScriptRunning, _ asks: ScriptAsks,
    into feed: AsyncStream<ScriptEvent>.Continuation
  ) async -> Result<ScriptOutcome, ScriptFailure> {
    defer { feed.finish() }
    return await running.result(of: job, { feed.yield($0) }, { await asks.answer($0) })
  }
}

extension ScriptTurn {
  /// The secrets of everything that scripts can see.
  fileprivate var redaction: Redaction {
    context.redaction(in: context.table(for: plan.definition), dynamic: session.dynamic).adding(session.logins.issued)
  }

  fileprivate mutating func take(_ outcome: ScriptOutcome, of job: ScriptJob, _ answers: [ScriptReply]) {
    state.results.add(outcome)
    state.values.take(outcome.values, of: job.scripts.map(\.script))
    state.jobs.append(ScriptRecord(job: job, outcome: outcome, answers: answers))
    for change in outcome.changes where change.scope == .local { state.local.set(change) }
    session.keep(outcome, of: job, plan, in: scope)
  }
}
