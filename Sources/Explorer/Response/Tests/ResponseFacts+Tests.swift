import Basics
import Networking
import Terminal
import Workspaces

/// The Tests tab: a row for each assertion with what was expected and what came, failures first, then the variables.
extension ResponseFacts {
  static func tests(_ exchange: Exchange, _ state: ResponseFeature.Surroundings, _ width: Int) -> [Line] {
    guard exchange.isAnswered else { return [note("No answer came: nothing was checked.", state)] }
    let draft = state.draft
    guard let report = state.tests else {
      return [note(state.keys.filled("Not checked: \(key: "send") sends it again and checks the answer."), state)]
    }
    guard report.share != nil else {
      let isNew = !draft.assertions.isEmpty || !draft.captures.isEmpty
      let words = isNew ? "Added since the send: \(key: "send") checks them." : "The request has no tests."
      return [note(state.keys.filled(words), state)]
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
    _ settings: [TestReport.Setting], _ state: ResponseFeature.Surroundings, _ width: Int
  ) -> [Line] {
    let theme = state.theme
    let longest = settings.map { TextWidth.of(VisibleLine.of($0.name)) }.max() ?? 0
    let column = min(longest + 2, max(6, width / 2))
    return settings.map { setting in
      let name = Truncation.end.applied(to: VisibleLine.of(setting.name), columns: column - 1).padded(to: column)
      let origin = setting.expression.isEmpty ? "" : "  from \(VisibleLine.of(setting.expression))"
      let label = Truncation.end.applied(to: "the variable \(setting.name)", columns: 40)
      guard let value = setting.value else {
        let text = "keeps its value: nothing was found" + (origin.isEmpty ? "" : " at" + origin.dropFirst(6))
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

/// How wide the columns of the Tests tab are: the longest texts decide, up to what the pane has.
private struct TestColumns {
  private let marks: (passed: String, failed: String)
  private let widths: [Int]
  /// Too narrow for columns: expected and actual stand below the expression.
  private let isStacked: Bool
  private static let gap = 2
  /// A text goes on in so many lines at the most; `Y` copies all of it.
  private static let mostLines = 6

  init(_ tests: [TestReport.Test], width: Int, unicode: Bool) {
    marks = unicode ? ("✓ ", "✗ ") : ("ok     ", "FAILED ")
    let room = max(4, width - TextWidth.of(marks.failed))
    isStacked = room < 40
    guard !isStacked else {
      widths = [room, room - 2, room - 2]
      return
    }
    func longest(_ text: (TestReport.Test) -> String) -> Int {
      tests.map { TextWidth.of(VisibleLine.of(text($0))) }.max() ?? 0
    }
    let expression = max(4, min(longest(\.expression), room * 2 / 5))
    let expected = max(8, min(longest(\.expected), room * 3 / 10))
    widths = [expression, expected, room - expression - expected - 2 * Self.gap]
  }

  func heading(_ theme: Theme) -> [ResponseFacts.Line] {
    guard !isStacked else { return [] }
    let blank = String(repeating: " ", count: TextWidth.of(marks.failed))
    let titles = zip(["Test", "Expected"], widths).map { $0.padded(to: $1 + Self.gap) }.joined()
    var line = ResponseFacts.Line([StyledText(blank + titles + "Actual", theme[.dim])])
    line.isHeading = true
    return [line]
  }

  func lines(of test: TestReport.Test, at index: Int, _ theme: Theme) -> [ResponseFacts.Line] {
    let mark = test.passed ? marks.passed : marks.failed
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
      let first = StyledText(row == 0 ? mark : blank, theme[test.passed ? .ok : .error].adding(.bold))
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
