// Keys that mean the same in single-line and multi-line fields.

extension TextEditor {
  /// Types text, replacing the selection.
  mutating func type(_ text: String, kind: EditHistory.Kind = .typing) {
    replace(selection ?? caret..<caret, with: text, kind: selection == nil ? kind : .single)
  }

  /// Deletes the selection, or else the text that the move would skip.
  mutating func delete(_ move: TextMove) {
    if let selection { return replace(selection, with: "") }
    let target = target(of: move)
    let isStep = move == .left || move == .right
    replace(min(caret, target)..<max(caret, target), with: "", kind: isStep ? .erasing : .single)
  }

  /// Handles a key; returns `false` if a text field has no use for it.
  mutating func handle(_ key: Key) -> Bool {
    let byWord = !key.modifiers.isDisjoint(with: [.control, .alt])
    let selecting = key.modifiers.contains(.shift)
    switch key.code {
    case .left: move(byWord ? .wordLeft : .left, selecting: selecting)
    case .right: move(byWord ? .wordRight : .right, selecting: selecting)
    case .home: move(byWord ? .textStart : .lineStart, selecting: selecting)
    case .end: move(byWord ? .textEnd : .lineEnd, selecting: selecting)
    case .backspace: delete(byWord ? .wordLeft : .left)
    case .delete: delete(byWord ? .wordRight : .right)
    case .character(let character):
      if key.modifiers.contains(.control) { return !key.modifiers.contains(.alt) && handleControl(character) }
      if key.modifiers.contains(.alt) { return handleAlt(character) }
      type(String(character))
    default: return false
    }
    return true
  }

  private mutating func handleControl(_ letter: Character) -> Bool {
    switch letter {
    case "a": selectAll()
    case "w": delete(.wordLeft)
    case "u": delete(.lineStart)
    case "k": delete(caret == target(of: .lineEnd) ? .right : .lineEnd)
    case "z": undo()
    case "y": redo()
    default: return false
    }
    return true
  }

  private mutating func handleAlt(_ letter: Character) -> Bool {
    switch letter {
    case "b": move(.wordLeft)
    case "f": move(.wordRight)
    case "d": delete(.wordRight)
    default: return false
    }
    return true
  }
}
