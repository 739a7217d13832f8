import ArgumentParser
import Basics
import Networking
import Sessions
import Workspaces

/// A run report and its destination: `junit=FILE`, or just `tap` for standard output.
struct Report: Hashable, Sendable {
  enum Format: String, CaseIterable, Sendable {
    case junit, json, tap, html, github

    /// The report for a file name extension.
    init(ending path: String) throws(Failure) {
      switch path.split(separator: "/").last?.split(separator: ".").last {
      case "xml": self = .junit
      case "json": self = .json
      case "tap": self = .tap
      case "html", "htm": self = .html
      default: throw Failure(.usage, "\(path) has no report format: end the name with .html, .xml, .json or .tap")
      }
    }
  }

  let format: Format
  /// The destination; `nil` is standard output.
  let path: String?

  /// Parses reports separated by commas.
  static func parse(_ text: String) throws(Failure) -> [Report] {
    var reports: [Report] = []
    for part in text.split(separator: ",") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = Format(rawValue: String(halves[0])) else {
        let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "there is no report \(halves[0]); choose \(known)")
      }
      if halves.count > 1, halves[1].isEmpty {
        throw Failure(.usage, "--report \(format)= names no file; without = it goes to standard output")
      }
      reports.append(Report(format: format, path: halves.count > 1 ? String(halves[1]) : nil))
    }
    return reports
  }

  /// Fails if a report cannot be written; called before the run, because its results would be lost.
  static func check(_ reports: [Report]) throws(Failure) {
    if reports.count(where: { $0.path == nil }) > 1 {
      throw Failure(.usage, "only one report can go to standard output; give the others a file, such as junit=FILE")
    }
    for path in reports.compactMap(\.path) { try OutputFile.check(path) }
  }

  func write(_ summary: RunSummary) throws(Failure) {
    let text =
      switch format {
      case .junit: JUnitReport.text(summary)
      case .json: JSONReport.text(summary)
      case .tap: TAPReport.text(summary)
      case .html: HTMLReport.text(summary)
      case .github: GitHubReport.text(summary)
      }
    guard let path else { return try Output.standard.write(text, as: format == .json ? .json : .text) }
    let file = try OutputFile(path)
    try file.output.write(text)
    try file.commit()
  }
}

/// Escapes text for XML and HTML.
enum Markup {
  /// Escapes special characters, and replaces characters that XML 1.0 does not allow with U+FFFD.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      // Unescaped in an attribute, these would be normalized to spaces.
      case "\n": output += "&#10;"
      case "\t": output += "&#9;"
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": output += "\u{fffd}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

/// Reports a run as JUnit XML, for continuous integration: one suite per request, one case per assertion and per test
/// of a script.
enum JUnitReport {
  static func text(_ summary: RunSummary) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let all = summary.results.flatMap(cases)
    let failures = all.count { $0.failure != nil }
    text += "<testsuites name=\"\(Markup.escaped(summary.title))\" tests=\"\(all.count)\" failures=\"\(failures)\""
    text += skipped(summary.results)
    text += " time=\"\(seconds(summary.duration))\">\n"
    for result in summary.results { text += suite(result) }
    return text + "</testsuites>\n"
  }

  private static func suite(_ result: RunResult) -> String {
    let cases = cases(of: result)
    let name = Markup.escaped(result.iteration > 1 ? "\(result.id) #\(result.iteration)" : result.id)
    let failures = cases.count { $0.failure != nil }
    var text = "  <testsuite name=\"\(name)\" tests=\"\(cases.count)\" failures=\"\(failures)\""
    text += skipped([result]) + " time=\"\(seconds(result.duration))\">\n"
    if result.tries > 1 {
      text += "    <properties>\n      <property name=\"tries\" value=\"\(result.tries)\"/>\n    </properties>\n"
    }
    for item in cases {
      text += "    <testcase name=\"\(Markup.escaped(item.name))\" classname=\"\(name)\""
      text += " time=\"\(seconds(result.duration))\""
      if let failure = item.failure {
        text += ">\n      <failure message=\"\(Markup.escaped(failure))\"/>\n    </testcase>\n"
      } else if let why = item.isSkipped ? "" : result.skipped {
        text += ">\n      <skipped message=\"\(Markup.escaped(why))\"/>\n    </testcase>\n"
      } else {
        text += "/>\n"
      }
    }
    return text + "  </testsuite>\n"
  }

  private static func skipped(_ results: [RunResult]) -> String {
    let count = results.reduce(0) { count, result in
      count + (result.skipped == nil ? result.verdicts.count(where: \.isSkipped) : cases(of: result).count)
    }
    return count == 0 ? "" : " skipped=\"\(count)\""
  }

  /// The assertions and the tests of scripts, plus the send itself if it failed or there are none.
  private static func cases(of result: RunResult) -> [(name: String, failure: String?, isSkipped: Bool)] {
    var cases = result.cases.map { item in
      (name: item.expression, failure: item.passed ? nil : "\(item.lead)\(item.actual)", isSkipped: false)
    }
    cases += result.verdicts.filter(\.isSkipped).map { (name: $0.name, failure: String?.none, isSkipped: true) }
    if result.trouble != nil || cases.isEmpty {
      cases.insert((name: "\(result.method) \(result.url)", failure: result.message, isSkipped: false), at: 0)
    }
    return cases
  }

  private static func seconds(_ duration: Duration) -> String {
    Quantity.fixed(duration.inMilliseconds / 1000, 3)
  }
}

/// Reports a run in the Test Anything Protocol, version 13, which `prove` reads: one line per request, and one per test
/// of a script.
enum TAPReport {
  static func text(_ summary: RunSummary) -> String {
    let count = summary.results.reduce(0) { $0 + 1 + $1.verdicts.count }
    var text = "TAP version 13\n1..\(count)\n"
    var index = 0
    for result in summary.results {
      let number = result.iteration > 1 ? " (\(result.iteration))" : ""
      let name = escaped("\(result.id)\(number)")
      index += 1
      text += line(of: result, index, name)
      for verdict in result.verdicts {
        index += 1
        text += "\(verdict.passed || verdict.isSkipped ? "ok" : "not ok") \(index) - \(name): \(escaped(verdict.name))"
        text += verdict.isSkipped ? " # SKIP\n" : "\n"
        if !verdict.passed, !verdict.isSkipped { text += "  ---\n  message: \(quoted(verdict.words))\n  ...\n" }
      }
    }
    if summary.unlisted > 0 { text += "# \(summary.unlisted) more are counted but not listed\n" }
    return text
  }

  private static func line(of result: RunResult, _ index: Int, _ name: String) -> String {
    let failed = result.assertions.filter { !$0.passed }
    let passed = result.trouble == nil && failed.isEmpty
    var text = "\(passed ? "ok" : "not ok") \(index) - \(name)"
    text += result.skipped.map { " # SKIP \(escaped($0))" } ?? ""
    text += result.tries > 1 ? "\n# \(result.tries) tries\n" : "\n"
    if passed { return text }
    text += "  ---\n"
    if let message = result.message { text += "  message: \(quoted(message))\n" }
    if !failed.isEmpty { text += "  assertions:\n" }
    for assertion in failed {
      text += "    - expression: \(quoted(assertion.expression))\n      actual: \(quoted(assertion.actual))\n"
    }
    return text + "  ...\n"
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
        output += "\\u" + Hexadecimal.text(scalar.value, digits: 4)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}

/// Reports a run as GitHub Actions workflow commands on standard output, which GitHub shows as failures at their files.
enum GitHubReport {
  /// - Parameter folder: the checkout; files below it are named relative to it.
  static func text(_ summary: RunSummary, in folder: String? = nil) -> String {
    let folder = folder ?? WorkspaceLocator.currentFolder()
    let failures = summary.results.filter { !$0.passed }.map { command(for: $0, in: folder) }
    let statistics = summary.statistics
    let sums =
      "\(statistics.requests) requests, \(statistics.failed) failed; "
      + "\(statistics.assertions) assertions, \(statistics.failedAssertions) failed"
      + (statistics.skipped > 0 ? "; \(statistics.skipped) skipped" : "")
      + (statistics.retried > 0 ? "; \(statistics.retried) retried" : "")
    let kind = statistics.failed > 0 ? "error" : "notice"
    return (failures + ["::\(kind) title=\(property(summary.title))::\(data(sums))"]).map { $0 + "\n" }.joined()
  }

  private static func command(for result: RunResult, in folder: String) -> String {
    let failed = result.cases.filter { !$0.passed }.map { "\($0.expression): \($0.lead)\($0.actual)" }
    let tries = result.tries > 1 ? ["after \(result.tries) tries"] : []
    let message = (result.message.map { [$0] } ?? []) + failed + tries
    let title = result.iteration > 1 ? "\(result.id) #\(result.iteration)" : result.id
    let below = folder.hasSuffix("/") ? folder : folder + "/"
    let file = result.path.hasPrefix(below) ? String(result.path.dropFirst(below.count)) : result.path
    let place = file.isEmpty ? "" : "file=\(property(file)),"
    return "::error \(place)title=\(property(title))::\(data(message.joined(separator: "\n")))"
  }

  /// Escapes a value. A line end would end the command, and the rest would be read as a command of its own.
  private static func data(_ text: String) -> String { escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"]) }

  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Escapes by Unicode scalars, because CR LF is one character. Other control characters become visible.
  private static func escaped(_ text: String, _ marks: [Unicode.Scalar: String]) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      if let mark = marks[scalar] { output += mark } else { output.unicodeScalars.append(scalar) }
    }
    return TerminalText.shown(output)
  }
}

/// Reports a run as one self-contained page, for people.
enum HTMLReport {
  static func text(_ summary: RunSummary) -> String {
    let title = Markup.escaped(summary.title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; }
      td, th { border-bottom: 1px solid #8884; padding: .3rem .6rem; text-align: left; vertical-align: top; }
      td.number { text-align: right; white-space: nowrap; }
      .passed { color: #2e7d32; } .skipped { color: #777; } .failed { color: #b3261e; }
      code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      <p>\(summary.statistics.requests) requests, <span class="failed">\(summary.statistics.failed) failed</span>; \
      \(summary.statistics.assertions) assertions, \(summary.statistics.failedAssertions) failed; \
      \(more(summary.statistics))\
      \(Quantity.duration(summary.duration))</p>
      <table>
      \(statistics(summary))
      </table>
      <table>
      <tr><th></th><th>Request</th><th>Status</th><th>Time</th><th>Size</th></tr>
      \(summary.results.map(row).joined(separator: "\n"))
      </table>\(unlisted(summary))
      </body>
      </html>

      """
  }

  private static func more(_ statistics: RunStatistics) -> String {
    (statistics.skipped > 0 ? "\(Quantity.count(statistics.skipped)) skipped; " : "")
      + (statistics.retried > 0 ? "\(Quantity.count(statistics.retried)) retried; " : "")
  }

  private static func statistics(_ summary: RunSummary) -> String {
    RunTotalsText(summary: summary).rows.map { row in
      "<tr><th>\(Markup.escaped(row.title))</th><td>\(Markup.escaped(row.text))</td></tr>"
    }.joined(separator: "\n")
  }

  private static func unlisted(_ summary: RunSummary) -> String {
    summary.unlisted == 0 ? "" : "\n<p>\(Quantity.count(summary.unlisted)) more are counted but not listed.</p>"
  }

  private static func row(_ result: RunResult) -> String {
    let state = result.skipped != nil ? "skipped" : result.passed ? "passed" : "failed"
    var details = "<code>\(Markup.escaped("\(result.method) \(result.url)"))</code>"
    if let why = result.skipped { details += "<br><span class=\"skipped\">skipped: \(Markup.escaped(why))</span>" }
    if result.tries > 1 { details += "<br>\(result.tries) tries" }
    if let message = result.message { details += "<br><span class=\"failed\">\(Markup.escaped(message))</span>" }
    for assertion in result.cases {
      let mark = assertion.passed ? "passed\">✓ " : "failed\">✗ "
      let actual = assertion.passed ? "" : ", \(assertion.lead)\(assertion.actual)"
      details += "<br><span class=\"\(mark)\(Markup.escaped(assertion.expression + actual))</span>"
    }
    let number = result.iteration > 1 ? " #\(result.iteration)" : ""
    return "<tr><td class=\"\(state)\">\(result.skipped != nil ? "–" : result.passed ? "✓" : "✗")</td>"
      + "<td><b>\(Markup.escaped(result.id))\(number)</b><br>\(details)</td>"
      + "<td class=\"number\">\(Markup.escaped(result.shortStatus.text ?? "–"))</td>"
      + "<td class=\"number\">\(Quantity.duration(result.duration))</td>"
      + "<td class=\"number\">\(Quantity.bytes(result.size))</td></tr>"
  }
}
