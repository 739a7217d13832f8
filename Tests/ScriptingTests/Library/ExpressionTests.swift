import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

@Suite("Expressions of assertions and captures", .scriptEngine) struct ScriptExpressionTests {
  private static func bench(_ phase: String, _ rules: ScriptRules = .bruno) -> ScriptBench {
    var bench = ScriptBench.answered(#"{"list": [{"id": 1}, {"id": 2}]}"#)
    (bench.phase, bench.rules) = (phase, rules)
    bench.scopes = [.runtime: [("n", 2)]]
    return bench
  }

  @Test("An expression gives its value or its error, and ends no other", arguments: [ScriptRules.bruno, .postman])
  func values(rules: ScriptRules) async throws {
    let outcome = try await Self.bench("assertions", rules).run(
      "return res.body.list.map(x => x.id)", "return res.nope.a", "return undefined", "return bru.getVar('n') + 1",
      "return bru.interpolate(`${req.method} {{n}}`)", "return await Promise.resolve(true)", "return (", "return NaN",
      "return n")
    let kinds: [JSONValue] = [
      ["value": [1, 2]], "TypeError", [:], ["value": 3], ["value": "GET 2"], ["value": true], "SyntaxError",
      ["value": .null], ["value": 2],
    ]
    let found = outcome.values.map { value in
      value["error"]?.string.map { .string(String($0.prefix { $0 != ":" })) } ?? value
    }
    #expect(found == kinds, "\(outcome.values)")
    #expect(outcome.error == nil && outcome.verdicts.isEmpty)
  }

  @Test("A capture that fails says so on the console")
  func captures() async throws {
    let outcome = try await Self.bench("captures").run("return res.body.list.nope()", "return 1")
    #expect(outcome.values.count == 2 && outcome.values[1] == ["value": 1])
    #expect(outcome.console.map(\.level) == ["error"] && outcome.error == nil)
  }

  @Test("A promise that nothing settles is an error, and a large value is refused")
  func refused() async throws {
    var bench = Self.bench("assertions")
    bench.limits.value = 1_000
    let outcome = try await bench.run("return await new Promise(() => {})", "return 'x'.repeat(2000)", "return 1")
    #expect(outcome.values.map { $0["error"] != nil } == [true, true, false], "\(outcome.values)")
  }
}
