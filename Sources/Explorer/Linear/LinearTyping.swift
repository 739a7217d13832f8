import Terminal

/// What is said of a key in a text: the character, what was deleted, where the caret went.
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
    var head = 0
    while head < before.count, head < after.count, before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < before.count - head, tail < after.count - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail]
    { tail += 1 }
    let removed = String(before[head..<before.count - tail])
    let added = String(after[head..<after.count - tail])
    switch (removed.isEmpty, added.isEmpty) {
    // As in a shell: characters stand beside each other, so that a screen reader echoes them, and words, as it is set.
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

  /// The character that the caret went to; after a jump, the text from there on.
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
