import Sessions
import Workspaces

/// Reports a run as workflow commands of GitHub Actions, which shows each failure at its file: written to standard
/// output of a step.
enum GitHubReport {
  /// - Parameter folder: the checkout; files below it are named relative to it.
  static func text(_ summary: RunSummary, in folder: String? = nil) -> String {
    let folder = folder ?? WorkspaceLocator.currentFolder()
    let failures = summary.results.filter { !$0.passed }.map { command(for: $0, in: folder) }
    let figures = summary.statistics
    let sums =
      "\(figures.requests) requests, \(figures.failed) failed; "
      + "\(figures.assertions) assertions, \(figures.failedAssertions) failed"
      + (figures.skipped > 0 ? "; \(figures.skipped) skipped" : "")
      + (figures.retried > 0 ? "; \(figures.retried) retried" : "")
    let kind = figures.failed > 0 ? "error" : "notice"
    return (failures + ["::\(kind) title=\(property(summary.title))::\(data(sums))"]).map { $0 + "\n" }.joined()
  }

  private static func command(for result: RunResult, in folder: String) -> String {
    let failed = result.assertions.filter { !$0.passed }.map { "\($0.expression): \($0.lead)\($0.actual)" }
    let tries = result.tries > 1 ? ["after \(result.tries) tries"] : []
    let message = (result.message.map { [$0] } ?? []) + failed + tries
    let title = result.iteration > 1 ? "\(result.id) #\(result.iteration)" : result.id
    let below = folder.hasSuffix("/") ? folder : folder + "/"
    let file = result.path.hasPrefix(below) ? String(result.path.dropFirst(below.count)) : result.path
    let place = file.isEmpty ? "" : "file=\(property(file)),"
    return "::error \(place)title=\(property(title))::\(data(message.joined(separator: "\n")))"
  }

  /// A line end would end the command, and what follows it would be read as a command of its own.
  private static func data(_ text: String) -> String { escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) }

  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// By scalars: CR LF is one character. Other control characters become visible.
  private static func escaped(_ text: String, _ marks: [Unicode.Scalar: String]) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      if let mark = marks[scalar] { output += mark } else { output.unicodeScalars.append(scalar) }
    }
    return TerminalText.shown(output)
  }
}
