import Basics
import CrashReports
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Enables reports in the folder of its first argument, and then crashes in the way of its second.
@main enum Probe {
  static func main() {
    let words = CommandLine.arguments
    guard words.count > 2 else { exit(2) }
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(coreLimit, &limit)
    CrashReport.install(folder: words[1], heading: "Crash report of the probe")
    switch words[2] {
    case "trap": trap(words.count)
    case "overflow": print(deeper(words.count))
    case "overflow-elsewhere":
      guard ThreadStart({ print(deeper(words.count)) }).launch() else { exit(2) }
      dispatchMain()
    case "abort": abort()
    case "many":
      // All at once: one of them writes the report.
      DispatchQueue.concurrentPerform(iterations: 8) { _ in trap(words.count) }
    default: exit(2)
    }
  }

  #if canImport(Glibc)
  private static let coreLimit = __rlimit_resource_t(4)
  #else
  private static let coreLimit = RLIMIT_CORE
  #endif

  /// Reads beyond the end of an array.
  @inline(never) private static func trap(_ count: Int) {
    let secret = Array(repeating: count, count: count)
    print(secret[count])
  }

  @inline(never) private static func deeper(_ count: Int) -> Int {
    count < 0 ? 0 : deeper(count + 1) &+ deeper(count &+ 2)
  }
}
