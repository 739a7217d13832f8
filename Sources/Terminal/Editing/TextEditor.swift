/// The model of every text field: text, caret, selection and undo. It does not draw.
package struct TextEditor: Hashable, Sendable {
  package private(set) var buffer: TextBuffer
  /// Where the next character is inserted; always at the start of a character.
  package internal(set) var caret: TextPosition
  /// The other end of the selection.
  var anchor: TextPosition?
  /// The column that vertical moves aim at.
  var goalColumn: Int?
  private var history = EditHistory()

  package init(_ text: String = "") {
    buffer = TextBuffer(text)
    caret = buffer.end
  }

  /// The selected range; `nil` if nothing is selected.
  package var selection: Range<TextPosition>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  package var selectedText: String { selection.map(buffer.text(in:)) ?? "" }
  package var canUndo: Bool { !history.done.isEmpty }
  package var canRedo: Bool { !history.undone.isEmpty }

  /// Moves the caret; with `selecting`, extends the selection from the old position.
  mutating func place(_ position: TextPosition, selecting: Bool = false) {
    anchor = selecting ? anchor ?? caret : nil
    caret = buffer.clamped(position)
    goalColumn = nil
    history.seal()
  }

  /// Selects a range and puts the caret at its end.
  mutating func select(_ range: Range<TextPosition>) {
    place(range.lowerBound)
    place(range.upperBound, selecting: true)
  }

  /// All changes to the text go through here. The caret goes to the end of the new text, or to `after`.
  mutating func replace(
    _ range: Range<TextPosition>, with text: String, kind: EditHistory.Kind = .single, caret after: TextPosition? = nil
  ) {
    let start = buffer.clamped(range.lowerBound)
    let range = start..<max(start, buffer.clamped(range.upperBound))
    guard !range.isEmpty || !text.isEmpty else { return }
    let removed = buffer.text(in: range)
    let end = buffer.replace(range, with: text)
    let position = buffer.clamped(after ?? end)
    history.record(
      EditHistory.Change(
        kind: kind, start: start, removed: removed, inserted: text, caret: caret, anchor: anchor, caretAfter: position))
    caret = position
    anchor = nil
    goalColumn = nil
  }

  mutating func undo() {
    guard let change = history.undo() else { return }
    _ = buffer.replace(change.start..<change.endOfInserted, with: change.removed)
    (caret, anchor, goalColumn) = (buffer.clamped(change.caret), change.anchor, nil)
  }

  mutating func redo() {
    guard let change = history.redo() else { return }
    _ = buffer.replace(change.start..<change.endOfRemoved, with: change.inserted)
    (caret, anchor, goalColumn) = (buffer.clamped(change.caretAfter), nil, nil)
  }
}
