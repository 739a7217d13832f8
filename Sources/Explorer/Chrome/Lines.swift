import Basics
import Terminal
import Workspaces

/// Drawing that panes, pages and boxes share: lines of text, a field being edited, a filter.
extension Screen {
  /// Writes lines from the top of an area, as many as fit. A line that is too wide is cut.
  mutating func write(_ lines: some Sequence<[StyledText]>, in rect: Rect) {
    for (row, line) in lines.prefix(rect.height).enumerated() {
      write(line.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y + row), clippedTo: rect)
    }
  }
}

extension Theme {
  /// Paragraphs as lines of at most this width.
  func lines(of paragraphs: [(text: String, token: Token)], width: Int) -> [[StyledText]] {
    paragraphs.flatMap { text, token in text.wrapped(to: max(1, width)).map { [StyledText($0, self[token])] } }
  }
}

extension Notice {
  /// The text in place of a file that cannot be read.
  func paragraphs(_ title: String, _ advice: String) -> [(text: String, token: Token)] {
    [(title, .error), (location, .text), (message, .text), ("", .text), (advice, .dim)]
  }
}

extension TextFieldStyle {
  init(_ theme: Theme) { self.init(text: theme[.text], selection: theme[.selected]) }
}

extension TextField {
  func drawEdited(_ state: some Appearance, runs: [TextRun] = [], in rect: Rect, into screen: inout Screen) {
    draw(into: &screen, in: rect, style: TextFieldStyle(state.theme), runs: runs, isFocused: true)
    Ground.lay(rect, on: .field, state.theme, &screen)
  }
}

/// The line above a list that filters it: the typed text or a hint, and the number of rows.
struct FilterLine {
  /// The text; `nil` without a filter.
  var text: String?
  /// The hint without a filter, with the keys.
  var hint: String
  /// Empty while the number is unknown.
  var count: String

  func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    let mark = StyledText(state.capabilities.unicode ? "› " : "> ", theme[.accent].adding(.bold))
    let room = rect.width - TextWidth.of(count) - 2
    let words =
      text.map { StyledText($0, theme[.text]) }
      ?? StyledText(Self.cut(state.keys.filled(hint), to: room - mark.columns), theme[.faint])
    screen.write([mark, words].truncated(to: room), at: rect.origin, clippedTo: rect)
    screen.write(count, in: rect, style: theme[.faint], align: .right)
  }

  /// Leaves out the last examples of a hint that is too wide, because half of one cannot be typed.
  private static func cut(_ hint: String, to columns: Int) -> String {
    guard TextWidth.of(hint) > columns, columns > 2 else { return hint }
    return (hint.wrapped(to: columns - 2).first ?? "") + " …"
  }
}
