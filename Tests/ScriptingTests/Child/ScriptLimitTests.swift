import Basics
import Foundation
import Scripting
import Synchronization
import TestSupport
import Testing
import Workspaces

/// Hostile scripts in real children: each ends, and the next job finds everything as it was.
@Suite(.scriptEngine) struct ScriptLimitTests {
  @Test(arguments: HostileScript.all)
  func `A hostile script ends, and the next one runs`(script: HostileScript) async throws {
    let crowd = try ScriptCrowd()
    let engine = crowd.engine
    var bench = ScriptBench.answered("{}")
    // What ends by itself has time for a busy system.
    bench.limits.running =
      script.outcome == .time ? .seconds(1) : script.outcome == .memory ? .seconds(5) : .seconds(60)
    do throws(ScriptFailure) {
      let outcome = try await engine.run(bench.job([script.code]), limits: bench.limits) { _ in ScriptAnswer([:]) }
      switch script.outcome {
      case .time, .questions: Issue.record("the script ended by itself")
      case .memory, .error: #expect(outcome.error?.passed == false)
      case .harmless: #expect(outcome.error == nil || outcome.error?.message == "had more than 10000 tests")
      }
    } catch {
      guard case .ended(let reason, let place) = error else { throw error }
      #expect(place?.file == "users/get.yml")
      switch script.outcome {
      case .time: #expect(reason == "ran 1 s without an end")
      case .memory: #expect(["needed more than 256 MB", "ran 5 s without an end"].contains(reason))
      case .questions: #expect(reason.hasPrefix("asked more than"))
      case .error, .harmless: Issue.record("the script was ended: it \(reason)")
      }
    }
    let after = try await engine.run(bench.job(["pm.test('next', () => {})"])) { _ in ScriptAnswer([:]) }
    #expect(after.verdicts.map(\.name) == ["next"])
    #expect(after.error == nil)
    engine.end()
    #expect(crowd.processes() == [])
  }

  @Test(arguments: HostileScript.pollution)
  func `A failing test fails, whatever the script does to built-in objects`(script: HostileScript) async throws {
    let code = "\(script.code)\npm.test('fails', () => { throw 'x' })"
    let engine = try ScriptBench.shared()
    do throws(ScriptFailure) {
      let outcome = try await engine.run(ScriptBench().job([code])) { _ in ScriptAnswer([:]) }
      #expect(!outcome.verdicts.contains { $0.passed })
      #expect(outcome.error != nil || outcome.verdicts.map(\.name) == ["fails"])
    } catch {
      guard case .ended = error else { throw error }
    }
  }

  @Test func `A cancelled job ends its child`() async throws {
    let crowd = try ScriptCrowd()
    let isRunning = Monitor(false)
    let job = ScriptBench().job(["console.log('runs'); while (true) {}"])
    let engine = crowd.engine
    let task = Task {
      try await engine.run(job, onEvent: { _ in isRunning.change { $0 = true } }, answering: { _ in ScriptAnswer([:]) })
    }
    await isRunning.wait { $0 }
    task.cancel()
    await #expect(throws: ScriptFailure.cancelled) { try await task.value }
    #expect(crowd.processes() == [])
  }

  @Test func `Cancelling also cancels the questions of the job`() async throws {
    let crowd = try ScriptCrowd()
    let (isAsked, isCancelled) = (Monitor(false), Monitor(false))
    let job = ScriptBench().job(["pm.sendRequest('https://example.org', () => {})"])
    let engine = crowd.engine
    let task = Task {
      try await engine.run(job) { _ in
        isAsked.change { $0 = true }
        await Monitor(false).wait { $0 }
        isCancelled.change { $0 = Task.isCancelled }
        return ScriptAnswer([:])
      }
    }
    await isAsked.wait { $0 }
    task.cancel()
    await #expect(throws: ScriptFailure.cancelled) { try await task.value }
    #expect(isCancelled.read { $0 })
  }

  @Test func `Waiting is not running`() async throws {
    var bench = ScriptBench()
    bench.limits.running = .seconds(1)
    // Twice the limit of running.
    let outcome = try await bench.run("setTimeout(() => console.log('later'), 2000)")
    #expect(outcome.console.map(\.text) == ["later"])
  }

  @Test func `A script that waits too long is ended`() async throws {
    var bench = ScriptBench()
    bench.limits.waiting = .milliseconds(50)
    await #expect(throws: (any Error).self) { try await bench.run("setTimeout(() => {}, 100000)") }
  }

  @Test func `Without time, timers fire in their order at once`() async throws {
    var bench = ScriptBench()
    bench.limits.keepsTime = false
    let code = "for (const ms of [9e8, 5e8, 7e8]) setTimeout(() => console.log(ms), ms)"
    let outcome = try await bench.run(code)
    #expect(outcome.console.map(\.text) == ["500000000", "700000000", "900000000"])
  }

  @Test func `A body beyond the limit fails when it is read`() async throws {
    var bench = ScriptBench.answered(String(repeating: "x", count: 2_000_000))
    bench.limits.body = 1_000_000
    let outcome = try await bench.run("console.log('before'); pm.response.text()")
    #expect(outcome.console.count == 1)
    #expect(outcome.error?.message == "the body has 2 MB; scripts can read 1 MB")
  }

  @Test(arguments: [5, 50]) func `A variable beyond the limit is refused by its name, and others are set`(
    _ size: Int
  ) async throws {
    let code = "pm.environment.set('big', 'x'.repeat(\(size)e6)); pm.environment.set('small', 1)"
    let outcome = try await ScriptBench().run(code)
    #expect(outcome.console.map(\.text) == ["big is larger than 4 MB and was not set"])
    #expect(outcome.changes.map(\.name) == ["small"] && outcome.error == nil)
  }

  @Test(arguments: [
    "pm.response.text()", "pm.response.json()", "pm.response.stream", "responseBody",
    "pm.expect(pm.response.text()).to.not.include('error')", "pm.response.to.not.be.json",
  ])
  func `A body that is withheld fails wherever it is read`(_ code: String) async throws {
    var job = ScriptBench.answered("").job([code])
    job.withheldBody = 60_000_000
    let outcome = try await ScriptBench.shared().run(job) { _ in ScriptAnswer([:]) }
    #expect(outcome.error?.message == "the body has 60 MB; scripts can read 50 MB", "\(code)")
  }

  @Test func `A body that is withheld fails in Bruno's res and in answers of sends`() async throws {
    var bench = ScriptBench.answered("")
    bench.rules = .bruno
    var job = bench.job(["res.body"])
    job.withheldBody = 60_000_000
    let outcome = try await ScriptBench.shared().run(job) { _ in ScriptAnswer([:]) }
    #expect(outcome.error?.message == "the body has 60 MB; scripts can read 50 MB")
    var sender = ScriptBench.answered("{}")
    sender.rules = .bruno
    let response = try #require(sender.response)
    sender.answers["send"] = { _ in ScriptAnswer(["response": response], withheldBody: 70_000_000) }
    let sent = try await sender.run("const answer = await pm.sendRequest('https://example.org'); answer.text()")
    #expect(sent.error?.message == "the body has 70 MB; scripts can read 50 MB")
  }

  @Test func `Sends beyond the limit are refused, and the console says so once`() async throws {
    var bench = ScriptBench()
    bench.limits.sends = 2
    let sent = Mutex(0)
    bench.answers["send"] = { _ in
      sent.withLock { $0 += 1 }
      return ScriptAnswer(["error": ["name": "Error", "message": "none"]])
    }
    let outcome = try await bench.run("for (let i = 0; i < 5; i++) pm.sendRequest('https://example.org', () => {})")
    #expect(sent.withLock { $0 } == 2)
    #expect(outcome.console.map(\.text) == ["more than 2 sends: the others are refused"])
  }

  @Test func `A job leaves nothing to the next one`() async throws {
    let crowd = try ScriptCrowd()
    let bench = ScriptBench()
    let leaving = "(0, eval)('this').left = 1; Object.prototype.left = 2; Array.prototype.push = null"
    _ = try await crowd.engine.run(bench.job([leaving])) { _ in ScriptAnswer([:]) }
    let reading = "console.log(typeof left, ({}).left === undefined, typeof [].push)"
    let outcome = try await crowd.engine.run(bench.job([reading])) { _ in ScriptAnswer([:]) }
    #expect(outcome.console.map(\.text) == ["undefined true function"])
    #expect(crowd.processes().count == 1)
  }

  @Test func `Jobs at the same time have their own children`() async throws {
    let crowd = try ScriptCrowd()
    let bench = ScriptBench()
    let outer = bench.job(["pm.sendRequest('https://example.org', () => console.log('outer'))"])
    let inner = bench.job(["console.log('inner')"])
    let engine = crowd.engine
    let outcome = try await engine.run(outer) { _ in
      // The failure would appear below, because nothing else prints.
      let nested = try? await engine.run(inner) { _ in ScriptAnswer([:]) }
      return ScriptAnswer(["error": ["name": "Error", "message": .string(nested?.console.first?.text ?? "")]])
    }
    #expect(outcome.console.map(\.text) == ["outer"])
    #expect(crowd.processes().count == 2)
  }

  @Test func `A child that ends because much of its memory is used leaves no process behind`() async throws {
    let crowd = try ScriptCrowd(call: "keep-memory")
    let job = ScriptBench().job(["pm.sendRequest('https://example.org', () => {})"])
    let children = Mutex<[pid_t]>([])
    _ = try await crowd.engine.run(job) { _ in
      children.withLock { $0 = crowd.processes() }
      return ScriptAnswer([:])
    }
    let child = try #require(children.withLock { $0.first })
    // A process that has ended exists until its parent asks for its status.
    #expect(kill(child, 0) != 0 && errno == ESRCH)
  }

  @Test func `A program that cannot run scripts says why`() async throws {
    #expect(try await ScriptBench.shared().fault() == nil)
    let other = ScriptEngine(program: ["/usr/bin/true"], environment: [:])
    #expect(await other.fault() == "scripts cannot run: the engine ended without a result")
    let none = ScriptEngine(program: ["/no/such/program"], environment: [:])
    #expect(await none.fault() == "scripts cannot run: No such file or directory")
  }

  @Test func `Syntax errors have the place in their file`() async throws {
    let scripts = [
      PlacedScript(phase: "tests", code: "await 1; return", file: "a.yml", line: 7),
      PlacedScript(phase: "tests", code: "let a = 1;\nlet b = ;", file: "b.yml", line: 7, indent: 4),
    ]
    let faults = try await ScriptBench.shared().check(scripts)
    #expect(faults.map { "\($0.place)" } == ["tests of b.yml:8:13"])
  }
}
