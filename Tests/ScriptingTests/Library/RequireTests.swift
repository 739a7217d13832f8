import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

@Suite("Modules of files", .scriptEngine) struct RequireTests {
  private static let modules = [
    "./lib/thrower": "module.exports = () => {\n  throw new Error('boom');\n};",
    "./lib/late": "exports.f = async () =>"
      + " {\n  await null;\n  null.x;\n};", "./lib/broken": "\nlet x = ;", "./lib/outer": "require('./inner')",
    "./inner": "expect(1).to.equal(2)",
  ]

  private static var bench: ScriptBench {
    var bench = ScriptBench()
    bench.rules = .bruno
    bench.answers["module"] = { ask in
      let name = ask.content["name"]?.string ?? ""
      guard let code = modules[name] else { return ScriptAnswer(["refused": "missing"]) }
      let path = "lib/\(name.split(separator: "/").last ?? "").js"
      return ScriptAnswer(["kind": "js", "path": .string(path), "code": .string(code)])
    }
    return bench
  }

  @Test(
    "An error in a module names its place first, and then that of the script",
    arguments: [
      ("\nrequire('./lib/thrower')();", "lib/thrower.js:2:18: boom", 2),
      ("require('./lib/broken');", "lib/broken.js:2:9: Unexpected token ';'", 1),
      ("\n\nrequire('./lib/outer');", "lib/inner.js:1:19: expected 1 to equal 2", 3),
      ("\nawait require('./lib/late').f();", "lib/late.js:3:", 1),
    ])
  func place(code: String, message: String, line: Int) async throws {
    let outcome = try await Self.bench.run(code)
    #expect(outcome.error?.message?.hasPrefix(message) == true, "\(outcome.error?.message ?? "")")
    #expect(outcome.error?.place?.line == line)
    let test = try await Self.bench.run("test('in a test', async () => {\(code)\n});")
    #expect(test.verdicts.first?.message == outcome.error?.message)
  }
}
