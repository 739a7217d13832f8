import Basics
import CProcess
import Libc
package import Workspaces

extension ScriptEngine {
  /// The program that runs now, also if its file has been replaced since.
  package static var thisProgram: [String] {
    #if canImport(Darwin)
    var size: UInt32 = 1 << 12
    var path = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&path, &size) == 0 else { return [CommandLine.arguments[0]] }
    return [path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }]
    #else
    return ["/proc/self/exe"]
    #endif
  }

  /// The variables of a child. Those of the user would tell scripts more than they are given.
  package static func variables(_ environment: [String: String], _ timeZone: String?) -> [String: String] {
    // These select libraries, and the formats of dates and numbers.
    let names = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TZ", "LANG", "LC_ALL", "LC_TIME", "LC_NUMERIC"]
    var variables = environment.filter { names.contains($0.key) }
    if let timeZone { variables["TZ"] = timeZone }
    return variables.merging(engineVariables) { $1 }
  }

  private static let engineVariables = [
    // Otherwise typed arrays are in a reserved area, beyond the limit of memory.
    "GIGACAGE_ENABLED": "0",
    "JSC_useJIT": "0", "JSC_useWasm": "0", "JSC_useWebAssembly": "0", "JSC_useSharedArrayBuffer": "0",
    // The C library's allocator. The engine's own returns memory that the next job takes again: 70 system calls a job.
    "Malloc": "1",
    // The engine collects garbage after 1 MB, many times in each job; that took half of a job's time.
    "JSC_smallHeapSize": "4194304",
    // Fewer threads and smaller heaps.
    "JSC_useConcurrentGC": "0", "JSC_numberOfGCMarkers": "1", "JSC_forceRAMSize": "268435456", "MALLOC_ARENA_MAX": "1",
    // A crash is for this program to report.
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// `JavaScriptCore 2.50.6`, or why scripts cannot run.
  package static func availability() -> Result<String, ScriptFailure> {
    do throws(DynamicLibrary.Failure) {
      return .success(try JavaScriptCore().version)
    } catch {
      return .failure(.unavailable(JavaScriptCore.missing(error)))
    }
  }
}
