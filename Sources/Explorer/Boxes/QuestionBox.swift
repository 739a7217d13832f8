import Basics
import Terminal

/// The box above a question with the complete details of what the user agrees to.
struct QuestionBox: Equatable {
  let frame: Rect
  let lines: [String]
  let offset: Int

  init<Answer>(_ question: ChoiceQuestion<Answer>, in size: Size) {
    let asked = BottomLines(question, in: size, Theme(.dark, colors: 256)).lines.count
    let width = max(20, min(size.columns - 2, 90))
    lines = question.details.flatMap { Self.cut(VisibleText.of($0), to: max(1, width - 4)) }
    let height = min(lines.count + 2, max(3, size.rows - 2 - asked))
    frame = Rect(x: (size.columns - width) / 2, y: max(1, size.rows - 1 - asked - height), width: width, height: height)
    offset = question.offset
  }

  /// Cuts lines at the edge, not at words, so that no blank is lost. Continuation lines are indented deeper than any
  /// line.
  private static func cut(_ text: String, to columns: Int) -> [String] {
    let indent = String(repeating: " ", count: min(6, columns / 2))
    var lines: [String] = []
    var rest = text
    repeat {
      let head = TextWidth.prefix(of: rest, columns: columns - (lines.isEmpty ? 0 : indent.count))
      lines.append((lines.isEmpty ? "" : indent) + head)
      rest = head.isEmpty ? "" : String(rest[head.endIndex...])
    } while !rest.isEmpty
    return lines
  }

  /// The largest scroll offset.
  var furthest: Int { max(0, lines.count - (frame.height - 2)) }
  var isSeen: Bool { offset >= furthest }

  static func step(of key: Key) -> Int? {
    switch key {
    case .up: -1
    case .down: 1
    case .pageUp: -5
    case .pageDown: 5
    default: nil
    }
  }

  static func draw<Answer>(
    _ question: ChoiceQuestion<Answer>, _ state: some Appearance, into screen: inout Screen
  ) {
    guard !question.details.isEmpty else { return }
    let box = QuestionBox(question, in: state.size)
    let facts = box.isSeen ? [] : [StyledText("more below: PgDn", state.theme[.warn])]
    let inner = PaneFrame.box("Before it is sent", facts: facts, state, in: box.frame, into: &screen)
    for (row, line) in box.lines.dropFirst(box.offset).prefix(inner.height).enumerated() {
      let place = Rect(x: inner.x + 1, y: inner.y + row, width: inner.width - 2, height: 1)
      screen.write(line, in: place, style: state.theme[.text])
    }
  }
}
