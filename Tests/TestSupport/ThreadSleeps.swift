#if os(Linux)
import Foundation

/// How often the threads of a program have gone to sleep. What does not change in an idle program is that none woke up.
package enum ThreadSleeps {
  /// By number of the thread.
  package static func of(_ process: Int32) throws -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    var counts: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: tasks) {
      // A thread may end between the listing and the look at it.
      guard let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8) else { continue }
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
    }
    return counts
  }
}
#endif
