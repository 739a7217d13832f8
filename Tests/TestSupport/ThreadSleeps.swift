#if os(Linux)
import Foundation

/// The number of times that the threads of a program went to sleep. It does not change in an idle program.
package enum ThreadSleeps {
  /// The counts by thread number.
  package static func of(_ process: Int32) throws -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    var counts: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: tasks) {
      // A thread may end between listing and reading.
      guard let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8) else { continue }
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
    }
    return counts
  }
}
#endif
