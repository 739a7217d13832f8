import Basics
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// The content of the Tests tab: the test results of an answer, failures first, and the variables that it set.
///
/// Created once per result, because an actual value may be a whole body, which is too much to mask for every frame.
package struct TestReport: Equatable, Sendable {
  package struct Test: Equatable, Sendable {
    /// The request's row and its content; `nil` if the assertions changed during the send.
    var source: Source?
    var expression: String
    /// The expected value in words; empty if `expression` includes it.
    var expected: String
    var actual: String
    var passed: Bool
    /// The whole actual value.
    var copyText: String
    var isSkipped = false
    /// The line of the script that judged; `nil` for an assertion.
    var script: ScriptPlace?
  }

  struct Source: Equatable, Sendable {
    var row: Int
    var assertion: Assertion
  }

  struct Setting: Equatable, Sendable {
    var name: String
    var expression: String
    /// `nil` if nothing was found, so the variable has no value.
    var value: String?
    var isSecret = false
  }

  var tests: [Test]
  var settings: [Setting]
  var passed: Int

  /// `2/4`: the tests that passed, or without tests, the variables that were set.
  var share: String? {
    let judged = tests.count { !$0.isSkipped }
    if judged > 0 { return "\(passed)/\(judged)" }
    return settings.isEmpty ? nil : "\(settings.count { $0.value != nil })/\(settings.count)"
  }

  /// - Parameter scripts: the results of the scripts, masked.
  init(
    _ checks: AnswerChecks, of draft: RequestDefinition, in table: VariableTable?, scripts: ScriptResults? = nil
  ) {
    let declared = Set((table?.entries ?? []).filter(\.isSecret).map(\.name))
    func isSecret(_ name: String) -> Bool { declared.contains(name) || VariableTable.namesSecret(name) }
    let known = (table?.entries ?? []).filter(\.isSecret).map(\.value)
    let captured = checks.captured.filter { isSecret($0.name) }.map(\.value)
    // A shorter value occurs by chance in too many texts.
    let redaction = Redaction(secrets: Set((known + captured).filter { $0.utf8.count >= 3 }), mask: VariableSpan.mask)
    let rows = Self.rows(of: checks.assertions, in: draft)
    let asserted = checks.assertions.enumerated().map { index, result in
      Test(result, rows.map { Source(row: $0[index], assertion: draft.assertions[$0[index]]) }, redaction)
    }
    let tests = asserted + (scripts?.verdicts ?? []).map { Test($0) }
    self.tests = tests.filter { !$0.passed } + tests.filter(\.passed)
    passed = tests.count { $0.passed && !$0.isSkipped }
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

  /// Adds the next test of a script, failures first.
  mutating func add(_ verdict: ScriptVerdict) {
    let test = Test(verdict)
    tests.insert(test, at: test.passed ? tests.count : tests.count { !$0.passed })
    if test.passed, !test.isSkipped { passed += 1 }
  }

  /// The request's row for each result; `nil` if the assertions changed since the send.
  static func rows(of results: [AssertionResult], in draft: RequestDefinition) -> [Int]? {
    let judged = draft.assertions.enumerated().filter(\.element.isEnabled)
    guard judged.count == results.count,
      zip(judged, results).allSatisfy({ $1.expression.hasPrefix($0.element.expression) })
    else { return nil }
    return judged.map(\.offset)
  }
}

extension TestReport.Test {
  /// A test of a script. An error that ended a script is one, too.
  fileprivate init(_ verdict: ScriptVerdict) {
    let isAssertion = verdict.error == nil || verdict.error == "AssertionError"
    let message = (isAssertion ? "" : "\(verdict.error ?? ""): ") + (verdict.message ?? "")
    self.init(
      expression: verdict.name, expected: "",
      actual: verdict.isSkipped ? "skipped" : verdict.passed ? "" : message,
      passed: verdict.passed || verdict.isSkipped, copyText: message.isEmpty ? verdict.name : message,
      isSkipped: verdict.isSkipped, script: verdict.place)
  }

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

extension AnswerChecks {
  /// Without an answer, the assertions were not evaluated, and their results only report its absence.
  func judging(_ exchange: Exchange?) -> AnswerChecks { exchange?.isAnswered == false ? AnswerChecks() : self }
}

/// The Tests tab: a row for each assertion with its expected and actual value, failures first, then the variables.
extension ResponseFacts {
  /// - Parameter exchange: `nil` during a send.
  static func tests(_ exchange: Exchange?, _ state: ResponseSubject, _ width: Int) -> [Line] {
    // Under Postman's rules, scripts run without an answer, too.
    if state.tests?.tests.isEmpty ?? true {
      guard let exchange else { return [note("No test has run yet.", state)] }
      guard exchange.isAnswered else { return [note("No answer came: nothing was checked.", state)] }
    }
    let draft = state.draft
    guard let report = state.tests else {
      return [note(state.keys.filled("Not checked: \(key: "send") sends it again and checks the answer."), state)]
    }
    guard report.share != nil || !report.tests.isEmpty else {
      let isNew = !draft.assertions.isEmpty || !draft.captures.isEmpty
      if isNew { return [note(state.keys.filled("Added since the send: \(key: "send") checks them."), state)] }
      if state.scripts == nil { return [note("The request has no tests.", state)] }
      return ["The scripts contain no tests.", "test(name, function) in a script adds one."].map { note($0, state) }
    }
    var lines: [Line] = []
    if !report.tests.isEmpty {
      let columns = TestColumns(report.tests, width: width, unicode: state.capabilities.unicode)
      lines += columns.heading(state.theme)
      for (index, test) in report.tests.enumerated() { lines += columns.lines(of: test, at: index, state.theme) }
    }
    if !report.settings.isEmpty {
      if !lines.isEmpty { lines.append(.blank) }
      var title = Line([StyledText("Variables", state.theme[.accent])])
      title.isHeading = true
      lines.append(title)
      lines += settings(report.settings, state, width)
    }
    return lines
  }

  private static func settings(
    _ settings: [TestReport.Setting], _ state: ResponseSubject, _ width: Int
  ) -> [Line] {
    let theme = state.theme
    let longest = settings.map { TextWidth.of(VisibleLine.of($0.name)) }.max() ?? 0
    let column = min(longest + 2, max(6, width / 2))
    return settings.map { setting in
      let name = Truncation.end.applied(to: VisibleLine.of(setting.name), columns: column - 1).padded(to: column)
      let origin = setting.expression.isEmpty ? "" : "  from \(VisibleLine.of(setting.expression))"
      let label = Truncation.end.applied(to: "the variable \(setting.name)", columns: 40)
      guard let value = setting.value else {
        let text = "no value: nothing was found" + (origin.isEmpty ? "" : " at" + origin.dropFirst(6))
        return Line([StyledText(name, theme[.jsonKey]), StyledText(text, theme[.warn])])
      }
      let shown = VisibleLine.of(value)
      return Line(
        [
          StyledText(name, theme[.jsonKey]),
          StyledText(Truncation.end.applied(to: shown, columns: max(2, width - column)), theme[.text]),
          StyledText(origin, theme[.dim]),
        ], copy: value, label: setting.isSecret ? "\(label), masked" : label)
    }
  }
}

/// The column widths of the Tests tab: those of the longest texts, limited by the width of the pane.
private struct TestColumns {
  private let marks: (passed: String, failed: String, skipped: String)
  private let widths: [Int]
  /// True if the pane is too narrow for columns, so expected and actual values are below the expression.
  private let isStacked: Bool
  private static let gap = 2
  /// The maximum number of lines of a text; `Y` copies all of it.
  private static let mostLines = 6

  init(_ tests: [TestReport.Test], width: Int, unicode: Bool) {
    marks = unicode ? ("✓ ", "✗ ", "○ ") : ("ok     ", "FAILED ", "       ")
    let room = max(4, width - TextWidth.of(marks.failed))
    isStacked = room < 40
    guard !isStacked else {
      widths = [room, room - 2, room - 2]
      return
    }
    func longest(_ text: (TestReport.Test) -> String) -> Int {
      tests.map { TextWidth.of(VisibleLine.of(text($0))) }.max() ?? 0
    }
    // Tests of scripts say in one message what they expected and got.
    let hasExpected = tests.contains { !$0.expected.isEmpty }
    let expected = hasExpected ? max(8, min(longest(\.expected), room * 3 / 10)) : -Self.gap
    // Names take the columns that the last column does not need.
    let free = room - expected - 2 * Self.gap - max(TextWidth.of("Result"), longest(\.actual))
    let expression = max(4, min(longest(\.expression), max(room * 2 / 5, free)))
    widths = [expression, expected, room - expression - expected - 2 * Self.gap]
  }

  func heading(_ theme: Theme) -> [ResponseFacts.Line] {
    guard !isStacked else { return [] }
    let blank = String(repeating: " ", count: TextWidth.of(marks.failed))
    let hasExpected = widths[1] > 0
    let titles = zip(["Test", hasExpected ? "Expected" : ""], widths).map { $0.padded(to: $1 + Self.gap) }.joined()
    let last = hasExpected ? "Actual" : "Result"
    var line = ResponseFacts.Line([StyledText(blank + titles + last, theme[.dim])])
    line.isHeading = true
    return [line]
  }

  func lines(of test: TestReport.Test, at index: Int, _ theme: Theme) -> [ResponseFacts.Line] {
    let mark = test.isSkipped ? marks.skipped : test.passed ? marks.passed : marks.failed
    let blank = String(repeating: " ", count: TextWidth.of(mark))
    let texts = [test.expression, test.expected, test.actual]
    let styles = [theme[.text], theme[.dim], theme[test.passed ? .dim : .error]]
    let cells = zip(texts, widths).map { parts(of: $0, columns: $1, isCut: test.passed) }
    var rows: [[StyledText]] = []
    if isStacked {
      for (place, cell) in cells.enumerated() where place == 0 || !test.passed && !cell[0].isEmpty {
        rows += cell.map { [StyledText((place == 0 ? "" : "  ") + $0, styles[place])] }
      }
    } else {
      rows = (0..<(cells.map(\.count).max() ?? 1)).map { row in
        cells.enumerated().map { place, cell in
          let text = cell.indices.contains(row) ? cell[row] : ""
          return StyledText(place == 2 ? text : text.padded(to: widths[place] + Self.gap), styles[place])
        }
      }
    }
    return rows.enumerated().map { row, pieces in
      let token = test.isSkipped ? Token.dim : test.passed ? .ok : .error
      let first = StyledText(row == 0 ? mark : blank, theme[token].adding(.bold))
      var line = ResponseFacts.Line([first] + pieces, copy: test.copyText, label: "the actual value")
      line.test = index
      return line
    }
  }

  private func parts(of text: String, columns: Int, isCut: Bool) -> [String] {
    let text = VisibleLine.of(text)
    let most = isCut ? 1 : Self.mostLines
    let parts = text.cut(to: columns).map(String.init)
    guard parts.count > most else { return parts.isEmpty ? [""] : parts }
    let rest = parts[(most - 1)...].joined()
    return parts.prefix(most - 1) + [Truncation.end.applied(to: rest, columns: columns)]
  }
}

extension CheckOperator {
  /// The condition of an operator and its value in words, as in `below 2000`; for equality, only the value.
  static func words(of text: String) -> String {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let known = parts.first.flatMap({ CheckOperator(written: String($0)) }) else { return text }
    return known.words(parts.count > 1 ? String(parts[1]) : "")
  }

  private func words(_ operand: String) -> String {
    switch self {
    case .eq: operand
    case .neq: "not \(operand)"
    case .gt: "above \(operand)"
    case .gte: "at least \(operand)"
    case .lt: "below \(operand)"
    case .lte: "at most \(operand)"
    case .in: "one of \(operand)"
    case .notIn: "none of \(operand)"
    case .contains: "contains \(operand)"
    case .notContains: "does not contain \(operand)"
    case .length: "length \(operand)"
    case .matches: "matches \(operand)"
    case .notMatches: "does not match \(operand)"
    case .startsWith: "starts with \(operand)"
    case .endsWith: "ends with \(operand)"
    case .between: "between \(operand)"
    case .isEmpty: "empty"
    case .isNotEmpty: "not empty"
    case .isNull: "null"
    case .isUndefined: "undefined"
    case .isDefined: "defined"
    case .isTruthy: "truthy"
    case .isFalsy: "falsy"
    case .isJson: "JSON"
    case .isNumber: "a number"
    case .isString: "a string"
    case .isBoolean: "true or false"
    case .isArray: "an array"
    case .matchesSchema: OwnOperator.matchesSchema.words(operand)
    case .sameAsRecorded: OwnOperator.sameAsRecorded.words(operand)
    }
  }
}
