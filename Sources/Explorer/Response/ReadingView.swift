import Documents
import Terminal

/// Draws a document: line numbers, fold marks, coloured runs, matches, and where one stands in the lower border.
enum ReadingView {
  static func draw(
    _ reading: ResponsePane.Reading, _ state: AppState, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let area = ResponseView.documentArea(of: reading, in: frame)
    let gutter = area.x - rect.x
    let lines = lines(of: reading)
    for (row, line) in lines.prefix(area.height).enumerated() {
      let y = area.y + row
      if gutter > 0 { drawGutter(line, state, x: rect.x, y: y, width: gutter, into: &screen) }
      draw(line, state, in: Rect(x: area.x, y: y, width: area.width, height: 1), into: &screen)
      if line.isCursor, state.focus == .response {
        PaneFrame.markCursor(Rect(x: rect.x, y: y, width: rect.width, height: 1), isFocused: true, &screen)
      }
    }
    let total = reading.document.lineCount(in: reading.view)
    PaneFrame.scrollbar(offset: reading.view.topLine, total: total, in: frame, state, into: &screen)
    drawPlace(reading, total, state, in: frame, into: &screen)
  }

  /// The lines of the window; what of them is found is marked.
  private static func lines(of reading: ResponsePane.Reading) -> [DocumentLine] {
    let plain = reading.document.lines(in: reading.view)
    guard let search = reading.search, let first = plain.first, let last = plain.last else { return plain }
    let shown = first.byteRange.lowerBound..<max(first.byteRange.lowerBound, last.byteRange.upperBound)
    return reading.document.lines(
      in: reading.view, matches: search.search.matches(in: shown), current: search.current?.range)
  }

  private static func drawGutter(
    _ line: DocumentLine, _ state: AppState, x: Int, y: Int, width: Int, into screen: inout Screen
  ) {
    guard line.row == 0 else { return }
    let number = Rect(x: x, y: y, width: width - 3, height: 1)
    screen.write(String(line.number + 1), in: number, style: state.theme[.dim], align: .right)
    let mark: String
    switch (line.foldState, state.capabilities.unicode) {
    case (.none, _): return
    case (.open, true): mark = "▾"
    case (.folded, true): mark = "▸"
    case (.open, false): mark = "-"
    case (.folded, false): mark = "+"
    }
    screen.write(mark, at: Point(x: x + width - 2, y: y), style: state.theme[.dim])
  }

  private static func draw(_ line: DocumentLine, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    let pieces = line.runs.map { run in
      let style =
        run.isCurrentMatch
        ? state.theme[.matchCurrent] : run.isMatch ? state.theme[.match] : state.theme[run.token.themeToken]
      return StyledText(run.text, style)
    }
    let used = screen.write(pieces, at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    if let fault = line.fault {
      let text = "  \(fault)"
      screen.write(text, at: Point(x: rect.x + used, y: rect.y), style: state.theme[.error], clippedTo: rect)
    }
  }

  /// `users[3].name` at the left of the lower border, search and place at its right.
  private static func drawPlace(
    _ reading: ResponsePane.Reading, _ total: Int, _ state: AppState, in frame: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    let complete = reading.document.isComplete(in: reading.view)
    var right = " \(Quantity.count(reading.view.cursorLine + 1))/\(Quantity.count(total))\(complete ? "" : "+") "
    if let search = reading.search { right = " \(search.text.prefix(20)): \(search.summary) ·" + right }
    if !state.capabilities.unicode { right = String(right.map { $0 == "·" ? "-" : $0 }) }
    let y = frame.maxY - 1
    let width = TextWidth.of(right)
    guard frame.width > width + 4 else { return }
    screen.write(right, at: Point(x: frame.maxX - 1 - width, y: y), style: theme[.dim])
    let room = frame.width - width - 5
    let path = reading.document.path(at: reading.view)?.short ?? reading.document.kind.name
    let filter = state.session?.response.tab == .body ? state.session?.response.filter : nil
    let label = filter.map { "\($0.summary)  \(path)" } ?? path
    guard room > 6 else { return }
    let cut: Truncation = filter == nil ? .start : .end
    let text = " \(cut.applied(to: label, columns: room - 2)) "
    screen.write(text, at: Point(x: frame.x + 1, y: y), style: theme[.accent])
  }
}

extension TokenKind {
  var themeToken: Token {
    switch self {
    case .text: .text
    case .key: .jsonKey
    case .string: .jsonString
    case .number: .jsonNumber
    case .literal: .jsonLiteral
    case .punctuation: .jsonPunctuation
    case .comment, .summary, .hexOffset: .dim
    case .keyword: .jsonLiteral
    case .tag: .markupTag
    case .attribute: .markupAttribute
    case .substitute: .warn
    case .fault: .error
    case .hexByte: .text
    }
  }
}
