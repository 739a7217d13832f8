import Basics

/// A single-line text field: caret, selection, words, undo, paste, horizontal scrolling. The caller draws it.
package struct TextField: Hashable, Sendable {
  package internal(set) var editor: TextEditor
  package var pastedLineEnd: String

  package init(_ text: String = "", pastedLineEnd: String = " ") {
    self.pastedLineEnd = pastedLineEnd
    editor = TextEditor()
    editor = TextEditor(oneLine(text))
  }

  /// The text. Setting it discards the selection and undo; use `replaceAll` to keep undo.
  package var text: String {
    get { editor.buffer[0] }
    set { editor = TextEditor(oneLine(newValue)) }
  }

  package var isEmpty: Bool { editor.buffer.isEmpty }
  /// The position of the caret, in UTF-8 bytes from the start.
  package var caret: Int { editor.caret.offset }
  /// The selected range, in UTF-8 bytes.
  package var selection: Range<Int>? { editor.selection.map { $0.lowerBound.offset..<$0.upperBound.offset } }
  package var selectedText: String { editor.selectedText }

  /// Handles a key; returns `false` if a field has no use for it (Enter, Tab, Esc, up, down, function keys).
  package mutating func handle(_ key: Key) -> Bool {
    if case .character(let character) = key.code, character.isNewline { return false }
    return editor.handle(key)
  }

  /// Replaces the selection with text, as one change.
  package mutating func insert(_ text: String) {
    editor.type(oneLine(text), kind: nil)
  }

  /// A paste never presses Enter: its line ends become `pastedLineEnd`, and a trailing one is dropped.
  package mutating func paste(_ text: String) {
    let endsLine = text.last == "\n" || text.last == "\r\n" || text.last == "\r"
    insert(endsLine ? String(text.dropLast()) : text)
  }

  /// Replaces a range of bytes with text, as for completion, in one change; the caret goes to the end of the new text.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    editor.replace(
      TextPosition(offset: range.lowerBound)..<TextPosition(offset: range.upperBound), with: oneLine(text))
  }

  package mutating func replaceAll(with text: String) {
    editor.replace(TextPosition()..<editor.buffer.end, with: oneLine(text))
  }

  package mutating func selectAll() { editor.selectAll() }

  package mutating func moveCaret(to offset: Int, selecting: Bool = false) {
    editor.place(TextPosition(offset: offset), selecting: selecting)
  }

  /// Handles a press at a column of the field, drawn `width` columns wide: one press moves the caret there, two select
  /// the word, three select everything. `selecting` (a drag, or ⇧) extends the selection.
  package mutating func click(column: Int, width: Int, clicks: Int = 1, selecting: Bool = false) {
    let layout = LineLayout(text)
    let position = TextPosition(offset: layout.offset(at: max(0, column) + scroll(width: width)))
    switch clicks {
    case 2: editor.selectWord(at: position)
    case 3...: editor.selectAll()
    default: editor.place(position, selecting: selecting)
    }
  }

  /// The first visible column: 0 while the caret fits, then in steps of half the width.
  package func scroll(width: Int) -> Int {
    let column = LineLayout(text).column(of: caret)
    let usable = max(1, width - 1)
    guard column >= usable, column >= width || TextWidth.of(text) > column else { return 0 }
    let step = max(1, width / 2)
    return ((column - usable) / step + 1) * step
  }

  /// Draws the field into the first row of a rectangle. If focused, it puts the screen's cursor at the caret.
  package func draw(
    into screen: inout Screen, in rect: Rect, style: TextFieldStyle = TextFieldStyle(), runs: [TextRun] = [],
    isFocused: Bool
  ) {
    guard !rect.isEmpty else { return }
    let row = rect.splitTop(1).0
    screen.fill(row, style: style.text)
    let layout = LineLayout(text)
    let scroll = isFocused ? scroll(width: row.width) : 0
    screen.draw(
      layout, scrolledBy: scroll, in: row, style: style, runs: runs, selection: isFocused ? selection : nil)
    markCuts(in: row, scroll: scroll, style: style, of: &screen)
    if isFocused {
      screen.cursor = Point(x: min(row.maxX - 1, row.minX + layout.column(of: caret) - scroll), y: row.minY)
    }
  }

  /// Draws `…` at an edge if there is more text beyond it.
  private func markCuts(in row: Rect, scroll: Int, style: TextFieldStyle, of screen: inout Screen) {
    guard row.width > 2 else { return }
    let caretColumn = LineLayout(text).column(of: caret) - scroll
    if scroll > 0 && caretColumn > 0 {
      screen.write("…", at: Point(x: row.minX, y: row.minY), style: style.text, clippedTo: row)
    }
    if TextWidth.of(text) - scroll > row.width && caretColumn < row.width - 1 {
      screen.write("…", at: Point(x: row.maxX - 1, y: row.minY), style: style.text, clippedTo: row)
    }
  }

  private func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    return lines.joined(separator: pastedLineEnd)
  }
}
