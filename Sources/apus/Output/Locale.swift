import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The process environment, and what it says about text.
enum Locale {
  /// Whether output may contain more than ASCII.
  static var isUTF8: Bool { LocaleName.isUTF8(variable) }

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

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
