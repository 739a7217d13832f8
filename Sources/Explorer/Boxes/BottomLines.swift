import Basics
import Terminal

/// A message or question at the bottom, on as many lines as it needs, so that no word and no choice is hidden on a
/// narrow screen.
struct BottomLines: Equatable {
  /// Text placed as a unit on one of the lines.
  struct Piece: Equatable {
    let text: [StyledText]
    let start: Int
    /// The letter of the choice that a click selects.
    let letter: Character?

    var columns: Range<Int> { start..<start + text.columns }
  }

  private(set) var lines: [[Piece]] = []
  private let width: Int

  init(_ message: Message, in size: Size, _ theme: Theme) {
    width = max(1, size.columns - 2)
    write(message.kind.mark + message.text, theme[message.kind.token], most: max(1, size.rows - 2))
  }

  init<Answer>(_ question: ChoiceQuestion<Answer>, in size: Size, _ theme: Theme) {
    width = max(1, size.columns - 2)
    let choices = question.choices.map { choice in
      (
        [StyledText(String(choice.letter), theme[.accent]), StyledText(" \(choice.label)", theme[.text])], choice.letter
      )
    }
    let together = choices.reduce(0) { $0 + $1.0.columns + 2 } - 2
    let last = question.text.wrapped(to: width).last.map { TextWidth.of($0) } ?? 0
    if last + 2 + together <= width {
      write(question.text, theme[.warn], most: max(1, size.rows - 1))
    } else {
      var below = BottomLines(width: width)
      for (text, letter) in choices { below.add(text, letter) }
      write(question.text, theme[.warn], most: max(1, size.rows - 1 - below.lines.count))
      lines.append([])
    }
    for (text, letter) in choices { add(text, letter) }
  }

  private init(width: Int) { self.width = width }

  /// Writes a text on its own lines; beyond the maximum it is cut with `…`.
  private mutating func write(_ text: String, _ style: Style, most: Int) {
    var wrapped = text.wrapped(to: width)
    if wrapped.count > most {
      let cut = wrapped[most - 1] + " " + wrapped[most]
      wrapped = wrapped.prefix(most - 1) + [Truncation.end.applied(to: cut, columns: width)]
    }
    lines += wrapped.map { [Piece(text: [StyledText($0, style)], start: 1, letter: nil)] }
  }

  /// Appends to the last line if it fits, else to a new one.
  private mutating func add(_ text: [StyledText], _ letter: Character) {
    let text = text.truncated(to: width)
    let start = lines.last?.last.map { $0.columns.upperBound + 2 } ?? 1
    if lines.isEmpty || start + text.columns > width + 1, lines.last?.isEmpty != true { lines.append([]) }
    let isFirst = lines[lines.count - 1].isEmpty
    lines[lines.count - 1].append(Piece(text: text, start: isFirst ? 1 : start, letter: letter))
  }

  /// The letter of the choice at a point of the screen.
  func letter(at point: Point, in size: Size) -> Character? {
    let line = point.y - (size.rows - lines.count)
    guard lines.indices.contains(line) else { return nil }
    return lines[line].first { $0.columns.contains(point.x) }?.letter
  }

  func draw(into screen: inout Screen) {
    let top = screen.size.rows - lines.count
    for (row, line) in lines.enumerated() {
      let place = Rect(x: 0, y: top + row, width: screen.size.columns, height: 1)
      screen.fill(place)
      for piece in line { screen.write(piece.text, at: Point(x: piece.start, y: place.y), clippedTo: place) }
    }
  }
}

extension Message.Kind {
  var token: Token {
    switch self {
    case .information: .text
    case .warning: .warn
    case .error: .error
    }
  }

  /// Distinguishes the kinds without colours.
  var mark: String {
    switch self {
    case .information: ""
    case .warning: "Note: "
    case .error: "Error: "
    }
  }
}
