import Basics

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
  /// The text that Tab inserts; one step of indentation.
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
  package var visibleLines: Range<Int> { min(top, lines.count)..<min(lines.count, top + viewport.rows) }

  /// Replaces the selection with text, as one change.
  package mutating func insert(_ text: String) {
    editor.type(text, kind: nil)
    reveal()
  }

  /// Inserts pasted text unchanged: no indentation, no added brackets.
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

  /// Moves the caret to a line, at its column but not into the indentation: for reading a text.
  package mutating func moveCaret(toLine line: Int) {
    moveVertically(by: min(max(0, line), lines.count - 1) - caret.line, selecting: false)
    let goal = editor.goalColumn
    let blank = blanks(ofLine: caret.line).utf8.count
    if caret.offset < blank { editor.place(TextPosition(line: caret.line, offset: blank)) }
    editor.goalColumn = goal
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
      // Leaves a quarter of the width free, so that not every key scrolls.
      left = column < columns ? 0 : column - columns + 1 + columns / 4
    }
  }
}

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

// Changes to whole lines.

extension TextArea {
  /// The lines that the selection touches; a selection that ends at the start of a line excludes that line.
  private var selectedLines: ClosedRange<Int> {
    guard let selection = editor.selection else { return caret.line...caret.line }
    let last = selection.upperBound
    return selection.lowerBound.line...max(selection.lowerBound.line, last.offset == 0 ? last.line - 1 : last.line)
  }

  /// Tab: indents all lines of a multi-line selection, else inserts one step at the caret.
  mutating func indentLines() {
    guard let selection = editor.selection, selection.lowerBound.line != selection.upperBound.line else {
      let isTab = indent == "\t" || indent.isEmpty
      let width = max(1, TextWidth.of(indent))
      let column = layout(caret.line).column(of: (editor.selection?.lowerBound ?? caret).offset)
      return editor.type(isTab ? "\t" : String(repeating: " ", count: width - column % width), kind: nil)
    }
    let step = indent
    rewrite(selectedLines) { line in line.isEmpty ? line : step + line }
  }

  /// ⇧Tab: removes one step of indentation from the selected lines, or from the caret's line.
  mutating func outdentLines() {
    let step = indent
    rewrite(selectedLines) { line in
      if line.hasPrefix(step) { return String(line.dropFirst(step.count)) }
      if line.hasPrefix("\t") { return String(line.dropFirst()) }
      let blanks = line.prefix { $0 == " " }.count
      return String(line.dropFirst(min(blanks, step.count)))
    }
  }

  /// ⌥↑ and ⌥↓: moves the selected lines past their neighbour.
  mutating func moveLines(by step: Int) {
    let lines = selectedLines
    let neighbour = step < 0 ? lines.lowerBound - 1 : lines.upperBound + 1
    guard self.lines.indices.contains(neighbour) else { return }
    let moved = Array(self.lines[lines])
    let all = step < 0 ? moved + [self.lines[neighbour]] : [self.lines[neighbour]] + moved
    let (caret, anchor) = (caret, editor.anchor)
    let first = min(neighbour, lines.lowerBound)
    replaceLines(first...first + all.count - 1, with: all)
    editor.caret = TextPosition(line: caret.line + step, offset: caret.offset)
    editor.anchor = anchor.map { TextPosition(line: $0.line + step, offset: $0.offset) }
    editor.caret = editor.buffer.clamped(editor.caret)
    editor.anchor = editor.anchor.map(editor.buffer.clamped)
  }

  /// Changes the start of each line; the caret and the selection keep their distance from the ends of their lines.
  private mutating func rewrite(_ range: ClosedRange<Int>, _ change: (String) -> String) {
    let changed = range.map { change(editor.buffer[$0]) }
    guard changed != Array(lines[range]) else { return }
    func moved(_ position: TextPosition) -> TextPosition {
      guard range.contains(position.line) else { return position }
      let growth = changed[position.line - range.lowerBound].utf8.count - editor.buffer[position.line].utf8.count
      return TextPosition(line: position.line, offset: max(0, position.offset + growth))
    }
    let (caret, anchor) = (moved(editor.caret), editor.anchor.map(moved))
    replaceLines(range, with: changed)
    editor.caret = editor.buffer.clamped(caret)
    editor.anchor = anchor.map(editor.buffer.clamped)
  }

  private mutating func replaceLines(_ range: ClosedRange<Int>, with lines: [String]) {
    let end = TextPosition(line: range.upperBound, offset: editor.buffer[range.upperBound].utf8.count)
    editor.replace(TextPosition(line: range.lowerBound)..<end, with: lines.joined(separator: "\n"))
  }
}

// Drawing, scrolling, and the mouse.

extension TextArea {
  /// The width of the line numbers, with a blank on each side.
  package var gutterWidth: Int { max(2, String(lines.count).utf8.count) + 2 }

  /// The part of a rectangle that shows the text. `viewport` must have its size; the mouse is relative to it.
  package func textRect(in rect: Rect, showsLineNumbers: Bool) -> Rect {
    showsLineNumbers ? rect.splitLeft(min(gutterWidth, rect.width / 2)).1 : rect
  }

  /// Draws the visible part of the text; `runs` returns the styles of a line. If focused, it puts the screen's cursor
  /// at the caret when that is visible.
  package func draw(
    into screen: inout Screen, in rect: Rect, style: TextFieldStyle = TextFieldStyle(), isFocused: Bool,
    runs: (_ line: Int) -> [TextRun] = { _ in [] }
  ) {
    let area = textRect(in: rect, showsLineNumbers: style.lineNumbers != nil)
    screen.fill(rect, style: style.text)
    for row in 0..<area.height {
      let line = top + row
      guard lines.indices.contains(line) else { break }
      if let numbers = style.lineNumbers {
        let gutter = Rect(x: rect.minX, y: area.minY + row, width: area.minX - rect.minX - 1, height: 1)
        screen.write(String(line + 1), in: gutter, style: numbers, align: .right, truncation: .start)
      }
      let place = Rect(x: area.minX, y: area.minY + row, width: area.width, height: 1)
      screen.draw(
        layout(line), scrolledBy: left, in: place, style: style, runs: runs(line),
        selection: isFocused ? selectedBytes(ofLine: line) : nil)
      if selects(lineEnd: line) && isFocused { markLineEnd(line, in: place, style: style, of: &screen) }
    }
    guard isFocused else { return }
    markBrackets(in: area, style: style, of: &screen)
    let point = point(of: caret, in: area)
    screen.cursor = area.contains(point) ? point : nil
  }

  /// Scrolls without moving the caret, for the mouse wheel.
  package mutating func scroll(by rows: Int) {
    top = min(max(0, top + rows), max(0, lines.count - max(1, viewport.rows)))
  }

  /// Handles a press relative to the text's upper left corner: one press moves the caret there, two select the word,
  /// three select the line. `selecting` (a drag, or ⇧) extends the selection.
  package mutating func click(at point: Point, clicks: Int = 1, selecting: Bool = false) {
    let line = min(max(0, top + point.y), lines.count - 1)
    let position = TextPosition(line: line, offset: layout(line).offset(at: max(0, left + point.x)))
    switch clicks {
    case 2: editor.selectWord(at: position)
    case 3...: editor.select(TextPosition(line: line)..<endOfLine(line))
    default: editor.place(position, selecting: selecting)
    }
    reveal()
  }

  private func endOfLine(_ line: Int) -> TextPosition {
    line + 1 < lines.count ? TextPosition(line: line + 1) : editor.buffer.end
  }

  private func point(of position: TextPosition, in area: Rect) -> Point {
    let column = layout(position.line).column(of: position.offset)
    return Point(x: area.minX + column - left, y: area.minY + position.line - top)
  }

  private func selectedBytes(ofLine line: Int) -> Range<Int>? {
    guard let selection, selection.lowerBound.line <= line, line <= selection.upperBound.line else { return nil }
    let start = selection.lowerBound.line == line ? selection.lowerBound.offset : 0
    let end = selection.upperBound.line == line ? selection.upperBound.offset : .max
    return start..<max(start, end)
  }

  private func selects(lineEnd line: Int) -> Bool {
    selection.map { $0.lowerBound.line <= line && line < $0.upperBound.line } ?? false
  }

  /// Shows a selected line end as one selected blank, so that a selected empty line is visible.
  private func markLineEnd(_ line: Int, in row: Rect, style: TextFieldStyle, of screen: inout Screen) {
    let x = row.minX + layout(line).column(of: .max) - left
    guard x >= row.minX else { return }
    let look = style.selection ?? style.text.adding(.reverse)
    screen.write(" ", at: Point(x: x, y: row.minY), style: look, clippedTo: row)
  }

  private func markBrackets(in area: Rect, style: TextFieldStyle, of screen: inout Screen) {
    guard let look = style.brackets, selection == nil, let pair = matchingBrackets else { return }
    for position in [pair.0, pair.1] {
      let point = point(of: position, in: area)
      if area.contains(point) { screen.restyle(Rect(x: point.x, y: point.y, width: 1, height: 1)) { $0 = look } }
    }
  }
}

extension TextArea {
  /// The bracket at the caret, or just before it, and its partner.
  package var matchingBrackets: (TextPosition, TextPosition)? { Brackets.pair(at: caret, in: editor.buffer) }
}
