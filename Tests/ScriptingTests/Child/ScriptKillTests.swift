#if os(Linux)
import Basics
import Foundation
import Scripting
import Synchronization
import TestSupport
import Testing
import Workspaces

@Suite("Killed children", .scriptEngine) struct ScriptKillTests {
  /// Prints lines between questions, so that a child can be killed in every state.
  private static let code = """
    for (let index = 0; index < 10; index++) {
      console.log(index);
      await pm.sendRequest("https://example.org/");
    }
    pm.test("ok", () => {});
    """

  @Test("A child that is killed at any point ends its job with a reason, and nothing else")
  func anyPoint() async throws {
    let crowd = try ScriptCrowd()
    let job = ScriptBench().job([Self.code])
    let response: Basics.JSONValue = ["code": 200, "reason": "OK", "headers": [], "cookies": []]
    var generator = SeededGenerator(seed: 39)
    var (passed, ended) = (0, 0)
    for _ in 0..<60 {
      // The last numbers are never reached.
      let point = Int.random(in: 0..<30, using: &generator)
      let count = Mutex(0)
      let step: @Sendable () -> Void = {
        guard
          count.withLock({ count in
            defer { count += 1 }
            return count == point
          })
        else { return }
        for child in crowd.processes() { kill(child, SIGKILL) }
      }
      do throws(ScriptFailure) {
        let outcome = try await crowd.engine.run(job, onEvent: { _ in step() }) { _ in
          step()
          return ScriptAnswer(["response": response])
        }
        // A child may be killed after its last frame.
        #expect(outcome.verdicts.map(\.name) == ["ok"] && outcome.error == nil)
        passed += 1
      } catch {
        guard case .ended("was killed by the system", _) = error else {
          Issue.record("\(error)")
          return
        }
        ended += 1
      }
    }
    #expect(passed > 5 && ended > 20, "\(passed) passed, \(ended) ended")
    let outcome = try await crowd.engine.run(job) { _ in ScriptAnswer(["response": response]) }
    #expect(outcome.verdicts.map(\.passed) == [true])
    let ends = crowd.processes().compactMap { ProcessEnd(of: $0) }
    crowd.engine.end()
    for end in ends { end.wait() }
    #expect(crowd.processes() == [])
  }
}
#endif
