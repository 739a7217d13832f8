import Basics
import Terminal

/// The layout of a question: the details of what the user agrees to, the text, and the choices at the foot. What does
/// not fit is scrolled; the choices, and the text if there is room, stay in sight.
struct QuestionBox {
  let frame: Rect
  /// What scrolls.
  let lines: [String]
  /// The text between the scrolled lines and the choices; empty if it is scrolled itself.
  let asked: [String]
  let choices: ChoiceRows
  /// The first visible line.
  let offset: Int
  /// The number of visible lines.
  private let height: Int
  /// Where the text begins among the lines.
  private let textStart: Int
  /// Whether a blank row is above and below.
  private let isAiry: Bool

  init<Answer>(_ question: ChoiceQuestion<Answer>, in size: Size) {
    // On the smallest screens, another line is worth more than the line above the box.
    let least = size.rows < 8 ? 0 : 1
    let rows = max(1, size.rows - 1 - least - 2)
    let width = Self.width(of: question, in: size)
    let details = question.details.flatMap { Self.cut(VisibleText.of($0), to: width - 4) }
    let text = VisibleText.of(question.text).wrapped(to: width - 4)
    choices = ChoiceRows(question, width: width - 4, most: rows)

    let inside = choices.rows.count - 1
    let room = max(1, rows - inside)
    let isKept = !details.isEmpty && min(details.count, 3) + 1 + text.count <= room
    asked = isKept ? text : []
    lines = details.isEmpty ? text : isKept ? details : details + [""] + text
    textStart = isKept ? .max : lines.count - text.count
    let below = isKept ? text.count + 1 : 0
    height = min(lines.count, room - below)
    isAiry = lines.count + below + 2 <= room
    offset = min(question.offset, max(0, lines.count - height))

    let whole = height + below + inside + (isAiry ? 2 : 0) + 2
    frame = Rect(
      x: (size.columns - width) / 2, y: max(least, (size.rows - whole) / 2), width: width, height: whole)
  }

  /// As wide as its longest line asks for; a narrow screen is filled.
  private static func width<Answer>(of question: ChoiceQuestion<Answer>, in size: Size) -> Int {
    let most = size.columns < 60 ? size.columns : min(size.columns - 4, question.details.isEmpty ? 80 : 90)
    let keys = question.choices.map { OverlayView.width(ofKey: (String($0.letter), $0.label)) + 2 }.reduce(6, +)
    let texts = ([question.title, question.text] + question.details).map { TextWidth.of($0) }
    return max(5, min(most, max(40, (texts + [keys]).max() ?? 0) + 4))
  }

  /// Cuts lines behind a single blank near the edge, else at the edge: so that no blank is lost, and none of several is
  /// out of sight. Continuation lines are indented deeper than any line.
  private static func cut(_ text: String, to columns: Int) -> [String] {
    let indent = String(repeating: " ", count: min(6, columns / 2))
    var lines: [String] = []
    var rest = text
    repeat {
      var head = TextWidth.prefix(of: rest, columns: columns - (lines.isEmpty ? 0 : indent.count))
      if head.endIndex < rest.endIndex, let end = wordEnd(in: head) { head = head[..<end] }
      lines.append((lines.isEmpty ? "" : indent) + head)
      rest = head.isEmpty ? "" : String(rest[head.endIndex...])
    } while !rest.isEmpty
    return lines
  }

  /// Behind the last blank of a line whose last word goes on; `nil` where that would leave much of the line empty.
  private static func wordEnd(in line: Substring) -> String.Index? {
    guard let blank = line.lastIndex(of: " "), blank > line.startIndex else { return nil }
    let before = line[line.index(before: blank)]
    let word = line[line.index(after: blank)...]
    return before == " " || word.count > line.count / 3 ? nil : word.startIndex
  }

  /// The largest scroll offset.
  var furthest: Int { max(0, lines.count - height) }
  var isSeen: Bool { offset >= furthest }

  /// The lines that a key scrolls, so few that none is skipped.
  func step(of key: Key) -> Int? {
    switch key {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, height - 1)
    case .pageDown: max(1, height - 1)
    default: nil
    }
  }

  /// The letter of the choice at a point of the screen.
  func letter(at point: Point) -> Character? { choices.letter(at: point, in: frame) }

  static func draw<Answer>(
    _ question: ChoiceQuestion<Answer>, _ state: some Appearance, into screen: inout Screen
  ) {
    let box = QuestionBox(question, in: state.size)
    let more = box.frame.width < 40 ? "PgDn" : "more below: PgDn"
    let facts = box.isSeen ? [] : [StyledText(more, state.theme[.warn])]
    PaneFrame.box(question.title, facts: facts, state, in: box.frame, into: &screen)
    box.drawLines(state, into: &screen)
    box.choices.draw(in: box.frame, state, into: &screen)
  }

  private func drawLines(_ state: some Appearance, into screen: inout Screen) {
    let (plain, bold) = (state.theme[.text], state.theme[.text].adding(.bold))
    let shown = lines.indices.dropFirst(offset).prefix(height)
    let rows = shown.map { (lines[$0], $0 < textStart ? plain : bold) }
    let below = asked.isEmpty ? [] : [("", plain)] + asked.map { ($0, bold) }
    let content = OverlayView.content(of: frame)
    for (row, line) in (rows + below).enumerated() {
      let y = content.y + (isAiry ? 1 : 0) + row
      screen.write(line.0, in: Rect(x: content.x, y: y, width: content.width, height: 1), style: line.1)
    }
  }
}
