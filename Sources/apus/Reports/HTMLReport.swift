import Basics
import Networking
import Sessions
import Workspaces

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
      \(figures(summary))
      </table>
      <table>
      <tr><th></th><th>Request</th><th>Status</th><th>Time</th><th>Size</th></tr>
      \(summary.results.map(row).joined(separator: "\n"))
      </table>\(unlisted(summary))
      </body>
      </html>

      """
  }

  private static func more(_ figures: RunStatistics) -> String {
    (figures.skipped > 0 ? "\(Quantity.count(figures.skipped)) skipped; " : "")
      + (figures.retried > 0 ? "\(Quantity.count(figures.retried)) retried; " : "")
  }

  private static func figures(_ summary: RunSummary) -> String {
    RunFigures(summary).rows.map { row in
      "<tr><th>\(Markup.escaped(row.title))</th><td>\(Markup.escaped(row.text))</td></tr>"
    }.joined(separator: "\n")
  }

  private static func unlisted(_ summary: RunSummary) -> String {
    summary.unlisted == 0 ? "" : "\n<p>\(Quantity.count(summary.unlisted)) more are counted and not listed.</p>"
  }

  private static func row(_ result: RunResult) -> String {
    let state = result.skipped != nil ? "skipped" : result.passed ? "passed" : "failed"
    var details = "<code>\(Markup.escaped("\(result.method) \(result.url)"))</code>"
    if let why = result.skipped { details += "<br><span class=\"skipped\">skipped: \(Markup.escaped(why))</span>" }
    if result.tries > 1 { details += "<br>\(result.tries) tries" }
    if let message = result.message { details += "<br><span class=\"failed\">\(Markup.escaped(message))</span>" }
    for assertion in result.assertions {
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
