/// Stand-ins for what must not reach a terminal, or could not be seen there.
enum VisibleText {
  static let tabWidth = 4

  /// Whether a scalar may be drawn as it is.
  @inline(__always)
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x7F { return value >= 0x20 }
    if value < 0xA0 { return false }
    if value < 0x300 { return value != 0xAD }
    return isPlainBeyondLatin(scalar)
  }

  private static func isPlainBeyondLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiners and variation selectors shape emoji and scripts; they have no effect of their own.
    case 0x200D, 0xFE00...0xFE0F: return true
    case 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return true
    }
  }

  /// The text to draw instead; `nil` stands for a byte that is not UTF-8.
  static func substitute(for scalar: Unicode.Scalar?, column: Int, short: Bool) -> String {
    guard let scalar else { return "\u{FFFD}" }
    switch scalar.value {
    case 0x09: return String(repeating: " ", count: short ? 1 : tabWidth - column % tabWidth)
    case 0..<0x20: return picture(0x2400 + scalar.value)
    case 0x7F: return "\u{2421}"
    default: return short ? "\u{FFFD}" : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  private static func picture(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
  }
}

extension VisibleText {
  /// A text in which nothing acts on a terminal and nothing is invisible; line feeds included.
  static func visible(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isPlain) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isPlain(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar == "\t" ? " " : substitute(for: scalar, column: 0, short: false)
      }
    }
    return result
  }
}
