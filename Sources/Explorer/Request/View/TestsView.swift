import Terminal
import Workspaces

/// What the Tests tab shows beside the assertions: what became of them, what answers set, and the scripts.
enum TestsView {
  /// By the row of the assertion; nothing where the assertions were changed since the send.
  static func verdicts(of session: RequestSession) -> [Int: AssertionResult] {
    guard let results = session.checks?.assertions else { return [:] }
    let judged = session.draft.assertions.enumerated().filter(\.element.isEnabled)
    guard judged.count == results.count,
      zip(judged, results).allSatisfy({ $1.expression.hasPrefix($0.element.expression) })
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(judged.map(\.offset), results))
  }

  static func draw(_ result: AssertionResult, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    let unicode = state.capabilities.unicode
    let text =
      result.passed ? (unicode ? " ✓" : " ok") : " \(unicode ? "✗" : "FAILED") was \(result.actual)"
    let width = min(TextWidth.of(text), rect.width / 2)
    let place = rect.splitRight(width).1
    screen.fill(place)
    screen.write(text, in: place, style: state.theme[result.passed ? .ok : .error])
  }

  /// Below the rows, as far as there is room.
  static func drawFacts(
    _ session: RequestSession, below count: Int, _ state: AppState, in rect: Rect, into screen: inout Screen
  ) {
    let top = rect.y + (count == 0 ? rect.height / 2 : count + 1)
    for (index, line) in facts(of: session, state.theme).enumerated() where top + index < rect.maxY {
      screen.write(
        line.truncated(to: rect.width), at: Point(x: rect.x, y: top + index), clippedTo: rect)
    }
  }

  private static func facts(of session: RequestSession, _ theme: Theme) -> [[StyledText]] {
    let captures = session.draft.captures.map { capture -> [StyledText] in
      var line = "sets \(capture.variable) from \(capture.expression)"
      if !capture.isEnabled { line += " (off)" }
      if let pair = session.checks?.captured.last(where: { $0.name == capture.variable }) {
        let value = VariableTable.namesSecret(pair.name) ? VariableSpan.mask : pair.value
        return [StyledText(line, theme[.text]), StyledText(" = \(value)", theme[.ok])]
      }
      let isMissed = session.checks?.missed.contains(capture) ?? false
      return [StyledText(line, theme[.text]), StyledText(isMissed ? "  nothing is there" : "", theme[.warn])]
    }
    let scripts = session.draft.scripts.map { script -> [StyledText] in
      let lines = script.code.split(omittingEmptySubsequences: false) { $0.isNewline }.count
      let count = lines == 1 ? "1 line" : "\(lines) lines"
      let first = script.code.split { $0.isNewline }.first.map { "  \($0)" } ?? ""
      return [
        StyledText("\(script.phase) script, \(count): kept, never run", theme[.dim]),
        StyledText(first, theme[.comment]),
      ]
    }
    return captures + scripts
  }
}
