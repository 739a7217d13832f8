#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the environment says about texts.
enum Locale {
  /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides, as POSIX says.
  static var isUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
    let folded = name.lowercased()
    return folded.contains("utf-8") || folded.contains("utf8")
  }

  /// The process's environment.
  static var allVariables: [String: String] {
    var found: [String: String] = [:]
    #if canImport(Darwin)
    var entry = _NSGetEnviron().pointee
    #else
    var entry = environ
    #endif
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { found[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return found
  }

  /// A variable of the process's environment.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
