import Basics

/// Reads the terminal's character set from the environment.
package enum LocaleName {
  /// Whether the terminal uses UTF-8. The first non-empty variable of `LC_ALL`, `LC_CTYPE` and `LANG` decides
  /// (POSIX.1-2017, section 8.2). Only the name counts, because after `ssh` this machine often lacks the locale.
  /// - Parameter variable: returns a variable of the environment.
  package static func isUTF8(_ variable: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = variable(name), !value.isEmpty else { continue }
      return namesUTF8(value)
    }
    return false
  }

  /// Whether the name contains `UTF-8` or `utf8`. Compares bytes, because a string search would make the runtime scan
  /// all types of the program at every start.
  private static func namesUTF8(_ value: String) -> Bool {
    let wanted: [UInt8] = [0x75, 0x74, 0x66, 0x38]
    var found = 0
    for byte in value.utf8 where byte != 0x2D {
      let folded = byte.asciiLowercased
      if folded == wanted[found] { found += 1 } else { found = folded == wanted[0] ? 1 : 0 }
      if found == wanted.count { return true }
    }
    return false
  }
}
