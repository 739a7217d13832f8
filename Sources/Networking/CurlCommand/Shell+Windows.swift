import Basics

extension CurlCommand.Shell {
  /// Two layers: quotes for the C runtime, then a caret before everything that the prompt itself interprets, including
  /// the quotes, so that it never enters its own quoted state.
  static func cmdWord(_ segments: [Segment]) -> String {
    if segments.count == 1, case .literal(let text) = segments[0], isPlain(text, also: "_@+=:,./-") { return text }
    var result = "^\""
    var backslashes = 0
    // A caret after a percent sign prevents variable expansion; before it, `%PATH:a=b%` would still be expanded.
    var isBehindPercent = false
    for segment in segments {
      switch segment {
      case .variable(let name):
        result += (isBehindPercent ? "^" : "") + "%\(identifier(name))%"
        backslashes = 0
        isBehindPercent = false
      case .literal(let text):
        for scalar in text.unicodeScalars {
          if scalar == "\"" {
            result += (isBehindPercent ? "^" : "") + String(repeating: "\\", count: backslashes + 1)
            isBehindPercent = false
          }
          backslashes = scalar == "\\" ? backslashes + 1 : 0
          result += caretEscaped(scalar, always: isBehindPercent)
          isBehindPercent = scalar == "%"
        }
      }
    }
    return result + String(repeating: "\\", count: backslashes) + "^\""
  }

  private static func caretEscaped(_ scalar: Unicode.Scalar, always: Bool) -> String {
    if scalar == "\n" { return "^\n\n" }
    if scalar == "%", !always { return "%" }
    let isPlain = !scalar.isASCII || isPlain(String(scalar), also: " _-:=+~'/.,?;*\t\\") || scalar == "="
    return isPlain && !always ? String(scalar) : "^" + String(scalar)
  }

  static func powerShellWord(_ segments: [Segment]) -> String {
    let literals = segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    let text = literals.joined()
    guard literals.count == segments.count, !text.unicodeScalars.contains(where: \.actsOnTerminal) else {
      return expandable(segments)
    }
    let isOption = text.hasPrefix("-") && !text.contains(".") && !text.contains(":")
    if isPlain(text, also: "_+=:./-"), isOption || !text.hasPrefix("-") { return text }
    var result = "'"
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar)
      // PowerShell ends a string at typographic quotes too.
      if ["'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}"].contains(scalar) {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  private static func expandable(_ segments: [Segment]) -> String {
    var result = "\""
    for segment in segments {
      switch segment {
      case .variable(let name): result += "${env:\(identifier(name))}"
      case .literal(let text):
        for scalar in text.unicodeScalars {
          if scalar.actsOnTerminal {
            result += scalar == "\r" ? "`r" : "`u{\(String(scalar.value, radix: 16))}"
            continue
          }
          if ["`", "$", "\"", "\u{201C}", "\u{201D}", "\u{201E}"].contains(scalar) { result += "`" }
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
