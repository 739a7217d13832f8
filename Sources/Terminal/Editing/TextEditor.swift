/// The model of every text field: text, caret, selection and undo. It does not draw.
package struct TextEditor: Hashable, Sendable {
  package private(set) var buffer: TextBuffer
  /// The position at which the next character is inserted; always at the start of a character.
  package internal(set) var caret: TextPosition
  /// The other end of the selection.
  var anchor: TextPosition?
  /// The column that vertical moves aim at.
  var goalColumn: Int?
  private var steps = UndoStack<TextChange>()

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

  /// Moves the caret; with `selecting`, extends the selection from the old position.
  mutating func place(_ position: TextPosition, selecting: Bool = false) {
    anchor = selecting ? anchor ?? caret : nil
    caret = buffer.clamped(position)
    goalColumn = nil
    steps.seal()
  }

  /// Selects a range and puts the caret at its end.
  mutating func select(_ range: Range<TextPosition>) {
    place(range.lowerBound)
    place(range.upperBound, selecting: true)
  }

  /// All changes to the text go through here. The caret goes to the end of the new text, or to `after`.
  mutating func replace(
    _ range: Range<TextPosition>, with text: String, kind: TextChange.Kind? = nil, caret after: TextPosition? = nil
  ) {
    let start = buffer.clamped(range.lowerBound)
    let range = start..<max(start, buffer.clamped(range.upperBound))
    guard !range.isEmpty || !text.isEmpty else { return }
    let removed = buffer.text(in: range)
    let end = buffer.replace(range, with: text)
    let position = buffer.clamped(after ?? end)
    let change = TextChange(
      start: start, removed: removed, inserted: text, caret: caret, anchor: anchor, caretAfter: position)
    steps.record(change, group: kind?.rawValue) { last in kind.flatMap { last.joined(with: change, as: $0) } }
    caret = position
    anchor = nil
    goalColumn = nil
  }

  mutating func undo() {
    guard let change = steps.undo() else { return }
    _ = buffer.replace(change.start..<change.endOfInserted, with: change.removed)
    (caret, anchor, goalColumn) = (buffer.clamped(change.caret), change.anchor, nil)
  }

  mutating func redo() {
    guard let change = steps.redo() else { return }
    _ = buffer.replace(change.start..<change.endOfRemoved, with: change.inserted)
    (caret, anchor, goalColumn) = (buffer.clamped(change.caretAfter), nil, nil)
  }
}

// The keys shared by single-line and multi-line fields.

extension TextEditor {
  mutating func type(_ text: String, kind: TextChange.Kind? = .typing) {
    replace(selection ?? caret..<caret, with: text, kind: selection == nil ? kind : nil)
  }

  /// Deletes the selection, or else the text that the move would skip.
  mutating func delete(_ move: TextMove) {
    if let selection { return replace(selection, with: "") }
    let target = target(of: move)
    let isStep = move == .left || move == .right
    replace(min(caret, target)..<max(caret, target), with: "", kind: isStep ? .erasing : nil)
  }

  /// Handles a key; returns `false` if a text field has no use for it.
  mutating func handle(_ key: Key) -> Bool {
    let byWord = !key.modifiers.isDisjoint(with: [.control, .alt])
    let selecting = key.modifiers.contains(.shift)
    switch key.code {
    case .left: move(byWord ? .wordLeft : .left, selecting: selecting)
    case .right: move(byWord ? .wordRight : .right, selecting: selecting)
    case .home: move(byWord ? .textStart : .lineStart, selecting: selecting)
    case .end: move(byWord ? .textEnd : .lineEnd, selecting: selecting)
    case .backspace: delete(byWord ? .wordLeft : .left)
    case .delete: delete(byWord ? .wordRight : .right)
    case .character(let character):
      if key.modifiers.contains(.control) { return !key.modifiers.contains(.alt) && handleControl(character) }
      if key.modifiers.contains(.alt) { return handleAlt(character) }
      type(String(character))
    default: return false
    }
    return true
  }

  private mutating func handleControl(_ letter: Character) -> Bool {
    switch letter {
    case "a": selectAll()
    case "w": delete(.wordLeft)
    case "u": delete(.lineStart)
    case "k": delete(caret == target(of: .lineEnd) ? .right : .lineEnd)
    case "z": undo()
    case "y": redo()
    default: return false
    }
    return true
  }

  private mutating func handleAlt(_ letter: Character) -> Bool {
    switch letter {
    case "b": move(.wordLeft)
    case "f": move(.wordRight)
    case "d": delete(.wordRight)
    default: return false
    }
    return true
  }
}

/// A movement of the caret.
package enum TextMove: Hashable, Sendable {
  case left, right, wordLeft, wordRight
  case lineStart, lineEnd, textStart, textEnd
}

extension TextEditor {
  func target(of move: TextMove) -> TextPosition {
    switch move {
    case .left: return before(caret)
    case .right: return after(caret)
    case .wordLeft: return wordStart(before: caret)
    case .wordRight: return wordEnd(after: caret)
    case .lineStart: return TextPosition(line: caret.line)
    case .lineEnd: return TextPosition(line: caret.line, offset: buffer[caret.line].utf8.count)
    case .textStart: return TextPosition()
    case .textEnd: return buffer.end
    }
  }

  /// Moves the caret. Without `selecting`, a step left or right out of a selection goes to its edge.
  mutating func move(_ move: TextMove, selecting: Bool = false) {
    if !selecting, let selection {
      if move == .left { return place(selection.lowerBound) }
      if move == .right { return place(selection.upperBound) }
    }
    place(target(of: move), selecting: selecting)
  }

  mutating func selectAll() {
    select(TextPosition()..<buffer.end)
  }

  /// Selects the word, or the run of other characters, at a position.
  mutating func selectWord(at position: TextPosition) {
    let line = buffer[position.line]
    guard !line.isEmpty else { return place(position) }
    var start = line.at(buffer.clamped(position).offset)
    if start == line.endIndex { start = line.index(before: start) }
    let isWord = line[start].isWord
    var end = start
    while start > line.startIndex, line[line.index(before: start)].isWord == isWord {
      start = line.index(before: start)
    }
    while end < line.endIndex, line[end].isWord == isWord { end = line.index(after: end) }
    let from = TextPosition(line: position.line, offset: line.offset(of: start))
    select(from..<TextPosition(line: position.line, offset: line.offset(of: end)))
  }

  func before(_ position: TextPosition) -> TextPosition {
    let line = buffer[position.line]
    if position.offset > 0 {
      return TextPosition(line: position.line, offset: line.offset(of: line.index(before: line.at(position.offset))))
    }
    guard position.line > 0 else { return position }
    return TextPosition(line: position.line - 1, offset: buffer[position.line - 1].utf8.count)
  }

  func after(_ position: TextPosition) -> TextPosition {
    let line = buffer[position.line]
    if position.offset < line.utf8.count {
      return TextPosition(line: position.line, offset: line.offset(of: line.index(after: line.at(position.offset))))
    }
    guard position.line < buffer.lines.count - 1 else { return position }
    return TextPosition(line: position.line + 1)
  }

  private func wordStart(before position: TextPosition) -> TextPosition {
    guard position.offset > 0 else { return before(position) }
    let line = buffer[position.line]
    var index = line.at(position.offset)
    func previous() -> Character { line[line.index(before: index)] }
    while index > line.startIndex, !previous().isWord { index = line.index(before: index) }
    while index > line.startIndex, previous().isWord { index = line.index(before: index) }
    return TextPosition(line: position.line, offset: line.offset(of: index))
  }

  private func wordEnd(after position: TextPosition) -> TextPosition {
    let line = buffer[position.line]
    guard position.offset < line.utf8.count else { return after(position) }
    var index = line.at(position.offset)
    while index < line.endIndex, !line[index].isWord { index = line.index(after: index) }
    while index < line.endIndex, line[index].isWord { index = line.index(after: index) }
    return TextPosition(line: position.line, offset: line.offset(of: index))
  }
}

extension Character {
  var isWord: Bool { isLetter || isNumber || self == "_" }
}

/// A change of a text, as a step to undo.
struct TextChange: Hashable, Sendable {
  /// The changes that join the previous one of their kind if they continue where that one ended.
  enum Kind: Int {
    case typing, erasing
  }

  var start: TextPosition
  var removed: String
  var inserted: String
  var caret: TextPosition
  var anchor: TextPosition?
  var caretAfter: TextPosition

  var endOfRemoved: TextPosition { start.advanced(over: removed) }
  var endOfInserted: TextPosition { start.advanced(over: inserted) }

  func joined(with next: TextChange, as kind: Kind) -> TextChange? {
    var joined = self
    joined.caretAfter = next.caretAfter
    switch kind {
    case .typing:
      // A blank after a word ends the undo step; the next word begins a new one.
      let startsWord = inserted.last?.isWhitespace == true && next.inserted.first?.isWhitespace == false
      guard next.removed.isEmpty, endOfInserted == next.start, !startsWord else { return nil }
      joined.inserted += next.inserted
    case .erasing:
      if next.endOfRemoved == start {
        joined.start = next.start
        joined.removed = next.removed + removed
      } else if next.start == start {
        joined.removed += next.removed
      } else {
        return nil
      }
    }
    return joined
  }
}
