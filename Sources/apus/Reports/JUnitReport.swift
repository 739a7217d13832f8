import Basics
import Sessions
import Workspaces

/// Reports a run as JUnit XML, for continuous integration: one suite per request, one case per assertion.
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
      } else if let why = result.skipped {
        text += ">\n      <skipped message=\"\(Markup.escaped(why))\"/>\n    </testcase>\n"
      } else {
        text += "/>\n"
      }
    }
    return text + "  </testsuite>\n"
  }

  private static func skipped(_ results: [RunResult]) -> String {
    let count = results.count { $0.skipped != nil }
    return count == 0 ? "" : " skipped=\"\(count)\""
  }

  /// The assertions, plus the send itself if it failed or there are no assertions.
  private static func cases(of result: RunResult) -> [(name: String, failure: String?)] {
    var cases = result.assertions.map { assertion in
      (name: assertion.expression, failure: assertion.passed ? nil : "\(assertion.lead)\(assertion.actual)")
    }
    if result.trouble != nil || cases.isEmpty {
      cases.insert((name: "\(result.method) \(result.url)", failure: result.message), at: 0)
    }
    return cases
  }

  private static func seconds(_ duration: Duration) -> String {
    Quantity.fixed(duration.inMilliseconds / 1000, 3)
  }
}
