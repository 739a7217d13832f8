import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

/// The table of names and the library agree.
@Suite("The names of the library", .scriptEngine) struct LibraryNamesTests {
  /// The expressions whose parts a script looks for, in the order of the table.
  private static let paths = ScriptNames.all.filter { !$0.signature.contains("\"") && !$0.signature.contains("[") }
    .map { $0.path.joined(separator: ".") }

  private static let modules = ScriptNames.all.map(\.signature).filter {
    $0.hasPrefix("require(\"") && !$0.hasPrefix("require(\"./")
  }

  /// The names that scripts of a phase do not have.
  private func missing(_ rules: ScriptRules, phase: String) async throws -> Set<String> {
    var bench = ScriptBench.answered("{}")
    (bench.rules, bench.phase) = (rules, phase)
    bench.info = [
      "eventName": phase == "tests" ? "test" : "prerequest", "iteration": 0, "iterationCount": 1, "requestName": "R",
      "requestId": "r", "environmentName": "local", "location": ["a", "b"],
    ]
    // A call has every name of HTTP, and a few more.
    bench.request["kind"] = "grpc"
    bench.response?["messages"] = .array([])
    bench.response?["trailers"] = .array([])
    bench.request["body"] = ["mode": "raw", "raw": "{}"]
    bench.request["auth"] = ["type": "bearer", "bearer": [["key": "token", "value": "t"]]]
    if phase != "tests" { (bench.response, bench.body) = (nil, "") }
    let paths = JSONValue.array(Self.paths.map { .string($0) })
    let found = try await bench.value(
      """
      \(paths.text).filter((path) => {
        const parts = path.split(".");
        const last = parts.pop();
        try {
          return parts.length === 0 ? eval("typeof " + last) === "undefined" : !(last in Object(eval(parts.join("."))));
        } catch {
          return true;
        }
      })
      """)
    return Set((found.array ?? []).compactMap(\.string))
  }

  @Test func `Every name of the table exists in one phase and by one tool's rules.`() async throws {
    var missing = Set(Self.paths)
    for rules in [ScriptRules.postman, .bruno] {
      for phase in ["before-request", "tests"] {
        missing.formIntersection(try await self.missing(rules, phase: phase))
      }
    }
    #expect(missing.sorted() == [])
  }

  @Test func `Every module of the table can be required.`() async throws {
    #expect(Self.modules.count > 20)
    for rules in [ScriptRules.postman, .bruno] {
      var bench = ScriptBench.answered("{}")
      bench.rules = rules
      bench.answers["module"] = { _ in ScriptAnswer(["refused": "it is not a file of the collection"]) }
      let outcome = try await bench.run(Self.modules.map { "test('\($0)', () => \($0));" }.joined(separator: "\n"))
      #expect(outcome.error == nil)
      #expect(outcome.verdicts.filter { !$0.passed }.map(\.name) == [])
      #expect(outcome.verdicts.count == Self.modules.count)
    }
  }
}
