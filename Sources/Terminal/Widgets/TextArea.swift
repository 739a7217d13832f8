/// An editor of many lines: caret, selection, undo, indenting, brackets, scrolling both ways. A value; the caller says
/// how large it is shown (`viewport`), hands it keys, pastes and the mouse, and draws it.
public struct TextArea: Hashable, Sendable {
  public internal(set) var editor: TextEditor
  /// How much text is seen, without line numbers. Setting it keeps the caret in sight.
  public var viewport: Size {
    didSet { if viewport != oldValue { reveal() } }
  }
  /// The first line and the first column that are shown.
  public internal(set) var top = 0
  public internal(set) var left = 0
  /// Columns between tab stops, at least 1.
  public var tabWidth: Int
  /// What Tab puts in, and one step of indenting.
  public var indent: String

  /// The caret stands at the start of the text.
  public init(
    _ text: String = "", viewport: Size = Size(columns: 80, rows: 24), tabWidth: Int = 4, indent: String = "  "
  ) {
    editor = TextEditor(text)
    editor.caret = TextPosition()
    self.viewport = viewport
    self.tabWidth = max(1, tabWidth)
    self.indent = indent
  }

  /// The text, as put in to the byte. Setting it forgets selection and undo; `replaceAll` keeps the way back.
  public var text: String {
    get { editor.buffer.text }
    set { self = TextArea(newValue, viewport: viewport, tabWidth: tabWidth, indent: indent) }
  }

  public var lines: [String] { editor.buffer.lines }
  public var isEmpty: Bool { editor.buffer.isEmpty }
  public var caret: TextPosition { editor.caret }
  /// The column of the caret on its line, from 0, tabs and wide characters counted as they are shown.
  public var caretColumn: Int { layout(editor.caret.line).column(of: editor.caret.offset) }
  public var selection: Range<TextPosition>? { editor.selection }
  public var selectedText: String { editor.selectedText }
  /// The lines that are shown.
  public var visibleLines: Range<Int> { min(top, lines.count)..<min(lines.count, top + viewport.rows) }

  /// Puts a text in the place of the selection, as one change.
  public mutating func insert(_ text: String) {
    editor.type(text, kind: .single)
    reveal()
  }

  /// Pasted text goes in as it is: no indenting, no brackets added.
  public mutating func paste(_ text: String) { insert(text) }

  /// Puts another text in the place of a range, as one change; the caret goes behind it.
  public mutating func replace(_ range: Range<TextPosition>, with text: String) {
    editor.replace(range, with: text)
    reveal()
  }

  /// Puts another text in the place of all (formatting), as one change; the caret keeps its line as far as it can.
  public mutating func replaceAll(with text: String) {
    let caret = editor.caret
    editor.replace(TextPosition()..<editor.buffer.end, with: text, caret: caret)
    reveal()
  }

  public mutating func moveCaret(to position: TextPosition, selecting: Bool = false) {
    editor.place(position, selecting: selecting)
    reveal()
  }

  public mutating func select(_ range: Range<TextPosition>) {
    editor.select(range)
    reveal()
  }

  func layout(_ line: Int) -> LineLayout { LineLayout(editor.buffer[line], tabWidth: tabWidth) }

  /// Scrolls no further than it takes to see the caret.
  mutating func reveal() {
    let rows = max(1, viewport.rows)
    top = min(max(top, caret.line - rows + 1), caret.line)
    let columns = max(1, viewport.columns)
    let column = caretColumn
    if column < left || column >= left + columns {
      // A quarter of the width to spare, so that not every key scrolls.
      left = column < columns ? 0 : column - columns + 1 + columns / 4
    }
  }
}
