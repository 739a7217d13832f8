import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("The names in scripts") struct ScriptCheckTests {
  private func unknown(_ code: String) -> [UnknownScriptName] {
    ScriptCheck.unknownNames(in: PlacedScript(phase: "tests", code: code, file: "a.yml", line: 10))
  }

  private func names(_ code: String) -> [String] { unknown(code).map(\.name) }

  @Test func `Provided names are not listed.`() {
    let code = """
      pm.test("ok", () => pm.response.to.have.status(200));
      pm.expect(pm.response.json().a.b).to.eql(bru.getVar("x").y.z);
      pm["environment"]["get"]("x"); res.body.anything.at.all; req.headers["x"]; res("..id");
      insomnia.baseEnvironment.set("a", 1); insomnia.response.json(); client.global.get("x");
      const _ = require('lodash'), own = require("./own.js");
      pm.response.to.not.be.ok; pm.response.to.have.jsonSchema({}); pm.request.headers.upsert({});
      """
    #expect(names(code) == [])
  }

  @Test func `An unknown name has its line and column in the file, and a hint.`() {
    let found = unknown("let a = 1;\n  bru.getVer(`${pm.vault.get('x')}`);\n")
    #expect(
      found.map(\.description) == [
        "a.yml:11:3: bru.getVer is not provided: did you mean getVar?",
        "a.yml:11:17: pm.vault is not provided: secrets of Apus are read as variables",
      ])
    #expect(found.allSatisfy { $0.place.phase == "tests" })
  }

  @Test func `Names of IntelliJ and httpYac that are not provided are listed; those of the script are not.`() {
    let code = "exports.token = response.body.token; test.status(200); jsonPath(response.body, '$.a'); test('a', f);"
    #expect(names(code) == ["exports", "test.status", "jsonPath"])
    #expect(names("const jsonPath = path => path; jsonPath('$.a'); module.exports = 1; test.skip('a');") == [])
  }

  @Test func `Scripts of single gRPC messages are listed by their phase.`() {
    let phases = ["grpc:before-call-start", "grpc:before-message-send", "grpc:after-message-receive"]
    let found = phases.flatMap { phase in
      ScriptCheck.unknownNames(in: PlacedScript(phase: phase, code: "bru.nope", file: "a.yml", line: 3))
    }
    #expect(
      found.map(\.description) == [
        "a.yml:3:1: bru.nope is not provided",
        "a.yml:3: grpc:before-message-send is not provided: scripts run before and after a whole call",
        "a.yml:3: grpc:after-message-receive is not provided: scripts run before and after a whole call",
      ])
    #expect(
      unknown("bru.grpc.request.message.data").map(\.description) == [
        "a.yml:10:1: bru.grpc.request.message is not provided: scripts run before and after a whole call"
      ])
  }

  @Test func `Names in strings, comments, templates and patterns are text.`() {
    let code = #"""
      // pm.vault
      /* bru.nope
      */ const a = "pm.vault" + 'res.nope' + `bru.nope ${ `pm.vault` } req.nope`;
      const b = /pm.vault["'`]/.test(a) ? a / 2 / res.status : 0;
      if (a) /bru.nope/.exec(a);
      const c = a.pm.vault, d = a?.bru.nope;
      """#
    #expect(names(code) == [])
  }

  @Test func `A name that the script declares is its own.`() {
    for code in [
      "const res = pm.response.json(); res.nope", "pm.sendRequest('u', function (err, res) { res.nope })",
      "pm.sendRequest('u', (err, res) => res.nope)", "f(req => req.nope)", "let { client } = x; client.nope",
      "function bru() {} bru.nope()", "res = 1; res.nope", "try {} catch (res) { res.nope }",
      "class A { m(req) { req.nope } }",
    ] {
      #expect(names(code) == [], "\(code)")
    }
    #expect(names("if (res) { res.nope }") == ["res.nope"])
    #expect(names("f(res); res.nope") == ["res.nope"])
  }

  @Test func `Modules are provided, found in the collection, or listed with the next step.`() {
    #expect(
      names("require('fs'); require('nope'); require(name); require('node:url')") == [
        "require(\"fs\")", "require(\"nope\")",
      ])
    let script = PlacedScript(phase: "tests", code: "require('ours'); require('@a/b/c')", file: "a.yml")
    #expect(ScriptCheck.unknownNames(in: script) { $0 == "ours" }.map(\.name) == ["require(\"@a/b/c\")"])
  }

  @Test func `A call that works without its name is not listed.`() {
    #expect(names("req.getType?.()") == [] && names("req.getType()") == ["req.getType"])
  }

  @Test func `Incomplete code is read to its end.`() {
    for code in ["pm.vault('", "pm.vault `${", "pm.vault /*", "pm.vault / /[", "pm.vault}", "pm.vault \\", "pm.vault."]
    {
      #expect(names(code) == ["pm.vault"], "\(code)")
    }
  }

  @Test("Real scripts use few other names", .corpora("scripts"))
  func corpus() throws {
    let file = URL(fileURLWithPath: "\(try Corpora.folder("scripts"))/scripts.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let found = try lines.flatMap { line in
      names(try JSONDecoder().decode(CorpusScript.self, from: Data(line.utf8)).script)
    }
    #expect(lines.count > 1_000)
    let missing = ["pm.visualizer", "pm.require"] + ["fs", "stream", "cheerio"].map { "require(\"\($0)\")" }
    #expect(Set(found) == Set(missing))
  }

  private struct CorpusScript: Decodable {
    var script: String
  }
}

@Suite("The table of names") struct ScriptNamesTests {
  @Test func `A row with braces stands for several names.`() {
    let row = ScriptNameRow(signature: "pm.{a,b}.{get,has}(name)", summary: "s", origin: .postman)
    #expect(row.names.map(\.signature) == ["pm.a.get(name)", "pm.a.has(name)", "pm.b.get(name)", "pm.b.has(name)"])
    #expect(row.names[3].path == ["pm", "b", "has"] && row.names[3].isFunction)
    let object = ScriptNameRow(signature: "f({raw: true})", summary: "s", origin: .bruno)
    #expect(object.names.map(\.signature) == ["f({raw: true})"])
  }

  @Test func `Every name has a summary and appears once.`() {
    let signatures = ScriptNames.all.map(\.signature)
    #expect(Set(signatures).count == signatures.count)
    #expect(ScriptNames.all.allSatisfy { !$0.summary.isEmpty && !$0.signature.contains("|") })
    #expect(ScriptNames.all.contains { $0.path == ["pm", "response", "json"] })
    #expect(ScriptNames.modules.isSuperset(of: ["lodash", "axios"]))
  }

  @Test func `The page of the documentation lists the names of the table.`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("Documentation/Scripts.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    let expected = ScriptNames.topics.flatMap(\.rows).map { "| `\($0.signature)` | \($0.summary) |" }
    #expect(listed == expected)
    let titles = page.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(titles == ScriptNames.topics.map(\.title))
  }

  @Test func `The recipes of the page use provided names.`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("Documentation/Scripts.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```js\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count >= 5)
    for code in blocks {
      let script = PlacedScript(phase: "tests", code: code, file: "Scripts.md")
      #expect(ScriptCheck.unknownNames(in: script).map(\.name) == [])
    }
  }
}

@Suite("The places of scripts") struct PlacedScriptTests {
  @Test func `Scripts of YAML files have the lines and the indentation of their code.`() throws {
    let folder = try TemporaryDirectory("scripts")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: C\n")
    try folder.write(
      "users/folder.yml", "info:\n  name: F\nrequest:\n  scripts:\n    - type: tests\n      code: |\n        folder()\n"
    )
    try folder.write(
      "users/get.yml",
      """
      info:
        name: Get
        type: http
      http:
        method: GET
        url: http://h
      runtime:
        scripts:
          - type: before-request
            code: |-

              second()
          - type: tests
            code: "one()"

      """)
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    var requests: [RequestNode] = []
    workspace.tree().collections[0].forEachRequest { requests.append($0) }
    let scripts = workspace.scripts(of: requests) { Issue.record("\($0)") }
    #expect(
      scripts == [
        PlacedScript(phase: "tests", code: "folder()\n", file: "users/folder.yml", line: 7, indent: 8),
        PlacedScript(phase: "before-request", code: "\nsecond()", file: "users/get.yml", line: 11, indent: 8),
        PlacedScript(phase: "tests", code: "one()", file: "users/get.yml", line: 14, indent: 13),
      ])
  }

  @Test func `Scripts of the older format have the lines of their code.`() throws {
    let folder = try TemporaryDirectory("scripts")
    try folder.write("bruno.json", #"{"name": "Old", "type": "collection", "version": "1"}"#)
    try folder.write(
      "collection.bru", "script:pre-request {\n  all()\n}\n\nscript:grpc:before-call-start {\n  call()\n}\n")
    try folder.write(
      "get.bru", "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://h\n}\n\ntests {\n\n  one()\n  two()\n}\n"
    )
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    var requests: [RequestNode] = []
    workspace.tree().collections[0].forEachRequest { requests.append($0) }
    let scripts = workspace.scripts(of: requests) { Issue.record("\($0)") }
    #expect(
      scripts == [
        PlacedScript(phase: "before-request", code: "all()", file: "collection.bru", line: 2, indent: 2),
        PlacedScript(phase: "grpc:before-call-start", code: "call()", file: "collection.bru", line: 6, indent: 2),
        PlacedScript(phase: "tests", code: "one()\ntwo()", file: "get.bru", line: 12, indent: 2),
      ])
  }

  @Test func `Modules in node_modules of the collection are provided.`() throws {
    let folder = try TemporaryDirectory("scripts")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: C\n")
    try folder.write("node_modules/@a/b/index.js", "")
    try folder.write("node_modules/ours/index.js", "")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    let code = "require('ours'); require('ours/part'); require('@a/b'); require('@a/c'); require('../ours')"
    let script = PlacedScript(phase: "tests", code: code, file: "a.yml")
    #expect(workspace.unknownNames(in: [script]).map(\.name) == ["require(\"@a/c\")"])
  }
}
