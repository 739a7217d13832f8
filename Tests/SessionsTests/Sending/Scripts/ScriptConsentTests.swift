import Basics
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Consent to scripts") struct ScriptConsentTests {
  /// A collection whose request requires `lib/a.js`, which requires `lib/b.js`.
  private static func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    let code = "code: require('./lib/a')"
    try folder.write(
      "c/x.yml",
      "info: {name: X, type: http}\nhttp: {method: GET, url: 'https://api.test/'}\n"
        + "runtime:\n  scripts:\n    - type: tests\n      \(code)\n")
    try folder.write("c/lib/a.js", "require('./b'); require('./data.json'); require('uuid')")
    try folder.write("c/lib/b.js", "one()")
    try folder.write("c/lib/data.json", "{}")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  @Test("The modules that scripts require are part of the question, and a changed one asks again")
  func modules() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try Self.workspace(folder)
    let (net, engine) = (Net(), SampleEngine())
    net.scripts.withLock { $0 = engine.running { _, _, _ in ScriptOutcome() } }
    let session = net.session(workspace, SendSession.Options(asks: true))
    let plan = try workspace.plan("x", environment: nil)
    guard case .scripts(let question) = await session.received(plan).question else {
      Issue.record("no question")
      return
    }
    #expect(question.scripts.map(\.file) == ["x.yml", "lib/a.js", "lib/b.js"])
    #expect(question.scripts.map(\.phase) == ["tests", "module", "module"])
    try workspace.consents.allow(question.scripts.map(\.use), for: workspace.path)
    #expect(await session.received(plan).answer != nil)
    try folder.write("c/lib/b.js", "two()")
    let other = net.session(workspace)
    guard case .scripts(.notAllowed(let changed))? = await other.received(plan).fault else {
      Issue.record("a changed module ran")
      return
    }
    #expect(changed.scripts.map(\.code) == ["two()"])
    #expect(ScriptRefusal.notAllowed(changed).description.contains("the first in lib/b.js; "))
    #expect(engine.jobs.withLock { $0.count } == 1)
    var all = SendSession.Options()
    all.allowsScripts = true
    #expect(await net.session(workspace, all).received(plan).answer != nil)
  }

  @Test("A module that changes during a session is refused to the script, and the next send asks")
  func changedMeanwhile() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try Self.workspace(folder)
    try workspace.allowScripts()
    let net = Net()
    let refused = Mutex<String?>(nil)
    net.scripts.withLock {
      $0 = SampleEngine().running { _, _, answering in
        let answer = await answering(["ask": "module", "name": "./b", "from": "lib/a.js"])
        refused.withLock { $0 = answer.json["refused"]?.string }
        return ScriptOutcome()
      }
    }
    let session = net.session(workspace, SendSession.Options(asks: true))
    let plan = try workspace.plan("x", environment: nil)
    #expect(await session.received(plan).answer != nil && refused.withLock { $0 } == nil)
    try folder.write("c/lib/b.js", "two()")
    #expect(await session.received(plan).answer != nil)
    #expect(refused.withLock { $0 } == "lib/b.js is not allowed: apus allow --scripts")
    guard case .scripts(let question) = await session.received(plan).question else {
      Issue.record("no question")
      return
    }
    #expect(question.scripts.map(\.file) == ["lib/b.js"])
  }
}
