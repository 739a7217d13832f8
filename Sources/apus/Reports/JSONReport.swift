import Basics
import Sessions
import Workspaces

/// Reports a run as one JSON document.
enum JSONReport {
  static func text(_ summary: RunSummary) -> String {
    let sums = JSONValue.object([
      .init("requests", number(summary.results.count)), .init("failed", number(summary.failed)),
      .init("skipped", number(summary.skipped)), .init("assertions", number(summary.assertions)),
      .init("failedAssertions", number(summary.failedAssertions)), .init("time", time(summary.duration)),
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
    if let message = result.message { members.append(.init("error", .string(message))) }
    return .object(members)
  }

  private static func node(_ assertion: AssertionResult) -> JSONValue {
    .object([
      .init("expression", .string(assertion.expression)), .init("passed", .bool(assertion.passed)),
      .init("actual", .string(assertion.actual)),
    ])
  }

  private static func number(_ value: Int) -> JSONValue { .number(String(value)) }
  private static func time(_ duration: Duration) -> JSONValue {
    .number(Quantity.fixed(duration.inMilliseconds, 3))
  }
}
