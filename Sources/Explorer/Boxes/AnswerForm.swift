import Terminal
package import Workspaces

/// What a send asks for, all of it in one box: texts, choices, and what is typed unseen.
package struct AnswerForm: Equatable, Sendable {
  struct Line: Equatable, Sendable {
    let question: PromptQuestion
    /// Where there are no choices.
    var field: TextField
    /// The chosen of the choices.
    var choice = 0

    var isChoice: Bool { !question.choices.isEmpty }
    var answer: String { isChoice ? question.choices[choice] : field.text }
  }

  /// What a key led to.
  enum Step: Equatable { case none, left, accepted }

  package let title: String
  private(set) var lines: [Line]
  private(set) var focus = 0

  /// - Parameter offered: earlier answers, by label.
  package init(_ title: String, _ questions: [PromptQuestion], offered: [String: String] = [:]) {
    self.title = title
    lines = questions.map { question in
      let start = (question.isSecret ? nil : offered[question.label]) ?? question.usual
      var line = Line(question: question, field: TextField(question.choices.isEmpty ? start ?? "" : ""))
      line.choice = start.flatMap { question.choices.firstIndex(of: $0) } ?? question.usualIndex
      return line
    }
  }

  /// By label.
  package var answers: [String: String] {
    Dictionary(lines.map { ($0.question.label, $0.answer) }) { first, _ in first }
  }

  /// The answers so far that may be offered again.
  package var kept: [String: String] {
    let seen = lines.filter { $0.question.remembers($0.answer) && !$0.answer.isEmpty }
    return Dictionary(seen.map { ($0.question.label, $0.answer) }) { first, _ in first }
  }

  /// Whether the focused answer is typed.
  package var isTyping: Bool { lines.indices.contains(focus) && !lines[focus].isChoice }

  /// The keys that its last row names.
  package var keys: [(key: String, label: String)] {
    let next = focus < lines.count - 1 ? [("Enter", "next"), ("^R", "send")] : [("Enter", "send")]
    return next + (lines.count > 1 ? [("Tab", "move")] : []) + (isTyping ? [] : [("↑ ↓", "choose")]) + [
      ("Esc", "close")
    ]
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

  /// The next choice with that letter.
  private mutating func choose(beginningWith letter: Character) {
    let (choices, now) = (lines[focus].question.choices, lines[focus].choice)
    let order = choices.indices.filter { $0 > now } + choices.indices.filter { $0 <= now }
    if let found = order.first(where: { choices[$0].lowercased().hasPrefix(letter.lowercased()) }) { choose(found) }
  }

  mutating func paste(_ text: String) {
    if isTyping { lines[focus].field.paste(text) }
  }

  /// A press goes to the row; in a field it moves the caret, and it chooses a choice.
  mutating func click(_ mouse: Mouse, in size: Size) {
    guard mouse.button == .left, mouse.kind == .press || mouse.kind == .drag,
      let (row, place) = AnswerFormView.row(at: mouse.point, of: self, in: size)
    else { return }
    let former = focus
    focus = row.line
    switch row.part {
    case .label, .chosen: break
    case .choice(let index): choose(index)
    case .field:
      lines[focus].field.click(
        column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks,
        selecting: former == focus && (mouse.kind == .drag || mouse.modifiers.contains(.shift)))
    }
  }
}

extension PromptQuestion {
  /// The choice to start with.
  fileprivate var usualIndex: Int { usual.flatMap { choices.firstIndex(of: $0) } ?? 0 }
}
