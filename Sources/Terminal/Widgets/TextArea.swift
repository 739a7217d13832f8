/// A multi-line editor: caret, selection, undo, indentation, brackets, scrolling both ways. The caller sets the visible
/// size (`viewport`), passes keys, pastes and mouse presses, and draws it.
package struct TextArea: Hashable, Sendable {
  package internal(set) var editor: TextEditor
  /// The size of the visible text, without line numbers. Setting it keeps the caret visible.
  package var viewport: Size {
    didSet { if viewport != oldValue { reveal() } }
  }
  /// The first visible line and column.
  package internal(set) var top = 0
  package internal(set) var left = 0
  /// Columns between tab stops, at least 1.
  package var tabWidth: Int
  /// What Tab inserts; one step of indentation.
  package var indent: String

  /// Puts the caret at the start of the text.
  package init(
    _ text: String = "", viewport: Size = Size(columns: 80, rows: 24), tabWidth: Int = 4, indent: String = "  "
  ) {
    editor = TextEditor(text)
    editor.caret = TextPosition()
    self.viewport = viewport
    self.tabWidth = max(1, tabWidth)
    self.indent = indent
  }

  /// The text, byte for byte as set. Setting it discards the selection and undo; use `replaceAll` to keep undo.
  package var text: String {
    get { editor.buffer.text }
    set { self = TextArea(newValue, viewport: viewport, tabWidth: tabWidth, indent: indent) }
  }

  package var lines: [String] { editor.buffer.lines }
  package var isEmpty: Bool { editor.buffer.isEmpty }
  package var caret: TextPosition { editor.caret }
  /// The column of the caret on its line, from 0; tabs and wide characters count as displayed.
  package var caretColumn: Int { layout(editor.caret.line).column(of: editor.caret.offset) }
  package var selection: Range<TextPosition>? { editor.selection }
  package var selectedText: String { editor.selectedText }
  /// The visible lines.
  package var visibleLines: Range<Int> { min(top, lines.count)..<min(lines.count, top + viewport.rows) }

  /// Replaces the selection with text, as one change.
  package mutating func insert(_ text: String) {
    editor.type(text, kind: .single)
    reveal()
  }

  /// Inserts pasted text as it is: no indentation, no added brackets.
  package mutating func paste(_ text: String) { insert(text) }

  /// Replaces a range with text, as one change; the caret goes to the end of the new text.
  package mutating func replace(_ range: Range<TextPosition>, with text: String) {
    editor.replace(range, with: text)
    reveal()
  }

  /// Replaces the whole text, as when formatting, in one change; the caret stays on its line if possible.
  package mutating func replaceAll(with text: String) {
    let caret = editor.caret
    editor.replace(TextPosition()..<editor.buffer.end, with: text, caret: caret)
    reveal()
  }

  package mutating func moveCaret(to position: TextPosition, selecting: Bool = false) {
    editor.place(position, selecting: selecting)
    reveal()
  }

  package mutating func select(_ range: Range<TextPosition>) {
    editor.select(range)
    reveal()
  }

  func layout(_ line: Int) -> LineLayout { LineLayout(editor.buffer[line], tabWidth: tabWidth) }

  /// Scrolls only as far as needed to show the caret.
  mutating func reveal() {
    let rows = max(1, viewport.rows)
    top = min(max(top, caret.line - rows + 1), caret.line)
    let columns = max(1, viewport.columns)
    let column = caretColumn
    if column < left || column >= left + columns {
      // Leave a quarter of the width free, so that not every key scrolls.
      left = column < columns ? 0 : column - columns + 1 + columns / 4
    }
  }
}
