import Basics
import Terminal

/// Draws a comparison: each difference with its mark, name, old value and new value.
enum ComparisonView {
  static func draw(
    _ look: ComparisonLook, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let ignored = scene.ignored
    let (head, list) = rect.splitTop(1)
    let theme = scene.theme
    screen.write(
      "Compared with \(look.against)", in: Rect(x: head.x + 1, y: head.y, width: head.width - 1, height: 1),
      style: theme[.dim])
    PlaceLine.draw(
      name(under: look, ignored), right: look.summary(ignoring: ignored), cut: .end, scene, in: frame, into: &screen)
    guard look.comparison != nil else { return PaneFrame.hint(["Comparing…"], scene, in: list, into: &screen) }
    let lines = look.lines(ignoring: ignored)
    guard !lines.isEmpty else {
      let isHidden = look.comparison?.changes.contains { ignored.contains($0.pattern) } ?? false
      let hidden = isHidden ? ["\(key: "showIgnored") shows what is ignored."] : []
      let isCut = look.comparison?.isCut == true
      let said = isCut ? "No differences as far as compared; the texts go on." : "No differences."
      return PaneFrame.hint([said] + hidden + ["\(key: "leave") goes back."], scene, in: list, into: &screen)
    }
    for (row, line) in lines.dropFirst(look.offset).prefix(list.height).enumerated() {
      let place = Rect(x: list.x, y: list.y + row, width: list.width, height: 1)
      let isCursor = look.offset + row == look.cursor
      screen.write(
        pieces(of: line, scene, place.width - 1, isCursor: isCursor), at: Point(x: place.x + 1, y: place.y),
        clippedTo: place)
      if isCursor, scene.isFocused { Ground.markCursor(place, isFocused: true, scene, &screen) }
    }
    PaneFrame.scrollbar(
      offset: look.offset, total: lines.count, rows: list, in: frame, scene, into: &screen)
  }

  private static func name(under look: ComparisonLook, _ ignored: Set<String>) -> String {
    let lines = look.lines(ignoring: ignored)
    guard lines.indices.contains(look.cursor), case .change(let change, _) = lines[look.cursor] else { return "" }
    return change.name
  }

  private static func pieces(
    of line: ComparisonLook.Line, _ scene: ResponseScene, _ width: Int, isCursor: Bool
  ) -> [StyledText] {
    let theme = scene.theme
    switch line {
    case .title(let title): return [StyledText(title, theme[.accent].adding(.bold))]
    case .change(let change, let isIgnored):
      let arrow = scene.capabilities.unicode ? " → " : " -> "
      let room = max(8, width - 2)
      let name = Truncation.start.applied(to: change.name, columns: max(8, room * 2 / 5))
      let (mark, token): (String, Token) =
        switch (change.old, change.new) {
        case (nil, _): ("+ ", .added)
        case (_, nil): ("- ", .removed)
        default: ("~ ", .changed)
        }
      let value = max(
        4, (room - TextWidth.of(name) - 2 - (mark == "~ " ? TextWidth.of(arrow) : 0)) / (mark == "~ " ? 2 : 1))
      func shown(_ text: String?) -> String {
        text.map { Truncation.end.applied(to: VisibleLine.of($0), columns: value) } ?? ""
      }
      var pieces = [StyledText(mark, theme[token]), StyledText(name + "  ", theme[.jsonKey])]
      if change.old != nil { pieces.append(StyledText(shown(change.old), theme[.dim])) }
      if mark == "~ " { pieces.append(StyledText(arrow, theme[.dim])) }
      if change.new != nil { pieces.append(StyledText(shown(change.new), theme[.text])) }
      return isIgnored ? pieces.map { StyledText($0.text, theme[.dim]) } : pieces
    }
  }
}

/// Shows a multi-line text on one line.
enum VisibleLine {
  static func of(_ text: String) -> String {
    String(text.prefix(500).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
