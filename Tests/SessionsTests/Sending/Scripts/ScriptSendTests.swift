import Basics
import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Scripts of a send") struct ScriptSendTests {
  @Test("Scripts before run from the collection inwards, tests from the request outwards, each with its line")
  func order() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    let received = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(
      engine.order == [
        ["before-request opencollection.yml:6", "before-request users/folder.yml:4", "before-request users/get.yml:7"],
        ["after-response users/get.yml:8"], ["tests users/get.yml:9", "tests opencollection.yml:7"],
      ])
    #expect(received.answer?.scripts?.passed == true)
    #expect(net.recorded.withLock { $0.last?.scripts?.array?.count } == 3)
  }

  @Test("A sequential collection tests from the collection inwards")
  func sequential() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace(
      "extensions:\n  apus: {scripts: postman}\n  bruno: {scripts: {flow: sequential}}")
    try workspace.allowScripts()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    _ = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(engine.order.last == ["tests opencollection.yml:7", "tests users/get.yml:9"])
    #expect(engine.jobs.withLock { $0.allSatisfy { $0.rules == .postman } })
  }

  @Test("A request without scripts starts no engine")
  func none() async throws {
    let folder = try TemporaryDirectory("scripts")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write("c/x.yml", "info: {name: X, type: http}\nhttp: {method: GET, url: 'https://api.test/'}\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    let received = await Net().session(workspace).received(try workspace.plan("x", environment: nil))
    #expect(received.answer != nil && received.answer?.scripts == nil)
  }

  @Test("Scripts run only once the user has allowed them, with one question for the collection")
  func consent() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    let asking = net.session(workspace, SendSession.Options(asks: true))
    let plan = try workspace.plan("plain")
    guard case .scripts(let question) = await asking.received(plan).question else {
      Issue.record("no question")
      return
    }
    #expect(question.scripts.count == 6)
    guard case .scripts(.notAllowed)? = await net.session(workspace).received(plan).fault else {
      Issue.record("not refused")
      return
    }
    #expect(engine.order.isEmpty && net.asked.withLock { $0.isEmpty })
    try workspace.consents.allow(question.scripts.map(\.use), for: workspace.path)
    #expect(await asking.received(plan).answer != nil)
    let changes = "http: {method: GET, url: 'https://api.test'}\nruntime: {scripts: [{type: tests, code: other()}]}\n"
    try folder.write("c/users/get.yml", "info: {name: Get, type: http}\n" + changes)
    guard case .scripts(let changed) = await asking.received(try workspace.plan("users/get")).question else {
      Issue.record("changed code ran")
      return
    }
    #expect(changed.scripts.map(\.code) == ["other()"])
  }

  @Test("A script that the user is typing needs no permission")
  func typed() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    var plan = try workspace.plan("users/get")
    plan.definition.scripts[1].code = "typed()"
    #expect(await net.session(workspace).received(plan).answer != nil)
    #expect(engine.jobs.withLock { $0.flatMap(\.scripts).map(\.code).contains("typed()") })
  }

  @Test("Without an engine a request with scripts is refused, and sent without them if the user says so")
  func missing() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let net = Net()
    let refused = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(refused.fault?.description.hasSuffix("send without its 6 scripts: --no-scripts") == true)
    var options = SendSession.Options()
    options.runsScripts = false
    #expect(await net.session(workspace, options).received(try workspace.plan("users/get")).answer != nil)
  }

  @Test("A changed request is what is sent, and variables of scripts reach it")
  func changes() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let net = Net()
    let place = ScriptPlace(phase: "before-request", file: "users/get.yml", line: 7)
    net.scripts.withLock {
      $0 = SampleEngine().running { job, _, _ in
        var outcome = ScriptOutcome()
        guard job.response == nil, job.scripts.contains(where: { $0.code.contains("request()") }) else {
          return outcome
        }
        outcome.changes = [ScriptChange(.environment, "step", 2, place: place)]
        outcome.request = job.request
        outcome.request?["url"] = "https://{{host}}/{{step}}"
        outcome.request?["method"] = "PUT"
        return outcome
      }
    }
    let session = net.session(workspace)
    _ = await session.received(try workspace.plan("users/get"))
    _ = await session.received(try workspace.plan("plain"))
    #expect(net.asked.withLock { $0 } == ["PUT https://api.test/2", "GET https://api.test/2"])
    let context = session.current(try workspace.plan("plain").context, try workspace.plan("plain"))
    let entry = context.variables.candidates(for: "step").first
    #expect(entry?.origin.words == "the script before-request of users/get.yml:7" && entry?.json == 2)
  }

  @Test("Names that scripts of requests at the same time leave are all kept")
  func parallelNames() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace("extensions: {apus: {scripts: postman}}")
    try workspace.allowScripts()
    let (net, engine, both) = (Net(), SampleEngine(), Gate())
    net.scripts.withLock {
      $0 = engine.running { job, _, _ in
        var outcome = ScriptOutcome()
        outcome.names = job.names
        guard job.response == nil else { return outcome }
        let name = job.info["requestName"]?.string ?? ""
        if engine.jobs.withLock({ $0.filter { $0.response == nil }.count }) > 1 { both.open() }
        await both.opened()
        outcome.names[name] = 1
        outcome.names["old"] = nil
        return outcome
      }
    }
    let session = net.session(workspace)
    let scope = try workspace.plan("plain").context.answerScope
    session.known.withLock { $0.scripts[scope] = .init(names: ["old": 1, "kept": 1]) }
    async let first = session.received(try workspace.plan("users/get"))
    async let second = session.received(try workspace.plan("plain"))
    _ = try await (first, second)
    let names = session.scriptNames(in: scope)
    #expect(names["Get"] == 1 && names["Plain"] == 1 && names["kept"] == 1 && names["old"] == nil, "\(names)")
  }

  @Test("Scripts that are ended leave the names of earlier ones")
  func endedNames() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace("extensions: {apus: {scripts: postman}}")
    try workspace.allowScripts()
    let net = Net()
    net.scripts.withLock {
      $0 = ScriptRunning(run: { _, _, _ throws(ScriptFailure) in throw .ended("ran 5 s without an end", nil) })
    }
    let session = net.session(workspace)
    let scope = try workspace.plan("plain").context.answerScope
    session.known.withLock { $0.scripts[scope] = .init(names: ["kept": 1]) }
    _ = await session.received(try workspace.plan("plain"))
    #expect(session.scriptNames(in: scope) == ["kept": 1])
  }

  @Test("Captures and assertions in JavaScript run as scripts that need permission, around those after the response")
  func expressions() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    let runtime = """
      runtime:
        actions:
          - {type: set-variable, selector: {expression: 'res.body.token + 1'}, variable: {name: kept, scope: runtime}}
        assertions: [{expression: 'res.body.token.length', operator: eq, value: '5'},
          {expression: bru.getVar('kept'), operator: eq, value: '9'}]
        scripts: [{type: after-response, code: after()}]

      """
    try folder.write(
      "c/x.yml", "info: {name: X, type: http}\nhttp: {method: GET, url: 'https://{{host}}/'}\n" + runtime)
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock {
      $0 = engine.running { job, _, _ in
        var outcome = ScriptOutcome()
        let isOfExpressions = Script.expressionPhases.contains(job.scripts[0].phase)
        if isOfExpressions { outcome.values = job.scripts.map { _ in ["value": 9] } }
        return outcome
      }
    }
    let session = net.session(workspace)
    guard case .scripts(.notAllowed(let question))? = await session.received(try workspace.plan("x")).fault else {
      Issue.record("not refused")
      return
    }
    #expect(question.scripts.map(\.code).contains("return bru.getVar('kept')"))
    try workspace.consents.allow(question.scripts.map(\.use), for: workspace.path)
    let answer = try #require(await net.session(workspace).received(try workspace.plan("x")).answer)
    #expect(answer.checks.assertions.map(\.passed) == [true, true], "\(answer.checks.assertions)")
    #expect(answer.checks.captured.map(\.value) == ["9"])
    let phases = engine.jobs.withLock { $0.map { $0.scripts[0].phase } }
    #expect(phases == ["before-request", "captures", "after-response", "assertions", "tests"])
  }

  @Test("Assertions and tests see the body that a script after the answer sets, captures and the record do not")
  func replacedBody() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock {
      $0 = engine.running { job, _, _ in
        var outcome = ScriptOutcome()
        if job.scripts.contains(where: { $0.phase == "after-response" }) { outcome.responseBody = ["token": "ü"] }
        return outcome
      }
    }
    var plan = try workspace.plan("users/get")
    plan.definition.assertions = [Assertion("res.body.token", "eq", "ü")]
    plan.definition.captures = [Capture(variable: "kept", expression: "res.body.token")]
    let session = net.session(workspace)
    let answer = try #require(await session.received(plan).answer)
    #expect(answer.checks.assertions.map(\.passed) == [true], "\(answer.checks.assertions)")
    #expect(answer.checks.captured.map(\.value) == ["tok-1"])
    let body = try #require(engine.jobs.withLock { $0.last?.body })
    #expect(try JSONValue(parsing: body) == ["token": "ü"])
    #expect(answer.record.exchange.textBytes.map { String(decoding: $0, as: UTF8.self).contains("tok-1") } == true)
  }

  @Test("The setting limits the running time of scripts, and an option overrides it")
  func timeout() async throws {
    let folder = try TemporaryDirectory("scripts")
    try folder.write("c/apus.yml", "scripts: {timeout: 900}\n")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    _ = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(Set(engine.jobs.withLock { $0.map(\.timeout) }) == [.milliseconds(900)])
    var options = SendSession.Options()
    options.scriptTimeout = .seconds(2)
    _ = await net.session(workspace, options).received(try workspace.plan("users/get"))
    #expect(engine.jobs.withLock { $0.last?.timeout } == .seconds(2))
  }

  @Test("The limit of running time is that of the request, else of its folder, else of the collection")
  func timeoutOfFiles() async throws {
    let folder = try TemporaryDirectory("scripts")
    try folder.write("c/apus.yml", "scripts: {timeout: 900}\n")
    let workspace = try folder.scriptedWorkspace("extensions: {apus: {scriptTimeout: 800}}")
    try workspace.allowScripts()
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    func limit() async throws -> Duration? {
      _ = await net.session(workspace).received(try workspace.plan("users/get"))
      return engine.jobs.withLock { $0.last?.timeout ?? nil }
    }
    #expect(try await limit() == .milliseconds(800))
    let shared = try folder.readText("c/users/folder.yml")
    try folder.write("c/users/folder.yml", shared + "extensions: {apus: {scriptTimeout: 700}}\n")
    #expect(try await limit() == .milliseconds(700))
    let own = try folder.readText("c/users/get.yml")
    try folder.write("c/users/get.yml", own + "\nsettings: {scriptTimeout: 600}\n")
    #expect(try await limit() == .milliseconds(600))
    var options = SendSession.Options()
    options.scriptTimeout = .seconds(2)
    _ = await net.session(workspace, options).received(try workspace.plan("users/get"))
    #expect(engine.jobs.withLock { $0.last?.timeout } == .seconds(2))
  }

  @Test("A value that a script has read is masked in its console, its verdicts and the history")
  func masked() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let use = UserValueUse(.variable("CLOUD_SECRET"), to: UserValueUse.scripts, place: "scripts")
    try workspace.consents.allow([use], for: workspace.path)
    let net = Net()
    net.scripts.withLock {
      $0 = SampleEngine().running { _, onEvent, answering in
        let value = await answering(["ask": "process", "name": "CLOUD_SECRET"]).json["value"]?.string ?? "none"
        let line = ConsoleLine(level: "log", text: "logged \(value)")
        var outcome = ScriptOutcome()
        (outcome.console, outcome.verdicts) = ([line], [ScriptVerdict("judged \(value)", passed: true)])
        onEvent(.console(line))
        return outcome
      }
    }
    var plan = try workspace.plan("users/get")
    let path = try #require(workspace.path(ofRequest: "users/get", in: workspace.path))
    let inputs = VariableInputs(process: ["CLOUD_SECRET": "v4lue-of-mine"])
    plan.context = try workspace.context(for: path, environment: "dev", inputs: inputs)
    let answer = try #require(await net.session(workspace).received(plan).answer)
    let results = try #require(answer.scripts)
    #expect(results.console.first?.text == "logged v4lue-of-mine")
    let masked = results.masked(by: answer.redaction)
    #expect(masked.console.first?.text.hasPrefix("logged ") == true && masked.verdicts[0].name.hasPrefix("judged "))
    #expect(!"\(masked)".contains("v4lue-of-mine"))
    let files = try folder.files().map { try folder.readText($0) }
    #expect(files.contains { $0.contains("logged ") } && !files.contains { $0.contains("v4lue-of-mine") })
  }

  @Test("The values that a script after the answer may not read are among its results")
  func missingAfter() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try workspace.allowScripts()
    let net = Net()
    net.scripts.withLock {
      $0 = SampleEngine().running { job, _, answering in
        if job.response != nil { _ = await answering(["ask": "process", "name": "CLOUD_SECRET"]) }
        return ScriptOutcome()
      }
    }
    var plan = try workspace.plan("users/get")
    let path = try #require(workspace.path(ofRequest: "users/get", in: workspace.path))
    plan.context = try workspace.context(
      for: path, environment: "dev", inputs: VariableInputs(process: ["CLOUD_SECRET": "k"]))
    let received = await net.session(workspace, SendSession.Options(asks: true)).received(plan)
    #expect(received.question == nil && received.answer?.scripts?.missing.map(\.source) == [.variable("CLOUD_SECRET")])
  }

  @Test("A script can skip a request", arguments: [ScriptRules.bruno, .postman])
  func skip(_ rules: ScriptRules) async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace("extensions: {apus: {scripts: \(rules.rawValue)}}")
    try workspace.allowScripts()
    let net = Net()
    net.scripts.withLock {
      $0 = SampleEngine().running { _, _, _ in
        var outcome = ScriptOutcome()
        outcome.skipsRequest = true
        return outcome
      }
    }
    let received = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(received.steps == ["skipped"] && net.asked.withLock { $0.isEmpty })
  }

  @Test("After an error before the request, Postman's rules send it and Bruno's do not")
  func failure() async throws {
    for (rules, count) in [(ScriptRules.bruno, 0), (.postman, 1)] {
      let folder = try TemporaryDirectory("scripts")
      let workspace = try folder.scriptedWorkspace("extensions: {apus: {scripts: \(rules.rawValue)}}")
      try workspace.allowScripts()
      let net = Net()
      net.scripts.withLock {
        $0 = SampleEngine().running { job, _, _ in
          var outcome = ScriptOutcome()
          if job.response == nil { outcome.error = ScriptVerdict("before-request of users/get.yml:6", passed: false) }
          return outcome
        }
      }
      let received = await net.session(workspace).received(try workspace.plan("users/get"))
      #expect(net.asked.withLock { $0.count } == count)
      let results = received.skipped ?? received.answer?.scripts
      #expect(results?.verdicts.map(\.name) == ["before-request of users/get.yml:6"] && results?.passed == false)
      #expect((received.skipped?.failure != nil) == (rules == .bruno))
    }
  }
}

@Suite("Large answers of scripts") struct ScriptBodyTests {
  @Test("A body too large for scripts is given as its size, not as an empty text")
  func withheld() throws {
    func job(_ size: Int) -> ScriptJob {
      var job = ScriptJob(rules: .postman, scripts: [], request: .null)
      let hop = Hop(
        request: SentRequest(method: "GET", url: "https://api.test"), response: ResponseHead(status: .init(code: 200)))
      job.setAnswer(
        Exchange(startedAt: Date(), hops: [hop], body: ByteStore([UInt8](repeating: 120, count: size))), cookies: [])
      return job
    }
    let (large, small) = (job(ScriptJob.largestBody + 1), job(3))
    #expect(large.withheldBody == ScriptJob.largestBody + 1 && large.body.isEmpty)
    #expect(small.withheldBody == nil && small.body.count == 3)
  }
}
