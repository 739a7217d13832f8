import Foundation
import Scripting
import TestSupport

/// An engine of one test, whose children can be told from those of other tests.
final class ScriptCrowd: Sendable {
  let engine: ScriptEngine
  private let mark = "mark-" + UUID().uuidString

  /// - Parameter call: what each child tries before its scripts.
  init(call: String = "nothing") throws {
    engine = ScriptEngine(program: [try Executable.path("ScriptProbe"), call, mark], environment: [:])
  }

  /// The children that run.
  func processes() -> [pid_t] { ProcessTable.processes(withArgument: mark) }
}

/// The processes of the system.
enum ProcessTable {
  static func processes(withArgument word: String) -> [pid_t] {
    #if os(Linux)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { process in
      // A process may end meanwhile.
      let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return bytes.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
    }
    #else
    let lines = (try? Tool.run("/bin/ps", ["-axww", "-o", "pid=", "-o", "args="])) ?? ""
    return lines.split(separator: "\n").filter { $0.contains(word) }.compactMap { line in
      line.split(separator: " ").first.flatMap { pid_t($0) }
    }
    #endif
  }
}
