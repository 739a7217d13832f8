#if os(Linux)
import Foundation
import Synchronization
import TestSupport
import Testing

/// The process that runs scripts is killed while `apus run` sends.
@Suite("Scripts whose process is killed", .scriptEngine) struct ScriptKillTests {
  /// The processes that a process has started.
  private static func children(of parent: Int32) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { process in
      // A process may end meanwhile. Its name may contain blanks and parentheses.
      let bytes = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
      return fields.map { $0.count > 1 && $0[1] == "\(parent)" } ?? false
    }
  }

  @Test("Each of 200 sends ends with its tests or with the reason why they did not run")
  func sends() async throws {
    let parent = Mutex<Int32?>(nil)
    let generator = Mutex(SeededGenerator(seed: 200))
    let server = try AnsweringServer { _ in
      let isUnlucky = generator.withLock { Int.random(in: 0..<8, using: &$0) == 0 }
      if isUnlucky, let parent = parent.withLock({ $0 }) {
        for child in Self.children(of: parent) { kill(child, SIGKILL) }
      }
      return Answer.json("{}")
    }
    defer { server.stop() }
    func script(_ type: String, _ code: String) -> String { "    - {type: \(type), code: '\(code)'}\n" }
    let send = "await bru.sendRequest({ url: \"\(server.url)/side\" });"
    let runtime =
      "  scripts:\n" + script("before-request", send) + script("tests", send + " test(\"ok\", () => {});")
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: runtime)])
    let running = try sample.program.start(
      ["run", "get", "-e", "local", "--iterations", "200", "--allow-scripts", "--report", "json=out.json"])
    parent.withLock { $0 = running.id }
    let result = await running.result()
    #expect(result.status == 1, "\(result.error)")
    let report = try JSONDecoder().decode(JSONValue.self, from: Data(sample.folder.readText("out.json").utf8))
    let verdicts = report["results"].array.map { $0["tests"].array }
    #expect(verdicts.count == 200)
    let endings = verdicts.map { verdicts in
      verdicts.first { $0["passed"] != .bool(true) }?["message"].string ?? verdicts.first?["name"].string ?? "none"
    }
    #expect(Set(endings) == ["ok", "was killed by the system"])
  }
}
#endif
