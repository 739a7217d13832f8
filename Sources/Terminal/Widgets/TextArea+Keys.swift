// The keys of a text area.

extension TextArea {
  /// Handles a key; returns `false` if an editor has no use for it (Esc, function keys).
  package mutating func handle(_ key: Key) -> Bool {
    let isHandled = handleVertical(key) || handleStructure(key) || editor.handle(key)
    if isHandled { reveal() }
    return isHandled
  }

  private mutating func handleVertical(_ key: Key) -> Bool {
    let selecting = key.modifiers.contains(.shift)
    let page = max(1, viewport.rows - 1)
    switch key.code {
    case .up where key.modifiers.contains(.alt): moveLines(by: -1)
    case .down where key.modifiers.contains(.alt): moveLines(by: 1)
    case .up: moveVertically(by: -1, selecting: selecting)
    case .down: moveVertically(by: 1, selecting: selecting)
    case .pageUp:
      top = max(0, top - page)
      moveVertically(by: -page, selecting: selecting)
    case .pageDown:
      top = min(max(0, lines.count - 1), top + page)
      moveVertically(by: page, selecting: selecting)
    default: return false
    }
    return true
  }

  private mutating func handleStructure(_ key: Key) -> Bool {
    switch key {
    case .enter: breakLine()
    case .tab: indentLines()
    case .backTab: outdentLines()
    case .home, Key(.home, .shift): moveToTextStart(selecting: key.modifiers.contains(.shift))
    case .character("}"), .character("]"), .character(")"):
      guard case .character(let bracket) = key.code else { return false }
      close(bracket)
    default: return false
    }
    return true
  }

  private mutating func moveVertically(by lines: Int, selecting: Bool) {
    let goal = editor.goalColumn ?? caretColumn
    let line = caret.line + lines
    let position: TextPosition
    if line < 0 {
      position = TextPosition()
    } else if line >= self.lines.count {
      position = editor.buffer.end
    } else {
      position = TextPosition(line: line, offset: layout(line).offset(at: goal))
    }
    editor.place(position, selecting: selecting)
    editor.goalColumn = goal
  }

  /// Home goes to the first non-blank character; pressed again, it goes to the start of the line.
  private mutating func moveToTextStart(selecting: Bool) {
    let blank = blanks(ofLine: caret.line).utf8.count
    editor.place(TextPosition(line: caret.line, offset: caret.offset == blank ? 0 : blank), selecting: selecting)
  }

  /// Starts a new line with the indentation of the previous one, one step deeper after an opening bracket. Between two
  /// brackets, the closing one gets its own line.
  private mutating func breakLine() {
    let start = editor.selection?.lowerBound ?? caret
    let end = editor.selection?.upperBound ?? caret
    let blank = String(blanks(ofLine: start.line).prefix(start.offset))
    let before = editor.buffer[start.line].slice(0, start.offset).last { !$0.isWhitespace }
    let after = editor.buffer[end.line].slice(end.offset, nil).first
    guard let before, let closing = Brackets.closing(of: before) else {
      return editor.replace(start..<end, with: "\n" + blank)
    }
    let head = "\n" + blank + indent
    editor.replace(
      start..<end, with: after == closing ? head + "\n" + blank : head, caret: start.advanced(over: head))
  }

  /// Outdents a closing bracket by one step if it is the first character on its line.
  private mutating func close(_ bracket: Character) {
    let before = editor.buffer[caret.line].slice(0, caret.offset)
    if editor.selection == nil, before.allSatisfy(\.isWhitespace), before.hasSuffix(indent), !indent.isEmpty {
      let start = TextPosition(line: caret.line, offset: caret.offset - indent.utf8.count)
      editor.replace(start..<caret, with: String(bracket))
    } else {
      editor.type(String(bracket))
    }
  }

  func blanks(ofLine line: Int) -> String {
    String(editor.buffer[line].prefix { $0 == " " || $0 == "\t" })
  }
}
