import Basics
import Terminal

/// The text being edited.
struct LinearEdit: Equatable {
  var title: String
  /// The line with the caret.
  var text: String
  /// The caret, in UTF-8 bytes from the start of the line.
  var caret: Int
  var line = 0
  var lineCount = 1
  var selected = ""
  var isHidden = false
  /// True for a field that filters a list below it, which has the user's attention.
  var isFilter = false
  /// The completion that Enter would take, and the number of completions.
  var completion = ""
  /// The mode of a modal editor.
  var mode = ""

  init(_ title: String, _ field: TextField, isHidden: Bool = false, isFilter: Bool = false) {
    self.title = title
    (text, caret, selected) = (field.text, field.caret, field.selectedText)
    (self.isHidden, self.isFilter) = (isHidden, isFilter)
  }

  init(_ title: String, _ area: TextArea) {
    self.title = title
    (line, lineCount) = (area.caret.line, area.lines.count)
    (text, caret, selected) = (area.lines[area.caret.line], area.caret.offset, area.editor.selectedText)
  }

  mutating func complete(with completion: Completion?) {
    guard let completion, !completion.items.isEmpty else { return }
    guard let chosen = completion.chosen, completion.items.indices.contains(chosen) else {
      self.completion = "\(Quantity.amount(completion.items.count, "suggestion")), Down chooses"
      return
    }
    let item = completion.items[chosen]
    self.completion =
      "suggestion \(chosen + 1) of \(completion.items.count): " + SpokenText.joined([item.text, item.detail])
  }
}

extension AppState {
  /// The text being edited; `nil` while keys are commands.
  var linearEdit: LinearEdit? {
    if let box { return box.linearEdit(in: self) }
    if isEditingOnPage { return cookies.form?.linearEdit }
    return focus == .request ? requestScene?.edit : nil
  }
}

/// The announcement of a key in a text: the character, the deleted text, or the new position of the caret.
struct LinearTyping {
  private(set) var pieces: [LinePiece] = []

  init(_ old: LinearEdit, _ new: LinearEdit) {
    if old.lineCount != new.lineCount || old.line != new.line {
      pieces = [.line("line \(new.line + 1) of \(new.lineCount): \(Self.shown(new.text))")]
    } else if old.text != new.text {
      change(old, new)
    } else if old.selected != new.selected {
      pieces = [.line(new.selected.isEmpty ? "nothing selected" : "selected: \(SpokenText.limited(new.selected))")]
    } else if old.caret != new.caret {
      pieces = [.line(Self.place(old, new))]
    }
  }

  private mutating func change(_ old: LinearEdit, _ new: LinearEdit) {
    let (before, after) = (Array(old.text), Array(new.text))
    let (head, tail) = before.equalEnds(with: after)
    let removed = String(before[head..<before.count - tail])
    let added = String(after[head..<after.count - tail])
    switch (removed.isEmpty, added.isEmpty) {
    // Write characters side by side as a shell does, so that a screen reader echoes characters or words as configured.
    case (true, _) where added.count == 1: pieces = [.typed(new.isHidden ? "*" : added)]
    case (true, _): pieces = [.line("inserted: \(new.isHidden ? "hidden" : SpokenText.limited(added))")]
    case (_, true): pieces = [.line("deleted: \(new.isHidden ? "hidden" : Self.shown(removed))")]
    case (false, false): pieces = [.line("now: \(new.isHidden ? "hidden" : Self.shown(new.text))")]
    }
  }

  private static func shown(_ text: String) -> String {
    guard text.count != 1, let first = text.first else {
      return text.first.map { SpokenText.character($0) } ?? "empty"
    }
    return text.allSatisfy { $0 == " " } ? "\(text.count) blanks" : first == " " ? text : SpokenText.limited(text)
  }

  /// The character at the new caret; after a jump, the text from there on.
  private static func place(_ old: LinearEdit, _ new: LinearEdit) -> String {
    let utf8 = Array(new.text.utf8)
    let rest = String(decoding: utf8.dropFirst(new.caret), as: UTF8.self)
    guard let first = rest.first else { return "end" }
    if new.isHidden { return "inside" }
    let passed = utf8[min(old.caret, new.caret)..<min(utf8.count, max(old.caret, new.caret))]
    if String(decoding: passed, as: UTF8.self).count == 1 { return SpokenText.character(first) }
    return new.caret == 0 ? "start: \(SpokenText.limited(rest))" : "at: \(SpokenText.limited(rest))"
  }
}
