/// A movement of the caret.
package enum TextMove: Hashable, Sendable {
  case left, right, wordLeft, wordRight
  case lineStart, lineEnd, textStart, textEnd
}

extension TextEditor {
  /// The position that a move from the caret leads to.
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
