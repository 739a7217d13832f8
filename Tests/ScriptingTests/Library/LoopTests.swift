import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

@Suite("The end of scripts", .scriptEngine) struct LoopTests {
  private static let never = "await new Promise(() => {});"

  private func run(_ rules: ScriptRules, _ codes: String...) async throws -> ScriptOutcome {
    var bench = ScriptBench()
    bench.rules = rules
    let job = bench.job(codes)
    return try await ScriptBench.shared().run(job, limits: bench.limits) { _ in ScriptAnswer([:]) }
  }

  @Test("A test whose promise nothing settles fails under Bruno's rules, and one that ends later passes")
  func unsettledTest() async throws {
    let code = """
      test("never", async () => { \(Self.never) });
      test("later", async () => { await bru.sleep(1); });
      test("exits", async () => { await bru.sleep(2); client.exit(); });
      """
    let outcome = try await run(.bruno, code)
    #expect(outcome.verdicts.map(\.name) == ["later", "never"] && outcome.verdicts.map(\.passed) == [true, false])
    #expect(outcome.verdicts.last?.message == "did not end" && outcome.verdicts.last?.place?.line == 1)
    #expect(outcome.error == nil)
  }

  @Test(
    "A script that awaits what nothing settles has failed, under both rules",
    arguments: [
      ScriptRules.bruno, .postman,
    ])
  func unsettledScript(rules: ScriptRules) async throws {
    let outcome = try await run(rules, Self.never + " test('lost', () => {});", "test('next', () => {});")
    #expect(outcome.error?.name == "tests of users/get.yml:1")
    #expect(outcome.error?.message?.hasPrefix("the script did not end: ") == true)
    #expect(outcome.verdicts.map(\.name) == (rules == .bruno ? [] : ["next"]))
  }

  @Test("Under Postman's rules, a test that does not end is a warning of the console")
  func unsettledCallback() async throws {
    let code = "pm.test('callback', (done) => {}); pm.test('promise', async () => { \(Self.never) });"
    let outcome = try await run(.postman, code)
    #expect(outcome.verdicts.map(\.name) == ["promise"] && outcome.error == nil)
    #expect(
      outcome.console.map(\.text) == ["the test \"callback\" did not end", "the test \"promise\" did not end"])
    #expect(outcome.console.allSatisfy { $0.level == "warn" })
  }
}
