import Basics

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
      return editor.type(isTab ? "\t" : String(repeating: " ", count: width - column % width), kind: .single)
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
