import Networking
import Terminal
import Workspaces

/// What the Tests tab shows: the verdicts on an answer, failures first, and the variables that it set.
///
/// Made once, when the verdicts come: an actual value may be a whole body, too much to be masked for every frame.
struct TestReport: Equatable, Sendable {
  struct Test: Equatable, Sendable {
    /// The row of the request and what it said; `nil` where the assertions were changed while the request was sent.
    var source: Source?
    var expression: String
    /// What was expected, in words; empty where `expression` has them, too.
    var expected: String
    var actual: String
    var passed: Bool
    /// The whole actual value.
    var copyText: String
  }

  struct Source: Equatable, Sendable {
    var row: Int
    var assertion: Assertion
  }

  struct Setting: Equatable, Sendable {
    var name: String
    var expression: String
    /// `nil` where nothing was found: the variable keeps its value.
    var value: String?
    var isSecret = false
  }

  var tests: [Test]
  var settings: [Setting]
  var passed: Int

  /// `2/4`: the tests that passed, or where there are none, the variables that were set.
  var share: String? {
    if !tests.isEmpty { return "\(passed)/\(tests.count)" }
    return settings.isEmpty ? nil : "\(settings.count { $0.value != nil })/\(settings.count)"
  }

  init(_ checks: AnswerChecks, of draft: RequestDefinition, in table: VariableTable?) {
    let declared = Set((table?.entries ?? []).filter(\.isSecret).map(\.name))
    func isSecret(_ name: String) -> Bool { declared.contains(name) || VariableTable.namesSecret(name) }
    let known = (table?.entries ?? []).filter(\.isSecret).map(\.value)
    let captured = checks.captured.filter { isSecret($0.name) }.map(\.value)
    // A shorter value is in too many texts that have nothing to do with it.
    let redaction = Redaction(secrets: Set((known + captured).filter { $0.utf8.count >= 3 }), mask: VariableSpan.mask)
    let rows = Self.rows(of: checks.assertions, in: draft)
    let tests = checks.assertions.enumerated().map { index, result in
      Test(result, rows.map { Source(row: $0[index], assertion: draft.assertions[$0[index]]) }, redaction)
    }
    self.tests = tests.filter { !$0.passed } + tests.filter(\.passed)
    passed = tests.count(where: \.passed)
    func expression(_ name: String) -> String {
      draft.captures.last { $0.isEnabled && $0.variable == name }?.expression ?? ""
    }
    settings =
      checks.captured.map { pair in
        let isSecret = isSecret(pair.name)
        let value = isSecret ? VariableSpan.mask : redaction.masked(text: pair.value)
        return Setting(name: pair.name, expression: expression(pair.name), value: value, isSecret: isSecret)
      } + checks.missed.map { Setting(name: $0.variable, expression: $0.expression) }
  }

  /// The row of the request for each result; `nil` where the assertions were changed since the send.
  static func rows(of results: [AssertionResult], in draft: RequestDefinition) -> [Int]? {
    let judged = draft.assertions.enumerated().filter(\.element.isEnabled)
    guard judged.count == results.count,
      zip(judged, results).allSatisfy({ $1.expression.hasPrefix($0.element.expression) })
    else { return nil }
    return judged.map(\.offset)
  }
}

extension TestReport.Test {
  fileprivate init(_ result: AssertionResult, _ source: TestReport.Source?, _ redaction: Redaction) {
    let own = source?.assertion.expression
    let masked = result.masked(by: redaction)
    let check = own.map { String(result.expression.dropFirst($0.count).drop { $0 == " " }) } ?? ""
    self.init(
      source: source, expression: own.map { redaction.masked(text: $0) } ?? masked.expression,
      expected: CheckOperator.words(of: redaction.masked(text: check)),
      actual: masked.actual, passed: result.passed, copyText: redaction.masked(text: result.actual))
  }
}
