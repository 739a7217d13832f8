import Sessions
import Workspaces

/// Reports a run in the Test Anything Protocol, version 13, which `prove` reads: one line per request.
enum TAPReport {
  static func text(_ summary: RunSummary) -> String {
    var text = "TAP version 13\n1..\(summary.results.count)\n"
    for (index, result) in summary.results.enumerated() {
      let number = result.iteration > 1 ? " (\(result.iteration))" : ""
      let name = escaped("\(result.id)\(number)")
      text += "\(result.passed ? "ok" : "not ok") \(index + 1) - \(name)"
      text += result.skipped.map { " # SKIP \(escaped($0))" } ?? ""
      text += result.tries > 1 ? "\n# \(result.tries) tries\n" : "\n"
      guard !result.passed else { continue }
      text += "  ---\n"
      if let message = result.message { text += "  message: \(quoted(message))\n" }
      let failed = result.assertions.filter { !$0.passed }
      if !failed.isEmpty { text += "  assertions:\n" }
      for assertion in failed {
        text += "    - expression: \(quoted(assertion.expression))\n      actual: \(quoted(assertion.actual))\n"
      }
      text += "  ...\n"
    }
    if summary.unlisted > 0 { text += "# \(summary.unlisted) more are counted and not listed\n" }
    return text
  }

  private static func escaped(_ text: String) -> String {
    TerminalText.shown(text).map { $0 == "#" || $0 == "\\" ? "\\\($0)" : $0.isNewline ? " " : String($0) }.joined()
  }

  /// A YAML scalar in double quotes, on one line.
  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
