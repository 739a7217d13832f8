import Basics
import Documents
import Terminal

/// Draws a document: line numbers, fold marks, coloured text, matches, and the cursor's position in the lower border.
enum ReadingView {
  static func draw(
    _ reading: ResponsePane.Reading, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let area = ResponseView.documentArea(of: reading, in: frame)
    let gutter = area.x - rect.x
    let lines = lines(of: reading)
    for (row, line) in lines.prefix(area.height).enumerated() {
      let y = area.y + row
      if gutter > 0 { drawGutter(line, scene, x: rect.x, y: y, width: gutter, into: &screen) }
      let head = reading.head(of: line)
      draw(line, head: head, scene, in: Rect(x: area.x, y: y, width: area.width, height: 1), into: &screen)
      if reading.marked?.contains(line.number) == true {
        screen.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0 = scene.theme[.selected] }
      }
      if line.isCursor {
        let place = Rect(x: rect.x, y: y, width: rect.width, height: 1)
        Ground.markCursor(place, isFocused: scene.isFocused, scene, &screen)
      }
    }
    let total = reading.document.lineCount(in: reading.view)
    PaneFrame.scrollbar(offset: reading.view.topLine, total: total, rows: area, in: frame, scene, into: &screen)
    drawPlace(reading, total, scene, in: frame, into: &screen)
  }

  /// The visible lines, with matches highlighted.
  private static func lines(of reading: ResponsePane.Reading) -> [DocumentLine] {
    var view = reading.view
    // Two extra columns, enough for a wide character, reveal which lines continue.
    if !view.wraps, view.mode != .hex { view.columns += 2 }
    let plain = reading.document.lines(in: view)
    guard let search = reading.search, let first = plain.first, let last = plain.last else {
      return plain.map { $0.withoutLineEnd(below: reading.protocolText) }
    }
    let shown = first.byteRange.lowerBound..<max(first.byteRange.lowerBound, last.byteRange.upperBound)
    let marked = reading.document.lines(
      in: view, matches: search.search.matches(in: shown), current: search.current?.range)
    return marked.map { $0.withoutLineEnd(below: reading.protocolText) }
  }

  private static func drawGutter(
    _ line: DocumentLine, _ scene: ResponseScene, x: Int, y: Int, width: Int, into screen: inout Screen
  ) {
    guard line.row == 0 else { return }
    let number = Rect(x: x + 1, y: y, width: width - 4, height: 1)
    let style = scene.theme[line.isCursor ? .dim : .faint]
    screen.write(String(line.number + 1), in: number, style: style, align: .right)
    let mark: String
    switch (line.foldState, scene.capabilities.unicode) {
    case (.none, _): return
    case (.open, true): mark = "▾"
    case (.folded, true): mark = "▸"
    case (.open, false): mark = "-"
    case (.folded, false): mark = "+"
    }
    screen.write(mark, at: Point(x: x + width - 2, y: y), style: scene.theme[.faint])
  }

  /// - Parameter head: the parts of a line of a head; `nil` for any other line.
  static func draw(
    _ line: DocumentLine, head: [HeadText.Span]? = nil, _ scene: ResponseScene, in rect: Rect, into screen: inout Screen
  ) {
    let theme = scene.theme
    let pieces =
      head.map { line.colored(as: $0, theme) }
      ?? line.runs.map { StyledText($0.text, $0.matchStyle(theme) ?? theme[$0.token.themeToken]) }
    let used = screen.write(pieces, at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    if pieces.columns > rect.width, rect.width > 1 {
      let mark = scene.capabilities.unicode ? "›" : ">"
      screen.write(mark, at: Point(x: rect.maxX - 1, y: rect.y), style: scene.theme[.accent], clippedTo: rect)
    }
    if let fault = line.fault {
      let style = scene.theme[scene.pane.isCut ? .warn : .error]
      let place = Point(x: rect.x + used, y: rect.y)
      screen.write("  \(scene.pane.words(for: fault))", at: place, style: style, clippedTo: rect)
    }
  }

  /// Draws the path, such as `users[3].name`, at the left of the lower border, search and position at the right.
  private static func drawPlace(
    _ reading: ResponsePane.Reading, _ total: Int, _ scene: ResponseScene, in frame: Rect, into screen: inout Screen
  ) {
    let complete = reading.document.isComplete(in: reading.view)
    var right = "\(Quantity.count(reading.view.cursorLine + 1))/\(Quantity.count(total))\(complete ? "" : "+")"
    if let marked = reading.marked { right = "\(Quantity.count(marked.count)) marked · " + right }
    if let search = reading.search { right = "\(search.text.prefix(20)): \(search.summary) · " + right }
    let label = label(of: reading, scene)
    let meaning = ValueMeaning(clock: scene.subject.clock).words(for: scene.pane)
    PlaceLine.draw(
      label.text, right: right, cut: label.cut, meaning: meaning, scene, in: frame, into: &screen)
  }

  /// The current view, and the path of the value under the cursor in the body itself.
  private static func label(of reading: ResponsePane.Reading, _ scene: ResponseScene) -> (text: String, cut: Truncation)
  {
    let path = (scene.pane.placeInBody ?? reading.document.path(at: reading.view))?.expression ?? reading.shownName
    // The bottom line already shows the fault.
    if let fault = scene.pane.filter?.fault, fault == scene.app.message?.text, case .filter? = scene.pane.derivedView {
      return (path, .start)
    }
    return scene.pane.derivedView?.title.map { ("\($0)  \(path)", .end) } ?? (path, .start)
  }
}

extension DocumentLine {
  fileprivate func withoutLineEnd(below offset: Int) -> DocumentLine {
    guard byteRange.lowerBound < offset else { return self }
    var line = self
    line.runs.removeAll { $0.token == .lineEnd }
    return line
  }
}

extension ResponsePane.Reading {
  /// The parts of a line of the head of a sent request, if its beginning is visible; `nil` for any other line.
  fileprivate func head(of line: DocumentLine) -> [HeadText.Span]? {
    guard line.byteRange.lowerBound < headEnd, line.row == 0, view.mode != .hex, view.horizontalOffset == 0 else {
      return nil
    }
    return HeadText.spans(of: line.text, isFirst: line.number == 0)
  }

  /// The type of the document, for documents without paths: `Text, windows-1252`.
  var shownName: String {
    let charset = document.charset
    let name = charset == .utf8 || !document.kind.isText ? document.kind.name : "\(document.kind.name), \(charset.name)"
    return document.problem(in: view).map { "\(name): \($0)" } ?? name
  }
}
