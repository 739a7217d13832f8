import Libc
import Terminal

/// The process environment and its text encoding.
enum Locale {
  /// True if output may contain more than ASCII.
  static var isUTF8: Bool { LocaleName.isUTF8(variable) }

  static var allVariables: [String: String] {
    var found: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      if let equals = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: text, count: equals - text)
        found[String(decoding: name, as: UTF8.self)] = String(cString: equals + 1)
      }
      entry += 1
    }
    return found
  }

  /// One variable, without reading the others: the first frame needs only a few.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
