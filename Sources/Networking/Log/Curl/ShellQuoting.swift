/// Text as one word of a POSIX shell command, safe to paste: nothing in it is expanded, split or run.
public enum ShellQuoting {
  /// Bare where every character is harmless, else in single quotes.
  public static func word(_ text: String) -> String {
    let harmless = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_@%+=:,./-".utf8.contains($0) }
    return harmless && !text.isEmpty ? text : quoted(text)
  }

  /// Always in single quotes; a quote inside ends them, stands escaped, and begins them anew.
  public static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" {
        result += #"'\''"#
      } else if scalar != "\0" {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// A `printf` command that writes exactly these bytes. Readable where they are text without control characters,
  /// else with octal escapes, so that a terminal into which it is pasted never sees a control character.
  public static func printf(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), isPasteable(text) { return "printf %s " + quoted(text) }
    var format = "printf '"
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: format += #"\055"#  // Else it would be an option of `printf`.
      case UInt8(ascii: "%"): format += "%%"
      case UInt8(ascii: "\\"): format += #"\\"#
      case UInt8(ascii: "'"): format += #"\047"#
      case 0x20..<0x7f: format.unicodeScalars.append(Unicode.Scalar(byte))
      default: format += "\\" + octal(byte)
      }
    }
    return format + "'"
  }

  /// Whether the text has no control character but tabs and line feeds.
  static func isPasteable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t" || (scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value))
    }
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }
}
