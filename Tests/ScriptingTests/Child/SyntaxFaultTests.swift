import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

@Suite("Syntax errors of scripts", .scriptEngine) struct SyntaxFaultTests {
  @Test(
    "An error is that of the script alone, with line and column",
    arguments: [
      ("let a = ;", "1:9 Unexpected token ';'"), ("f();\n  g(1 2);", "2:7 Unexpected number '2'. Expected ')'"),
      ("test('x', () => {\n  f();\n", "2:6 Unexpected end of script"),
      ("if (a) {\n  f();\n\n", "2:6 Unexpected end of script"), ("f(); }\ng();", "1:6 Unexpected token '}'"),
      ("f(() => {\n});\n});\ng();", "3:1 Unexpected token '}'"), ("const s = '}'; }", "1:16 Unexpected token '}'"),
      ("f('a' 'b')", "1:7 Unexpected string literal 'b'."), ("x = 'ä' ü;", "1:9 Unexpected identifier 'ü'"),
      ("let x;\nlet x;", "2:5 Cannot declare a let variable twice: 'x'."),
    ])
  func place(code: String, expected: String) async throws {
    let script = PlacedScript(phase: "tests", code: code, file: "a.yml")
    let faults = try await ScriptBench.shared().check([script])
    let lines = faults.map { "\($0.place.line):\($0.place.column ?? 0) \($0.message)" }
    #expect(lines.count == 1 && lines[0].hasPrefix(expected), "\(lines)")
    let outcome = try await ScriptBench().run(code)
    #expect(outcome.error?.message == faults.first?.message && outcome.error?.error == "SyntaxError")
    #expect(outcome.error?.place?.line == faults.first?.place.line)
    #expect(outcome.error?.place?.column == faults.first?.place.column)
  }

  @Test("The columns of errors and of lines of the console are those of the file")
  func indentation() async throws {
    var job = ScriptBench().job(["console.log(1);\nnope();"])
    job.scripts[0].line = 5
    job.scripts[0].indent = 8
    let outcome = try await ScriptBench.shared().run(job) { _ in ScriptAnswer([:]) }
    let places = [outcome.console.first?.place, outcome.error?.place].map { "\($0?.line ?? 0):\($0?.column ?? 0)" }
    #expect(places == ["5:20", "6:13"])
  }
}
