import Basics
import Sessions
import Workspaces

/// Reports a run as one JSON document.
enum JSONReport {
  static func text(_ summary: RunSummary) -> String {
    let statistics = summary.statistics
    let sums = JSONValue.object([
      .init("requests", number(statistics.requests)), .init("failed", number(statistics.failed)),
      .init("skipped", number(summary.skipped)), .init("assertions", number(statistics.assertions)),
      .init("failedAssertions", number(statistics.failedAssertions)), .init("time", time(summary.duration)),
      .init("rate", rate(of: summary)), .init("latency", latency(statistics.latency)),
      .init("errors", errors(statistics)),
      .init("statuses", counts(statistics.statuses.map { ($0.key, $0.value) })),
      .init("retried", number(statistics.retried)),
      .init("overdue", number(summary.overdue)), .init("unlisted", number(summary.unlisted)),
    ])
    let document = JSONValue.object([
      .init("name", .string(summary.title)), .init("summary", sums),
      .init("results", .array(summary.results.map(node))),
    ])
    return document.pretty + "\n"
  }

  private static func node(_ result: RunResult) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("request", .string(result.id)), .init("name", .string(result.name)),
      .init("iteration", number(result.iteration)), .init("method", .string(result.method)),
      .init("url", .string(result.url)), .init("status", number(result.status)), .init("time", time(result.duration)),
      .init("size", number(result.size)), .init("passed", .bool(result.passed)),
      .init("assertions", .array(result.assertions.map(node))),
    ]
    if !result.verdicts.isEmpty { members.append(.init("tests", .array(result.verdicts.map(node)))) }
    if !result.console.isEmpty { members.append(.init("console", .array(result.console.map(node)))) }
    if let name = result.statusName { members.append(.init("statusName", .string(name))) }
    if let why = result.skipped { members.append(.init("skipped", .string(why))) }
    if result.tries > 1 { members.append(.init("tries", number(result.tries))) }
    if let message = result.message { members.append(.init("error", .string(message))) }
    return .object(members)
  }

  private static func node(_ assertion: AssertionResult) -> JSONValue {
    .object([
      .init("expression", .string(assertion.expression)), .init("passed", .bool(assertion.passed)),
      .init("actual", .string(assertion.actual)),
    ])
  }

  private static func node(_ verdict: ScriptVerdict) -> JSONValue {
    .object([
      "name": .string(verdict.name), "passed": .bool(verdict.passed), "skipped": verdict.isSkipped ? true : nil,
      "error": verdict.error.map { .string($0) }, "message": verdict.message.map { .string($0) },
      "place": verdict.place.map { .string($0.description) },
    ])
  }

  private static func node(_ line: ConsoleLine) -> JSONValue {
    ["level": .string(line.level), "text": .string(line.text)]
  }

  /// The statistics alone, on one line: times in milliseconds, the rate in requests per second.
  static func line(_ summary: RunSummary) -> String {
    let statistics = summary.statistics
    return JSONValue.object([
      .init("requests", number(statistics.requests)), .init("failed", number(statistics.failed)),
      .init("errors", errors(statistics)), .init("rate", rate(of: summary)),
      .init("latency", latency(statistics.latency)),
      .init(
        "assertions",
        .object([
          .init("passed", number(statistics.passedAssertions)), .init("failed", number(statistics.failedAssertions)),
        ])),
      .init("skipped", number(summary.skipped)), .init("overdue", number(summary.overdue)),
      .init("time", time(summary.duration)),
    ]).text
  }

  /// The latencies; `null` without answers.
  private static func latency(_ latency: LatencyHistogram) -> JSONValue {
    let marks = [("min", latency.shortest)] + RunTotalsText.percentiles(latency) + [("mean", latency.mean)]
    return .object(marks.map { .init($0.0, $0.1.map(time) ?? .null) })
  }

  private static func errors(_ statistics: RunStatistics) -> JSONValue {
    counts(statistics.errors.map { ($0.key, $0.value) })
  }

  private static func counts(_ counts: [(String, Int)]) -> JSONValue {
    .object(counts.sorted { $0.0 < $1.0 }.map { .init($0.0, number($0.1)) })
  }

  private static func rate(of summary: RunSummary) -> JSONValue { .number(Quantity.fixed(summary.rate, 3)) }

  private static func number(_ value: Int) -> JSONValue { .number(String(value)) }
  private static func time(_ duration: Duration) -> JSONValue {
    .number(Quantity.fixed(duration.inMilliseconds, 3))
  }
}
