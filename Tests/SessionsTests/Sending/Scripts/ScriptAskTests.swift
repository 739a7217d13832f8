import Basics
import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Questions of scripts") struct ScriptAskTests {
  /// Asks once before `users/get` is sent, and returns the answer with what came of the send.
  private func answer(
    to ask: JSONValue, in workspace: Workspace, _ net: Net = Net(), inputs: VariableInputs = VariableInputs()
  ) async throws -> (answer: ScriptAnswer?, received: Received) {
    try workspace.allowScripts()
    let answer = Mutex<ScriptAnswer?>(nil)
    net.scripts.withLock {
      $0 = SampleEngine().running { job, _, answering in
        guard job.response == nil, job.scripts.contains(where: { $0.code == "request()" }) else {
          return ScriptOutcome()
        }
        let found = await answering(ask)
        answer.withLock { $0 = found }
        return ScriptOutcome()
      }
    }
    var plan = try workspace.plan("users/get")
    let path = try #require(workspace.path(ofRequest: "users/get", in: workspace.path))
    plan.context = try workspace.context(for: path, environment: "dev", inputs: inputs)
    let received = await net.session(workspace).received(plan)
    return (answer.withLock { $0 }, received)
  }

  private func send(_ url: String) -> JSONValue {
    ["ask": "send", "request": ["method": "GET", "url": .string(url), "headers": [["key": "A", "value": "1"]]]]
  }

  @Test("A script sends to servers of the collection through the session, and the history has it")
  func sends() async throws {
    let folder = try TemporaryDirectory("scripts")
    let net = Net()
    let (answer, _) = try await answer(to: send("https://api.test/login"), in: try folder.scriptedWorkspace(), net)
    #expect(answer?.json["response"]?["code"]?.int == 200)
    #expect(answer.map { String(decoding: $0.body, as: UTF8.self).contains("\"auth\": \"1\"") } == true)
    #expect(net.asked.withLock { $0 } == ["GET https://api.test/login", "GET https://api.test/users"])
    #expect(net.recorded.withLock { $0.count } == 2)
  }

  @Test("Another server needs the user's permission, and nothing is sent without it")
  func otherServer() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    let first = try await answer(to: send("https://evil.test/"), in: workspace, net)
    guard case .notAllowed(let uses) = first.received.refusal?.problem else {
      Issue.record("\(first.received.steps)")
      return
    }
    #expect(uses.map(\.source) == [.scriptOrigin("https://evil.test")] && net.asked.withLock { $0.isEmpty })
    try workspace.consents.allow(uses, for: workspace.path)
    let second = try await answer(to: send("https://evil.test/"), in: workspace, net)
    #expect(second.answer?.json["response"] != nil)
  }

  @Test("A script gets a process variable only if the user allowed it to scripts, and cannot send it elsewhere")
  func processVariable() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    let inputs = VariableInputs(process: ["CLOUD_SECRET": "v4lue-of-mine"])
    let ask: JSONValue = ["ask": "process", "name": "CLOUD_SECRET"]
    let first = try await answer(to: ask, in: workspace, net, inputs: inputs)
    #expect(first.answer?.json["refused"] != nil && first.answer?.json["value"] == nil)
    guard case .notAllowed(let uses) = first.received.refusal?.problem else {
      Issue.record("\(first.received.steps)")
      return
    }
    #expect(uses.map(\.receiver) == ["scripts"])
    #expect(first.received.refusal?.description.hasPrefix("scripts: they would read the process variable") == true)
    try workspace.consents.allow(uses, for: workspace.path)
    let second = try await answer(to: ask, in: workspace, net, inputs: inputs)
    #expect(second.answer?.json["value"]?.string == "v4lue-of-mine")
    let sent = try await answer(to: send("https://api.test/v4lue-of-mine"), in: workspace, net, inputs: inputs)
    #expect(sent.answer?.json["error"] != nil)
    #expect(!net.asked.withLock { $0 }.contains { $0.contains("v4lue-of-mine") })
  }

  @Test("A module is a file below the collection; links out of it and private files are refused")
  func modules() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    try folder.write("outside.js", "exports.x = 1")
    try folder.write("c/lib/tools.js", "exports.x = 2")
    try folder.write("c/.env", "A=1\n")
    let names = "require('./lib/tools'); require('pad'); require('./lib/link'); require('../outside.js')"
    try folder.write(
      "c/other.yml",
      "info: {name: O, type: http}\nruntime:\n  scripts:\n    - type: tests\n      code: |-\n        \(names)\n")
    try folder.write("c/node_modules/pad/package.json", "{\"main\": \"./main.js\"}")
    try folder.write("c/node_modules/pad/main.js", "exports.x = 3")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("c/lib/link.js"), withDestinationPath: folder.path("outside.js"))
    func code(_ name: String) async throws -> String? {
      let ask: JSONValue = ["ask": "module", "name": .string(name), "from": "users/get.yml"]
      return try await answer(to: ask, in: workspace).answer?.json["code"]?.string
    }
    #expect(try await code("./lib/tools") == "exports.x = 2")
    #expect(try await code("pad") == "exports.x = 3")
    for name in ["./lib/link", "../outside.js", "/etc/passwd", "./.env", "missing"] {
      #expect(try await code(name) == nil, "\(name)")
    }
  }

  @Test("A module that is not allowed is refused, and nothing is sent")
  func unallowedModule() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try folder.write("c/lib/tools.js", "exports.x = 2")
    try folder.write("c/lib/data.json", "[]")
    let ask: JSONValue = ["ask": "module", "name": "./lib/tools", "from": "users/get.yml"]
    let (answer, received) = try await answer(to: ask, in: workspace, net)
    #expect(answer?.json["code"] == nil)
    #expect(answer?.json["refused"]?.string?.hasPrefix("lib/tools.js is not allowed: ") == true)
    guard case .scripts(.notAllowed(let question))? = received.fault else {
      Issue.record("\(received.steps)")
      return
    }
    #expect(question.scripts.map(\.code) == ["exports.x = 2"] && net.asked.withLock { $0.isEmpty })
    try workspace.consents.allow(question.scripts.map(\.use), for: workspace.path)
    #expect(try await self.answer(to: ask, in: workspace, net).answer?.json["code"] == "exports.x = 2")
    let data: JSONValue = ["ask": "module", "name": "./lib/data.json", "from": "users/get.yml"]
    #expect(try await self.answer(to: data, in: workspace, net).answer?.json["code"] == "[]")
  }

  @Test("A request that a script runs sends with its own scripts, and never itself")
  func runs() async throws {
    let folder = try TemporaryDirectory("scripts")
    let net = Net()
    let (answer, _) = try await answer(to: ["ask": "run", "name": "plain"], in: try folder.scriptedWorkspace(), net)
    #expect(answer?.json["response"]?["url"] == "https://api.test/1")
    let own = try await self.answer(to: ["ask": "run", "name": "users/get"], in: try folder.scriptedWorkspace(), net)
    #expect(own.answer?.json["error"] != nil)
  }

  @Test("A dynamic variable has a value, and an unknown one none")
  func dynamic() async throws {
    let folder = try TemporaryDirectory("scripts")
    let workspace = try folder.scriptedWorkspace()
    #expect(try await answer(to: ["ask": "dynamic", "name": "$guid"], in: workspace).answer?.json["value"] != nil)
    #expect(try await answer(to: ["ask": "dynamic", "name": "$nothing"], in: workspace).answer?.json == .object([]))
  }
}
