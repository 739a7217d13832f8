import Basics
import Synchronization
package import Workspaces

/// Runs scripts in children of this program that can do nothing but compute. A child serves one job at a time, and is
/// used again until something ends it.
package final class ScriptEngine: Sendable {
  private let program: [String]
  private let variables: [String: String]
  private let idle = Mutex(Idle())
  /// More are started if more jobs run at once, and ended afterwards.
  private static let mostIdle = 4

  /// Children without a job, the one that waits longest first: after each job, a child prepares for the next one.
  private struct Idle {
    var children: [(process: ScriptProcess, since: ContinuousClock.Instant)] = []
    /// The number of jobs in a row that a child got before it can have prepared.
    var hurriedJobs = 0

    mutating func add(_ process: ScriptProcess) {
      if children.count < ScriptEngine.mostIdle { children.append((process, .now)) }
    }
  }

  /// - Parameter program: the program that calls `ScriptChild.run`, with its first arguments.
  /// - Parameter environment: the variables of this program; few of them reach the child.
  /// - Parameter timeZone: an identifier such as `Europe/Berlin`; `nil` for the system's.
  package init(
    program: [String] = ScriptEngine.thisProgram, environment: [String: String], timeZone: String? = nil
  ) {
    self.program = program
    variables = Self.variables(environment, timeZone)
  }

  /// Ends the children that have no job. Later jobs start others.
  package func end() {
    let children = idle.withLock { idle in
      defer { idle.children = [] }
      return idle.children
    }
    for child in children { child.process.end() }
  }

  /// The reason why no script can run here, with what to install; `nil` if a child is ready for the first job.
  package func fault() async -> String? {
    if idle.withLock({ $0.children.contains(where: \.process.isReady) }) { return nil }
    do throws(ScriptFailure) {
      _ = try await check([])
      return nil
    } catch {
      guard case .unavailable(let reason) = error else { return nil }
      return reason
    }
  }

  /// Runs the scripts of a job.
  /// - Parameter onEvent: called for each verdict and console line, in order, on another thread.
  /// - Parameter answering: answers questions, several at once. Its task is cancelled if the job ends before.
  package func run(
    _ job: ScriptJob, limits: ScriptLimits = ScriptLimits(),
    onEvent: @escaping @Sendable (ScriptEvent) -> Void = { _ in },
    answering: @escaping @Sendable (ScriptAsk) async -> ScriptAnswer
  ) async throws(ScriptFailure) -> ScriptOutcome {
    var limits = limits
    if let order = job.order { (limits.keepsTime, limits.order) = (false, order) }
    var frame = ScriptFrame(kind: .job, number: job.seed, json: job.form(limits).compact)
    frame.give(job.body, withheld: job.withheldBody, limits)
    let result = try await perform(frame, job.scripts, limits, onEvent, answering)
    guard case .outcome(let outcome) = result else { throw .ended("broke the protocol of scripts: no result", nil) }
    return outcome
  }

  /// Finds the syntax errors of scripts without running them.
  package func check(_ scripts: [PlacedScript]) async throws(ScriptFailure) -> [ScriptFault] {
    let forms = scripts.map { JSONValue.object(["code": .string($0.code), "line": .int($0.line)]) }
    let frame = ScriptFrame(kind: .check, json: JSONValue.array(forms).compact)
    let result = try await perform(frame, scripts, ScriptLimits(), { _ in }, { _ in ScriptAnswer(.null) })
    guard case .faults(let faults) = result else { throw .ended("broke the protocol of scripts: no faults", nil) }
    return zip(scripts, faults).compactMap { script, fault in
      guard let message = fault["message"]?.string else { return nil }
      var place = script.place
      place.line = fault["line"]?.int ?? script.line
      place.column = fault["column"]?.int.map { $0 + script.indent }
      return ScriptFault(place: place, message: message)
    }
  }

  private func perform(
    _ frame: ScriptFrame, _ scripts: [PlacedScript], _ limits: ScriptLimits,
    _ onEvent: @escaping @Sendable (ScriptEvent) -> Void,
    _ answering: @escaping @Sendable (ScriptAsk) async -> ScriptAnswer
  ) async throws(ScriptFailure) -> ScriptConversation.Result {
    guard let inbox = ScriptInbox() else { throw .unavailable("scripts cannot run: no descriptors are left") }
    let (asks, feed) = AsyncStream.makeStream(of: ScriptAsk.self)
    let result = await withTaskCancellationHandler {
      async let result = onThread(
        { [self] in perform(frame, scripts, limits, inbox, onEvent) { feed.yield($0) } }, feed)
      await withDiscardingTaskGroup { group in
        // Ends with the job, or when this task is cancelled.
        for await ask in asks {
          group.addTask { inbox.put(await answering(ask), to: UInt64(ask.id)) }
        }
        group.cancelAll()
      }
      return await result
    } onCancel: {
      inbox.cancel()
    }
    return try result.get()
  }

  /// Runs the job on a thread of its own, and ends the stream of its questions.
  private func onThread(
    _ job: @escaping @Sendable () -> Result<ScriptConversation.Result, ScriptFailure>,
    _ asks: AsyncStream<ScriptAsk>.Continuation
  ) async -> Result<ScriptConversation.Result, ScriptFailure> {
    await withCheckedContinuation { continuation in
      let thread = ThreadStart {
        let result = job()
        asks.finish()
        continuation.resume(returning: result)
      }
      if thread.launch() { return }
      asks.finish()
      continuation.resume(returning: .failure(.unavailable("scripts cannot run: no thread is left")))
    }
  }

  /// Blocks until the job is done.
  private func perform(
    _ frame: ScriptFrame, _ scripts: [PlacedScript], _ limits: ScriptLimits, _ inbox: ScriptInbox,
    _ onEvent: @escaping @Sendable (ScriptEvent) -> Void, _ ask: @escaping @Sendable (ScriptAsk) -> Void
  ) -> Result<ScriptConversation.Result, ScriptFailure> {
    do throws(ScriptFailure) {
      if let process = takeIdle(memory: limits.memory) {
        var run = ScriptRun(frame, scripts, in: process, limits, inbox, onEvent: onEvent, ask: ask)
        do throws(ScriptFailure) {
          return .success(try finish(&run, in: process))
        } catch {
          // What earlier jobs left in a child must not end this one.
          if run.hasBegun || error == .cancelled { throw error }
        }
      }
      let process = try ScriptProcess(program, memory: limits.memory, variables: variables)
      var run = ScriptRun(frame, scripts, in: process, limits, inbox, onEvent: onEvent, ask: ask)
      return .success(try finish(&run, in: process))
    } catch {
      // The last reference to the child has ended it.
      return .failure(error)
    }
  }

  private func finish(
    _ run: inout ScriptRun, in process: ScriptProcess
  ) throws(ScriptFailure) -> ScriptConversation.Result {
    let result = try run.perform()
    process.isReady = true
    // Without this reference, the system removes the child now; a dead one would stay until the next job.
    if !run.endsChild, process.mayContinue(after: run.ran) { keep(process) }
    return result
  }

  private func takeIdle(memory: Int) -> ScriptProcess? {
    idle.withLock { idle in
      while !idle.children.isEmpty {
        let (process, since) = idle.children.removeFirst()
        guard process.memory == memory, process.isUsable else { continue }
        idle.hurriedJobs = since.duration(to: .now) < .milliseconds(5) ? idle.hurriedJobs + 1 : 0
        return process
      }
      return nil
    }
  }

  private func keep(_ process: ScriptProcess) {
    let needsSecond = idle.withLock { idle in
      idle.add(process)
      guard idle.hurriedJobs >= 10, idle.children.count == 1 else { return false }
      idle.hurriedJobs = 0
      return true
    }
    // In a run, one child prepares while the other one works. Without a second one, jobs wait a little.
    guard needsSecond, let second = try? ScriptProcess(program, memory: process.memory, variables: variables) else {
      return
    }
    idle.withLock { $0.add(second) }
  }
}
