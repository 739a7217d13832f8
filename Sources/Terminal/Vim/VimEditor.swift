/// Modal editing as in vim: text, cursor, registers and mode, changed key by key. A pure value: `:w` and `:q` are
/// returned as an outcome.
struct VimEditor: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    case normal, insert, visual, visualLine
  }

  struct Register: Hashable, Sendable {
    var text: String
    var isLinewise: Bool
  }

  enum Outcome: Hashable, Sendable {
    case done, failed
    case write, quit, writeAndQuit
  }

  /// The last change, for `.`.
  struct Change: Hashable, Sendable {
    var command: VimCommand
    /// The text typed in insert mode.
    var typed = ""
    /// The size of the changed selection.
    var visual: Selection?
  }

  struct Selection: Hashable, Sendable {
    var isLinewise: Bool
    var lines: Int
    /// Columns of the screen: the width within one line, otherwise the end of the last line.
    var columns: Int
  }

  struct Insertion: Hashable, Sendable {
    var count = 1
    /// The text typed so far.
    var typed = ""
    var opensLine = false
    /// True if it is an undo step even without typed text.
    var isStep = false
    /// The lines before the change, for undo.
    var before: [[Character]]?
    var undoCursor = VimText.Place()
    var change: VimCommand?
    var visual: Selection?
  }

  var text: VimText
  var mode = Mode.normal
  var registers: [Character: Register] = [:]
  /// The keys of an incomplete command.
  var pending: [Character] = []
  /// The target column of vertical moves on the screen; `Int.max` after `$`.
  var goal = 0
  /// The start of the selection.
  var anchor = VimText.Place()
  var find: VimFind?
  var pattern: String?
  var steps = UndoStack<VimChange>()
  var last: Change?
  var isRepeating = false
  var insertion = Insertion()
  /// True if the last motion went behind the last character of a line, and was moved back onto it.
  var landsPastEnd = false

  init(_ text: String) { self.text = VimText(text) }
}

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

  /// Runs a command, then moves the cursor back onto a character if necessary.
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

  /// Sets the column for vertical moves to that of the cursor, which is at the end of a tab.
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
      steps.record(VimChange(from: before, to: text.lines, cursor: insertion.undoCursor))
    }
    if !isRepeating, let command = insertion.change {
      last = Change(command: command, typed: insertion.typed, visual: insertion.visual)
    }
  }
}

/// The lines changed by a command, which is one step to undo.
struct VimChange: Hashable, Sendable {
  /// The first different line, and the different lines before and after.
  private var top: Int
  private var before: [[Character]]
  private var after: [[Character]]
  /// The position of the cursor when the change began.
  private var cursor: VimText.Place

  init(from old: [[Character]], to new: [[Character]], cursor: VimText.Place) {
    self.cursor = cursor
    let head = zip(old, new).prefix { $0 == $1 }.count
    if head == old.count, head == new.count {
      // A change without an effect is a step, too.
      top = min(cursor.line, new.count - 1)
      (before, after) = ([new[top]], [new[top]])
      return
    }
    // Includes the lines from the cursor on, because undo returns there.
    top = min(head, cursor.line + 1)
    let (old, new) = (old.dropFirst(top), new.dropFirst(top))
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    (before, after) = (Array(old.dropLast(tail)), Array(new.dropLast(tail)))
  }

  /// Undoes or redoes the change.
  func apply(undoing: Bool, to text: inout VimText) {
    let (old, new) = undoing ? (after, before) : (before, after)
    text.lines.replaceSubrange(top..<top + old.count, with: new)
    var line = top
    if cursor.line >= top - 1, cursor.line <= top + new.count { line = cursor.line }
    if cursor.line + 1 == line, line > 0 { line -= 1 }
    line = min(line, text.lastLine)
    text.cursor = VimText.Place(line: line, column: cursor.line == line ? cursor.column : text.firstNonBlank(of: line))
  }
}
