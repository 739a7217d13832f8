import Basics
import Terminal
import Workspaces

/// The parts of the Tests tab beside the assertions: their results, captures and scripts.
enum TestsView {
  /// Results by assertion row; empty if the assertions changed since the send, or no answer came.
  static func verdicts(of session: RequestSession) -> [Int: AssertionResult] {
    guard session.response.exchange?.isAnswered != false, let results = session.checks?.assertions,
      let rows = TestReport.rows(of: results, in: session.draft)
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(rows, results))
  }

  static func draw(_ result: AssertionResult, _ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    let unicode = scene.capabilities.unicode
    let text =
      result.passed ? (unicode ? " ✓" : " ok") : " \(unicode ? "✗" : "FAILED") was \(result.shortActual)"
    let width = min(TextWidth.of(text), rect.width / 2)
    let place = rect.splitRight(width).1
    screen.fill(place)
    screen.write(text, in: place, style: scene.theme[result.passed ? .ok : .error])
  }

  /// Draws the lines below the rows; the first `first` of them are scrolled out of view.
  static func drawFacts(
    _ scene: RequestScene, skipping first: Int, in rect: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    let lines = facts(of: session)
    for (row, line) in lines.dropFirst(max(0, first)).prefix(max(0, rect.height)).enumerated() {
      let pieces = line.map { StyledText(scene.keys.filled($0.text), scene.theme[$0.token]) }
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y + row), clippedTo: rect)
    }
  }

  struct Piece {
    let text: String
    let token: Token
  }

  /// Captures and scripts, line by line, with what separates them from the rows.
  static func facts(of session: RequestSession) -> [[Piece]] {
    let draft = session.draft
    guard !draft.captures.isEmpty || !draft.scripts.isEmpty else { return [] }
    let head = draft.assertions.isEmpty ? TableKind.assertions.hint.map { [Piece(text: $0, token: .dim)] } : []
    let captures = draft.captures.map { line(of: $0, session.checks) }
    let scripts = draft.scripts.flatMap { script -> [[Piece]] in
      let lines = script.code.split(omittingEmptySubsequences: false) { $0.isNewline }
      let count = lines.count == 1 ? "1 line" : "\(lines.count) lines"
      return [[], [Piece(text: "\(script.phase) script, \(count): kept, never run", token: .accent)]]
        + lines.map { [Piece(text: "  \($0)", token: .comment)] }
    }
    return head + (captures.isEmpty ? [] : [[]] + captures) + scripts
  }

  private static func line(of capture: Capture, _ checks: AnswerChecks?) -> [Piece] {
    var text = "sets \(capture.variable) from \(capture.expression)"
    if !capture.isEnabled { text += " (off)" }
    if let pair = checks?.captured.last(where: { $0.name == capture.variable }) {
      let value = VariableTable.namesSecret(pair.name) ? VariableSpan.mask : pair.value
      return [Piece(text: text, token: .text), Piece(text: " = \(value)", token: .ok)]
    }
    let isMissed = checks?.missed.contains(capture) ?? false
    return [Piece(text: text, token: .text), Piece(text: isMissed ? "  nothing is there" : "", token: .warn)]
  }
}
