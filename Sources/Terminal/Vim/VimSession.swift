import Basics

/// Vim editing of a text on the screen: keys go to a `VimEditor`, and its changes go to the text area or field that
/// draws the text.
package struct VimSession: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case used
    /// The key is for the owner of the text: a function key, Control in insert mode.
    case ignored
    case leave, save, saveAndLeave
  }

  private var editor: VimEditor
  /// The lines at the last synchronization.
  private var shared: [String]

  /// A larger text is edited without modes, because each key would take too long.
  package static let largest = 1 << 18

  /// - Parameter isInserting: true if the first typed characters are inserted into the text.
  package init(_ area: TextArea, isInserting: Bool = false) {
    self.init(area.editor, isInserting: isInserting)
  }

  package init(_ field: TextField, isInserting: Bool = true) {
    self.init(field.editor, isInserting: isInserting)
  }

  private init(_ text: TextEditor, isInserting: Bool) {
    editor = VimEditor("")
    shared = []
    take(text)
    if isInserting { editor.startInserting() }
  }

  /// The name in the bottom line.
  package var modeName: String {
    let name =
      switch editor.mode {
      case .normal: "NORMAL"
      case .insert: "INSERT"
      case .visual: "VISUAL"
      case .visualLine: "VISUAL LINE"
      }
    return editor.pending.isEmpty ? name : "\(name) \(String(editor.pending.filter { $0 != "\r" }))"
  }

  package var isInserting: Bool { editor.mode == .insert }
  /// True if a command is incomplete: a count, an operator, a search.
  package var isAmidCommand: Bool { !editor.pending.isEmpty }

  package mutating func press(_ key: Key, in area: inout TextArea) -> Outcome {
    if area.lines != shared { take(area.editor) }
    if editor.mode == .insert, Self.isForEditor(key) {
      guard area.handle(key) else { return .ignored }
      take(area.editor)
      return .used
    }
    return press(key, isOneLine: false) { area.adopt($0) } ?? .ignored
  }

  package mutating func press(_ key: Key, in field: inout TextField) -> Outcome {
    if field.editor.buffer.lines != shared { take(field.editor) }
    if editor.mode == .insert, Self.isForEditor(key) {
      guard field.handle(key) else { return .ignored }
      take(field.editor)
      return .used
    }
    return press(key, isOneLine: true) { field.editor.adopt($0) } ?? .ignored
  }

  /// `nil` for a key without a use in vim here.
  private mutating func press(_ key: Key, isOneLine: Bool, _ adopt: (VimEditor) -> Void) -> Outcome? {
    guard let character = Self.character(of: key, isInserting: editor.mode == .insert) else { return nil }
    if character == VimParsed.escape, editor.mode == .normal, editor.pending.isEmpty { return .leave }
    let before = editor
    let outcome = editor.press(character)
    if isOneLine, editor.text.lines.count > 1 {
      // A field has one line, so a second one is rejected.
      editor = before
      editor.pending = []
    }
    adopt(editor)
    shared = editor.text.lines.map { String($0) }
    return switch outcome {
    case .done, .failed: .used
    case .write: .save
    case .quit: .leave
    case .writeAndQuit: .saveAndLeave
    }
  }

  /// Takes over a text changed by a paste or from outside.
  private mutating func take(_ text: TextEditor) {
    shared = text.buffer.lines
    let caret = text.caret
    let column = String(text.buffer[caret.line].slice(0, caret.offset)).count
    editor.replaceText(shared, cursor: VimText.Place(line: caret.line, column: column))
  }

  /// True for keys that change or move in insert mode as without vim.
  private static func isForEditor(_ key: Key) -> Bool {
    switch key.code {
    case .character, .escape: key.modifiers.contains(.alt)
    case .enter, .backspace: !key.modifiers.isEmpty
    default: true
    }
  }

  private static func character(of key: Key, isInserting: Bool) -> Character? {
    switch (key.code, key.modifiers) {
    case (.character("r"), .control) where !isInserting: "\u{12}"
    case (.character(let character), []), (.character(let character), .shift): character
    case (.escape, []), (.character("["), .control): VimParsed.escape
    case (.enter, []): VimParsed.enter
    case (.backspace, []): "\u{8}"
    case (.left, []): "h"
    case (.right, []): "l"
    case (.up, []): "k"
    case (.down, []): "j"
    case (.home, []): "0"
    case (.end, []): "$"
    case (.delete, []): "x"
    default: nil
    }
  }
}

extension VimEditor {
  mutating func startInserting() { _ = run(VimCommand(name: text.isEmptyLine ? "i" : "a")) }

  /// Takes over a text; a change in insert mode belongs to the insertion.
  mutating func replaceText(_ lines: [String], cursor: VimText.Place) {
    let old = text.lines
    text.lines = lines.map { Array($0) }
    text.cursor = cursor
    if mode != .insert, text.lines != old {
      steps = UndoStack()
      // The selection was in the former text.
      mode = .normal
    }
    settle()
    setGoal()
  }
}

extension TextEditor {
  private func position(_ place: VimText.Place, in text: VimText) -> TextPosition {
    TextPosition(line: place.line, offset: String(text.lines[place.line].prefix(place.column)).utf8.count)
  }

  mutating func adopt(_ vim: VimEditor) {
    let lines = vim.text.lines.map { String($0) }
    let old = buffer.lines
    if lines != old {
      var (top, same) = old.equalEnds(with: lines)
      var caret: TextPosition?
      // Whole lines come and go with a line end, so the line before or after them is replaced, too.
      if top + same == min(old.count, lines.count) {
        if top == 0 { caret = TextPosition(line: lines.count - same) }
        if top > 0 { top -= 1 } else { same -= 1 }
      }
      let last = old.count - same - 1
      replace(
        TextPosition(line: top)..<TextPosition(line: last, offset: old[last].utf8.count),
        with: lines[top..<lines.count - same].joined(separator: "\n"), caret: caret)
    }
    select(vim)
  }

  private mutating func select(_ vim: VimEditor) {
    let text = vim.text
    func after(_ place: VimText.Place) -> VimText.Place {
      VimText.Place(line: place.line, column: min(text.lines[place.line].count, place.column + 1))
    }
    switch vim.mode {
    case .normal, .insert: place(position(text.cursor, in: text))
    case .visual:
      let isForward = vim.anchor <= text.cursor
      place(position(isForward ? vim.anchor : after(vim.anchor), in: text))
      place(position(isForward ? after(text.cursor) : text.cursor, in: text), selecting: true)
    case .visualLine:
      let (first, last) = (min(vim.anchor.line, text.cursor.line), max(vim.anchor.line, text.cursor.line))
      place(TextPosition(line: first))
      place(TextPosition(line: last, offset: buffer[last].utf8.count), selecting: true)
    }
  }
}

extension TextArea {
  mutating func adopt(_ vim: VimEditor) {
    editor.adopt(vim)
    reveal()
  }
}
