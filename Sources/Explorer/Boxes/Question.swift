import Basics
import Terminal

/// A question with a few choices, asked in a box.
package struct Question: Equatable, Sendable {
  package var title: String
  package var text: String
  package var choices: [Choice]
  /// Lines above the text, which the user has to see before answering.
  package var details: [String] = []
  /// The letter of a choice that Enter takes although it has an effect, because it loses nothing.
  var usual: Character?
  var offset = 0

  /// A letter and its action; `nil` only closes the question.
  package struct Choice: Equatable, Sendable {
    package var letter: Character
    package var label: String
    package var action: Action?

    package init(_ letter: Character, _ label: String, _ action: Action?) {
      self.letter = letter
      self.label = label
      self.action = action
    }
  }

  package init(_ title: String, _ text: String, _ choices: [Choice]) {
    self.title = title
    self.text = text
    self.choices = choices
  }

  /// The choice that Enter takes: the usual one, else one without an effect; `nil` if there is neither.
  var enterChoice: Choice? { choices.first { $0.letter == usual } ?? choices.last { $0.action == nil } }

  /// A question in which `y` answers, and `n` and Esc change nothing.
  package static func confirm(_ title: String, _ text: String, yes: Action) -> Self {
    Self(title, text, [Choice("y", "yes", yes), Choice("n", "no", nil)])
  }

  func filled(with keys: KeyNames) -> Self {
    var filled = self
    filled.text = keys.filled(text)
    for index in choices.indices { filled.choices[index].label = keys.filled(choices[index].label) }
    return filled
  }
}

/// The keys in the last rows of a box.
struct KeyRows {
  let rows: [[(key: String, label: String)]]
  /// The columns between two keys.
  let gap: Int

  /// One row, with the first keys that fit.
  init(_ keys: [(key: String, label: String)]) { (rows, gap) = ([keys], 2) }

  /// The choices of a question in as few rows as possible, with shorter labels if needed. No letter is omitted.
  /// - Parameter most: the available rows.
  init(_ question: Question, width: Int, most: Int) {
    let usual = question.enterChoice?.letter
    let whole = question.keys.map { (key: $0.key, label: $0.label + ($0.key.first == usual ? " (Enter)" : "")) }
    let verbs = whole.map { (key: $0.key, label: String($0.label.prefix { $0 != " " })) }
    for (form, gap) in [(whole, 2), (verbs, 2), (verbs, 1)] {
      guard let rows = Self.rows(of: form, gap: gap, width), rows.count <= most else { continue }
      (self.rows, self.gap) = (rows, gap)
      return
    }
    (rows, gap) = ([whole.map { (key: $0.key, label: "") }], 1)
  }

  /// `nil` if one of them is too wide for a row.
  private static func rows(
    of choices: [(key: String, label: String)], gap: Int, _ width: Int
  ) -> [[(key: String, label: String)]]? {
    var rows: [[(key: String, label: String)]] = [[]]
    var end = 0
    for choice in choices {
      let columns = OverlayView.width(ofKey: choice)
      guard columns <= width else { return nil }
      if end > 0, end + gap + columns > width {
        rows.append([])
        end = 0
      }
      end += columns + (end > 0 ? gap : 0)
      rows[rows.count - 1].append(choice)
    }
    return rows
  }

  /// The rows with their areas at the bottom of a box. The last one is in its border.
  private func places(in frame: Rect) -> [(keys: [(key: String, label: String)], place: Rect)] {
    rows.enumerated().map { index, keys in
      let y = frame.maxY - rows.count + index
      return (keys, Rect(x: frame.x, y: y, width: frame.width, height: 1))
    }
  }

  func draw(in frame: Rect, _ state: some Appearance, into screen: inout Screen) {
    for (keys, place) in places(in: frame) { OverlayView.drawKeys(keys, gap: gap, state, in: place, into: &screen) }
  }

  func key(at point: Point, in frame: Rect) -> String? {
    places(in: frame).lazy.compactMap { OverlayView.key(at: point, of: $0.keys, gap: gap, in: $0.place) }.first
  }
}

/// The layout of a question: details, text, and choices at the bottom. Long content scrolls, while the choices, and the
/// text if there is room, stay visible.
struct QuestionBox {
  let frame: Rect
  let lines: [String]
  /// The text between the scrolling lines and the choices; empty if the text scrolls with them.
  let asked: [String]
  let choices: KeyRows
  let offset: Int
  /// The number of visible lines.
  private let height: Int
  /// The index of the text's first line.
  private let textStart: Int
  /// True if there is a blank row above and below.
  private let isAiry: Bool

  init(_ question: Question, in size: Size) {
    // On the smallest screens, the box also covers the first row.
    let least = size.rows < 8 ? 0 : 1
    let rows = max(1, size.rows - 1 - least - 2)
    let width = Self.width(of: question, in: size)
    let details = question.details.flatMap { Self.cut(VisibleText.of($0), to: width - 4) }
    let text = VisibleText.of(question.text).wrapped(to: width - 4)
    choices = KeyRows(question, width: width - 4, most: rows)

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

  /// The width of the longest line, or the full width of a narrow screen.
  private static func width(of question: Question, in size: Size) -> Int {
    let most = size.columns < 60 ? size.columns : min(size.columns - 4, question.details.isEmpty ? 80 : 90)
    let keys = question.keys.map { OverlayView.width(ofKey: $0) + 2 }.reduce(6, +)
    let texts = ([question.title, question.text] + question.details).map { TextWidth.of($0) }
    return max(5, min(most, max(40, (texts + [keys]).max() ?? 0) + 4))
  }

  /// Breaks lines after a single blank near the edge, else at the edge, so that every blank stays visible. Continuation
  /// lines are indented deeper than any line.
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

  /// The index after the last blank of a line whose last word continues; `nil` if breaking there would leave much of
  /// the line empty.
  private static func wordEnd(in line: Substring) -> String.Index? {
    guard let blank = line.lastIndex(of: " "), blank > line.startIndex else { return nil }
    let before = line[line.index(before: blank)]
    let word = line[line.index(after: blank)...]
    return before == " " || word.count > line.count / 3 ? nil : word.startIndex
  }

  /// The largest scroll offset.
  private var furthest: Int { max(0, lines.count - height) }
  var isSeen: Bool { offset >= furthest }

  /// The first visible line after a key, which scrolls at most a page so that no line is skipped.
  func offset(after key: Key) -> Int? {
    Motion(key, isTyping: true)?.row(from: offset, page: max(1, height - 1), count: furthest + 1)
  }

  fileprivate func drawLines(_ state: some Appearance, into screen: inout Screen) {
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

extension Question: Box {
  var isReadWhole: Bool { true }
  var keys: [(key: String, label: String)] { choices.map { (String($0.letter), $0.label) } }

  func keyRows(in app: AppState) -> KeyRows { QuestionBox(self, in: app.size).choices }
  func frame(in app: AppState) -> Rect { QuestionBox(self, in: app.size).frame }

  func draw(_ app: AppState, into screen: inout Screen) {
    let box = QuestionBox(self, in: app.size)
    let more = box.frame.width < 40 ? "PgDn" : "more below: PgDn"
    let facts = box.isSeen ? [] : [StyledText(more, app.theme[.warn])]
    PaneFrame.box(title, facts: facts, app, in: box.frame, into: &screen)
    box.drawLines(app, into: &screen)
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    if key == .escape || key == .control("c") {
      app.boxes.uncover()
      app.switching.endsWhenSaved = false
      return app.apply(.abandoned(), to: \.outbox)
    }
    let box = QuestionBox(self, in: app.size)
    if let offset = box.offset(after: key) { return scroll(to: offset, in: &app) }
    let choice: Choice?
    switch key.code {
    // Enter pressed before the question was drawn was meant for something else.
    case .enter: choice = app.boxes.isDrawn ? enterChoice : nil
    case .character(let character): choice = choices.first { $0.letter == Character(character.lowercased()) }
    default: choice = nil
    }
    guard let choice else { return [] }
    if choice.action != nil, !app.boxes.isDrawn { return [] }
    // The user cannot consent to details that have not been shown to the end. Linear mode speaks them all.
    if choice.action != nil, !box.isSeen, !app.capabilities.isLinear { return scroll(to: box.offset + 1, in: &app) }
    app.boxes.uncover()
    return choice.action.map { app.apply($0) } ?? app.apply(.abandoned(), to: \.outbox)
  }

  private func scroll(to offset: Int, in app: inout AppState) -> [Effect] {
    var question = self
    question.offset = offset
    app.overlay = .question(question)
    return []
  }

  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    switch mouse.kind {
    case .wheelUp: return press(.up, in: &app)
    case .wheelDown: return press(.down, in: &app)
    case .press, .release, .drag: return []
    }
  }

  func linearList(in app: AppState) -> LinearList {
    let safe = enterChoice?.letter
    let choices = choices.map { "\($0.letter): \($0.label)\($0.letter == safe ? ", also Enter" : "")" }
    return .text(title, "", details + [text, choices.joined(separator: "; ")])
  }
}
