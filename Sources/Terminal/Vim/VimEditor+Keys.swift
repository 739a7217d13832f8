extension VimEditor {
  /// One key: a character, `\u{1B}` for Esc, `\r` for Enter, `\u{8}` for Backspace, `\u{12}` for ^R.
  @discardableResult
  mutating func press(_ key: Character) -> Outcome {
    if mode == .insert { return pressInInsert(key) }
    if key == VimParsed.escape, pending.isEmpty {
      endVisual()
      return .failed
    }
    if key == "\u{8}", let open = pending.firstIndex(where: { $0 == "/" || $0 == ":" }) {
      if pending.count > open + 1 { pending.removeLast() } else { pending = [] }
      return .done
    }
    pending.append(key)
    let isVisual = mode != .normal
    switch VimParsed(pending, isVisual: isVisual) {
    case .incomplete: return .done
    case .invalid:
      pending = []
      return .failed
    case .command(let command):
      pending = []
      return run(command)
    }
  }

  mutating func press(_ keys: String) { for key in keys { press(key) } }

  /// Runs a command and repairs what is left: the cursor stays on a character.
  mutating func run(_ command: VimCommand) -> Outcome {
    let outcome = mode == .normal ? runNormal(command) : runVisual(command)
    settle()
    return outcome
  }

  mutating func settle() {
    text.cursor.line = min(text.cursor.line, text.lastLine)
    let count = text.line.count
    let last = mode == .normal ? max(0, count - 1) : count
    text.cursor.column = min(max(0, text.cursor.column), last)
  }

  mutating func endVisual() {
    if mode == .visual || mode == .visualLine {
      mode = .normal
      settle()
      setGoal()
    }
  }

  /// Vertical moves aim at the column of the cursor, which stands at the end of a tab.
  mutating func setGoal() {
    goal = text.screenColumn(of: text.cursor)
    let isBefore = mode != .normal && text.cursor <= anchor
    if text.character(at: text.cursor) == "\t", !isBefore { goal += VimText.width(of: "\t", at: goal) - 1 }
  }

  // MARK: Insert

  private mutating func pressInInsert(_ key: Character) -> Outcome {
    if key == VimParsed.escape {
      endInsert()
      return .done
    }
    insertion.typed.append(key)
    type(key)
    return .done
  }

  mutating func type(_ key: Character) {
    switch key {
    case VimParsed.enter: text.cursor = text.insert("\n", at: text.cursor)
    case "\u{8}":
      guard text.cursor > VimText.Place() else { return }
      let end = text.cursor
      if end.column > 0 {
        text.cursor.column -= 1
      } else {
        text.cursor = VimText.Place(line: end.line - 1, column: text.lines[end.line - 1].count)
      }
      text.remove(from: text.cursor, to: end)
    default: text.cursor = text.insert(String(key), at: text.cursor)
    }
  }

  mutating func endInsert() {
    for _ in 1..<max(1, insertion.count) {
      if insertion.opensLine {
        text.lines.insert([], at: text.cursor.line + 1)
        text.cursor = VimText.Place(line: text.cursor.line + 1)
      }
      for key in insertion.typed { type(key) }
    }
    mode = .normal
    if text.cursor.column > 0 { text.cursor.column -= 1 }
    setGoal()
    if let before = insertion.before, insertion.isStep || !insertion.typed.isEmpty || before != text.lines {
      history.record(from: before, to: text.lines, cursor: insertion.undoCursor)
    }
    if !isRepeating, let command = insertion.change {
      last = Change(command: command, typed: insertion.typed, visual: insertion.visual)
    }
  }
}
