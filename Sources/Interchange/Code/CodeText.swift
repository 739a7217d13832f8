import Basics

/// Text as string literals in double quotes, with the escapes of one language.
struct CodeText: Sendable {
  /// How a character is written by its number.
  enum Escape {
    /// `\u00e9`, `\U0001f600`: Python, Go, C#.
    case digits
    /// `\u00e9`, `\u{1f600}`: JavaScript.
    case digitsOrBraces
    /// `\u00e9`, `\ud83d\ude00`: Java, Kotlin.
    case surrogates
    /// `\u{e9}`: PHP, Ruby, Rust, Swift.
    case braces
    /// `\xc3\xa9`, the bytes of UTF-8: Perl.
    case bytes
  }

  let escape: Escape
  /// What has a meaning within quotes there: `$`.
  var marks: Set<Unicode.Scalar> = []

  /// One literal.
  func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars { made += escaped(scalar) }
    return made + "\""
  }

  /// A literal for each line, so that a body reads as it is sent.
  func lines(_ text: String) -> [String] {
    var rest = Substring(text)
    var made: [String] = []
    while let end = rest.utf8.firstIndex(of: 0x0A) {
      made.append(quoted(String(rest[...end])))
      rest = rest[rest.utf8.index(after: end)...]
    }
    return rest.isEmpty && !made.isEmpty ? made : made + [quoted(String(rest))]
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where marks.contains(scalar): return "\\\(scalar)"
    default: return Self.isPlain(scalar) ? String(scalar) : code(scalar)
    }
  }

  /// What is invisible, or changes the order of the text around it, is written by its number.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return false
    default: return true
    }
  }

  private func code(_ scalar: Unicode.Scalar) -> String {
    let isWide = scalar.value > 0xFFFF
    switch escape {
    case .digits: return isWide ? "\\U" + Self.hex(scalar.value, 8) : "\\u" + Self.hex(scalar.value, 4)
    case .digitsOrBraces: return isWide ? "\\u{\(Self.hex(scalar.value, 1))}" : "\\u" + Self.hex(scalar.value, 4)
    case .surrogates: return String(scalar).utf16.map { "\\u" + Self.hex(UInt32($0), 4) }.joined()
    case .braces: return "\\u{\(Self.hex(scalar.value, 1))}"
    case .bytes: return String(scalar).utf8.map { "\\x" + Self.hex(UInt32($0), 2) }.joined()
    }
  }

  static func hex(_ number: UInt32, _ width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension [String] {
  /// One expression over several lines: the literals of a text joined by an operator, with what follows the last.
  func joined(by mark: String, indent: String = "  ", ending: String) -> [String] {
    enumerated().map { index, line in indent + line + (index == count - 1 ? ending : " " + mark) }
  }

  /// The same with what stands before it: on one line if there is one, else below.
  func joined(after start: String, by mark: String, indent: String = "  ", ending: String) -> [String] {
    count > 1 ? [start] + joined(by: mark, indent: indent, ending: ending) : ["\(start) \(self[0])\(ending)"]
  }

  func indented(_ blanks: String) -> [String] { map { $0.isEmpty ? $0 : blanks + $0 } }
}
