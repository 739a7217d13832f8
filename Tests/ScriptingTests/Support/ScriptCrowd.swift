import Foundation
import Scripting
import Synchronization
import TestSupport

/// An engine of one test, whose children can be told from those of other tests.
final class ScriptCrowd: Sendable {
  private let mark = "mark-" + UUID().uuidString
  private let current: Mutex<ScriptEngine?>
  private let program: [String]

  /// - Parameter call: what each child tries before its scripts.
  init(call: String = "nothing") throws {
    program = [try Executable.path("ScriptProbe"), call, mark]
    current = Mutex(ScriptEngine(program: program, environment: [:]))
  }

  var engine: ScriptEngine {
    current.withLock { $0 } ?? ScriptEngine(program: program, environment: [:])
  }

  /// The children that run.
  func processes() -> [pid_t] { ProcessTable.processes(withArgument: mark) }

  /// Forgets the engine. Returns the children that are left.
  func end() -> [pid_t] {
    current.withLock { $0 = nil }
    return processes()
  }
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
    let lines = (try? Tool.run("/bin/ps", ["-ax", "-o", "pid=,args="])) ?? ""
    return lines.split(separator: "\n").filter { $0.contains(word) }.compactMap { line in
      line.split(separator: " ").first.flatMap { pid_t($0) }
    }
    #endif
  }
}
