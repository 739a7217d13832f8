import Basics
import Terminal
import Workspaces

/// The tests of an answer of a run, failures first: what was looked at, what was expected, and what came.
struct RunVerdicts<State: Appearance> {
  private let tests: [AssertionResult]
  private let width: Int
  private let state: State

  init(_ tests: [AssertionResult], width: Int, _ state: State) {
    self.tests = tests.filter { !$0.passed } + tests.filter(\.passed)
    self.width = width
    self.state = state
  }

  /// Each column is as wide as its texts ask, as far as the pane has room.
  var lines: [[StyledText]] {
    let rows = tests.map { ($0, Verdict($0)) }
    func longest(_ text: (Verdict) -> String) -> Int { rows.map { TextWidth.of(text($0.1)) }.max() ?? 0 }
    let room = max(4, width - 2)
    let subject = max(4, min(longest(\.subject), room * 2 / 5))
    let expected = max(4, min(longest(\.expected), room * 7 / 20))
    return rows.map { test, verdict in
      let marks = state.capabilities.unicode ? ("✓ ", "✗ ") : ("+ ", "x ")
      let style = state.theme[test.passed ? .ok : .error]
      func cell(_ text: String, _ columns: Int) -> String {
        Truncation.end.applied(to: text, columns: columns).padded(to: columns + 2)
      }
      var line = [
        StyledText(test.passed ? marks.0 : marks.1, style), StyledText(cell(verdict.subject, subject), style),
        StyledText(cell(verdict.expected, expected), state.theme[.dim]),
      ]
      if !verdict.actual.isEmpty {
        line.append(
          StyledText("was \(verdict.actual)", test.passed ? state.theme[.dim] : style.adding(.bold)))
      }
      return line.truncated(to: width)
    }
  }
}

/// One test in words.
private struct Verdict {
  var subject: String
  var expected = ""
  let actual: String

  /// The path, the operator and the value stand in one text; a path has no blanks around an operator's name.
  init(_ test: AssertionResult) {
    actual = VisibleText.of(test.actual)
    subject = VisibleText.of(test.expression)
    let words = subject.split(separator: " ", omittingEmptySubsequences: false)
    guard let place = words.indices.dropFirst().first(where: { CheckOperator(written: String(words[$0])) != nil })
    else { return }
    subject = words[..<place].joined(separator: " ")
    let asked = CheckOperator.words(of: words[place...].joined(separator: " "))
    let isBare = CheckOperator(written: String(words[place])).map { $0 == .eq || !$0.takesOperand } ?? false
    expected = isBare ? "expected \(asked)" : asked
  }
}
