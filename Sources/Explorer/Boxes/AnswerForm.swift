import Basics
import Terminal
package import Workspaces

/// The values that a send asks for, in one box: texts, choices and hidden texts.
package struct AnswerForm: Equatable, Sendable {
  struct Line: Equatable, Sendable {
    let question: PromptQuestion
    /// The text, for a question without choices.
    var field: TextField
    /// The index of the selected choice.
    var choice = 0

    var isChoice: Bool { !question.choices.isEmpty }
    var answer: String { isChoice ? question.choices[choice] : field.text }
  }

  /// The feature that asks, and gets the answers.
  package enum Asker: Equatable, Sendable { case sending, run, environmentComparison }

  /// The result of a key.
  enum Step: Equatable { case none, left, accepted }

  package let title: String
  let asker: Asker
  private(set) var lines: [Line]
  private(set) var focus = 0
  /// True if secrets are shown while they are typed, after ^V.
  private(set) var isRevealed = false

  /// - Parameter offered: earlier answers, by label.
  package init(
    _ title: String, _ questions: [PromptQuestion], offered: [String: String] = [:], by asker: Asker = .sending
  ) {
    self.title = title
    self.asker = asker
    lines = questions.map { question in
      let start = (question.isSecret ? nil : offered[question.label]) ?? question.usual
      var line = Line(question: question, field: TextField(question.choices.isEmpty ? start ?? "" : ""))
      line.choice = start.flatMap { question.choices.firstIndex(of: $0) } ?? question.usualIndex
      return line
    }
  }

  package var answers: [String: String] {
    Dictionary(lines.map { ($0.question.label, $0.answer) }) { first, _ in first }
  }

  /// The current answers that may be offered again.
  package var kept: [String: String] {
    let seen = lines.filter { $0.question.remembers($0.answer) && !$0.answer.isEmpty }
    return Dictionary(seen.map { ($0.question.label, $0.answer) }) { first, _ in first }
  }

  /// True if the focused answer is a text.
  package var isTyping: Bool { lines.indices.contains(focus) && !lines[focus].isChoice }

  private var isTypingSecret: Bool { isTyping && lines[focus].question.isSecret }

  /// The keys shown in the last row.
  package var keys: [(key: String, label: String)] {
    let next = focus < lines.count - 1 ? [("Enter", "next"), ("^R", "send")] : [("Enter", "send")]
    return next + (lines.count > 1 ? [("Tab", "move")] : []) + (isTyping ? [] : [("↑ ↓", "choose")])
      + (isTypingSecret ? [TextField.revealKey(isRevealed)] : []) + [("Esc", "close")]
  }

  mutating func press(_ key: Key) -> Step {
    switch key {
    case .escape, .control("c"): return .left
    case .control("r"), .function(5): return .accepted
    case .enter:
      if focus >= lines.count - 1 { return .accepted }
      move(by: 1)
    case .tab: focus = (focus + 1) % max(1, lines.count)
    case .backTab: focus = (focus + lines.count - 1) % max(1, lines.count)
    case .control("v") where isTypingSecret: isRevealed.toggle()
    default: act(key)
    }
    return .none
  }

  private mutating func act(_ key: Key) {
    guard lines.indices.contains(focus) else { return }
    if isTyping {
      switch key {
      case .up: move(by: -1)
      case .down: move(by: 1)
      default: _ = lines[focus].field.handle(key)
      }
      return
    }
    switch key {
    case .up: choose(lines[focus].choice - 1)
    case .down: choose(lines[focus].choice + 1)
    case .home: choose(0)
    case .end: choose(lines[focus].question.choices.count - 1)
    default: if case .character(let letter) = key.code, key.modifiers.isEmpty { choose(beginningWith: letter) }
    }
  }

  private mutating func move(by step: Int) { focus = min(max(0, focus + step), max(0, lines.count - 1)) }

  private mutating func choose(_ index: Int) {
    lines[focus].choice = min(max(0, index), lines[focus].question.choices.count - 1)
  }

  private mutating func choose(beginningWith letter: Character) {
    let (choices, now) = (lines[focus].question.choices, lines[focus].choice)
    let order = choices.indices.filter { $0 > now } + choices.indices.filter { $0 <= now }
    if let found = order.first(where: { choices[$0].lowercased().hasPrefix(letter.lowercased()) }) { choose(found) }
  }
}

extension PromptQuestion {
  fileprivate var usualIndex: Int { usual.flatMap { choices.firstIndex(of: $0) } ?? 0 }
}

/// The box: below each label its field, or its choices while it has the focus.
extension AnswerForm: Box {
  fileprivate struct Row: Equatable {
    enum Part: Equatable {
      case label
      case field
      case choice(Int)
      /// The selected choice of a closed list.
      case chosen
    }

    let line: Int
    let part: Part
  }

  /// The maximum number of visible choices of an open list.
  private static let mostChoices = 8

  func frame(in app: AppState) -> Rect {
    let size = app.size
    let widest = lines.map { TextWidth.of($0.question.label) }.max() ?? 0
    // High enough for the longest list, so that the box does not move.
    let open = lines.map { min(Self.mostChoices, max(1, $0.question.choices.count)) }.max() ?? 1
    let height = min(size.rows - 2, lines.count * 2 + open - 1 + 2)
    return OverlayView.frame(
      width: min(100, max(64, widest + 8)), height: height, top: max(1, (size.rows - height) / 4), in: size)
  }

  private var rows: [Row] {
    lines.enumerated().flatMap { index, line -> [Row] in
      let label = Row(line: index, part: .label)
      guard line.isChoice else { return [label, Row(line: index, part: .field)] }
      guard index == focus else { return [label, Row(line: index, part: .chosen)] }
      let count = line.question.choices.count
      let most = Self.mostChoices
      let first = min(max(0, line.choice - most / 2), max(0, count - most))
      return [label] + (first..<min(count, first + most)).map { Row(line: index, part: .choice($0)) }
    }
  }

  /// The visible rows with their areas, always including the focused line.
  private func visible(in list: Rect) -> [(row: Row, place: Rect)] {
    let rows = rows
    let last = rows.lastIndex { $0.line == focus } ?? 0
    let first = rows.firstIndex { $0.line == focus } ?? 0
    let chosen = rows.firstIndex { $0.part == .choice(lines[focus].choice) && $0.line == focus } ?? last
    // If not all rows fit, the answer takes precedence over its label.
    let offset = max(min(first, max(0, last - list.height + 1)), chosen - list.height + 1, 0)
    let start = last < list.height ? 0 : offset
    return rows.dropFirst(start).prefix(list.height).enumerated().map { index, row in
      (row, Rect(x: list.x, y: list.y + index, width: list.width, height: 1))
    }
  }

  fileprivate func row(at point: Point, in app: AppState) -> (row: Row, place: Rect)? {
    let list = OverlayView.content(of: frame(in: app))
    guard !lines.isEmpty, let found = visible(in: list).first(where: { $0.place.contains(point) }) else { return nil }
    return (found.row, found.place.splitLeft(2).1)
  }

  func draw(_ app: AppState, into screen: inout Screen) {
    let frame = frame(in: app)
    let facts = lines.count > 1 ? [StyledText("\(focus + 1) of \(lines.count)", app.theme[.dim])] : []
    PaneFrame.box(title, facts: facts, app, in: frame, into: &screen)
    guard !lines.isEmpty else { return }
    for (row, place) in visible(in: OverlayView.content(of: frame)) {
      var line = lines[row.line]
      if line.question.isSecret, !isRevealed { line.field = line.field.hidden }
      Self.draw(row, line, isFocused: row.line == focus, app, in: place, into: &screen)
    }
  }

  private static func draw(
    _ row: Row, _ line: Line, isFocused: Bool, _ state: some Appearance, in place: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let inner = place.splitLeft(2).1
    switch row.part {
    case .label:
      let style = isFocused ? theme[.text].adding(.bold) : theme[.dim]
      screen.write(line.question.label, in: place, style: style)
    case .field:
      if isFocused { return OverlayView.drawField(line.field, state, in: place, into: &screen) }
      screen.write(line.field.text, in: inner, style: theme[.text])
    case .chosen: screen.write(line.answer, in: inner, style: theme[.text])
    case .choice(let index):
      screen.write(line.question.choices[index], in: inner, style: theme[.text])
      if index == line.choice { Ground.markCursor(place, isFocused: true, state, &screen) }
    }
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    var form = self
    switch form.press(key) {
    case .none:
      app.overlay = .answers(form)
      return []
    case .left:
      app.overlay = nil
      switch asker {
      case .sending: return app.apply(.abandoned(typed: kept), to: \.outbox)
      case .run: return app.apply(.answersLeft, to: \.run)
      case .environmentComparison: return app.apply(.formLeft, to: \.environmentComparison)
      }
    case .accepted:
      app.overlay = nil
      let remembered = asker == .sending ? [] : app.apply(.remembered(kept), to: \.outbox)
      switch asker {
      case .sending: return app.apply(.answered(answers), to: \.outbox)
      case .run: return app.apply(.answered(answers), to: \.run) + remembered
      case .environmentComparison: return app.apply(.formAnswered(answers), to: \.environmentComparison) + remembered
      }
    }
  }

  /// A press focuses the row, moves the caret in a field, and selects a choice.
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    guard mouse.button == .left, mouse.kind == .press || mouse.kind == .drag,
      let (row, place) = row(at: mouse.point, in: app)
    else { return [] }
    var form = self
    form.focus = row.line
    switch row.part {
    case .label, .chosen: break
    case .choice(let index): form.choose(index)
    case .field:
      form.lines[row.line].field.click(
        column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks,
        selecting: focus == row.line && (mouse.kind == .drag || mouse.modifiers.contains(.shift)))
    }
    app.overlay = .answers(form)
    return []
  }

  func paste(_ line: String, in app: inout AppState) -> [Effect] {
    var form = self
    form.lines[focus].field.paste(line)
    app.overlay = .answers(form)
    return []
  }

  func linearList(in app: AppState) -> LinearList {
    .rows(title, "", count: lines.count, cursor: focus) { lines[$0].words }
  }

  func linearEdit(in app: AppState) -> LinearEdit? {
    guard isTyping else { return nil }
    let line = lines[focus]
    return LinearEdit(line.question.label, line.field, isHidden: line.question.isSecret)
  }
}

extension AnswerForm.Line {
  /// The line in words, for linear mode.
  fileprivate var words: String {
    guard isChoice else {
      let answer = question.isSecret && !answer.isEmpty ? "hidden" : answer
      return SpokenText.joined([question.label, answer.isEmpty ? "empty" : answer])
    }
    return SpokenText.joined([question.label, answer, "choice \(choice + 1) of \(question.choices.count)"])
  }
}
