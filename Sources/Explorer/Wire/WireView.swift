import Basics
import Sessions
import Terminal

/// Draws the preview of the wire: in a box, or beside the request.
enum WireView {
  static func frame(in size: Size) -> Rect {
    if let low = OverlayView.lowFrame(in: size) { return low }
    let width = OverlayView.width(100, in: size)
    return Rect(x: (size.columns - width) / 2, y: 1, width: width, height: max(4, size.rows - 3))
  }

  /// The lines inside a frame.
  static func list(in frame: Rect) -> Rect { OverlayView.content(of: frame) }

  static func drawBox(
    _ page: WirePage, _ origins: [String: String], _ state: some Appearance, into screen: inout Screen
  ) {
    let frame = frame(in: state.size)
    PaneFrame.box("What would be sent", facts: facts(of: page, state), state, in: frame, into: &screen)
    draw(page, origins, state, in: frame, into: &screen)
  }

  static func drawBeside(
    _ page: WirePage, _ origins: [String: String], _ state: some Appearance, in frame: Rect, into screen: inout Screen
  ) {
    PaneFrame.head(
      "What would be sent", facts: facts(of: page, state), isFocused: false, state, in: frame, into: &screen)
    draw(page, origins, state, in: frame, into: &screen)
  }

  private static func facts(of page: WirePage, _ state: some Appearance) -> [StyledText] {
    guard case .known(let sent) = page.content else { return [] }
    var words: [String] = []
    let noun = sent.saying == nil ? "body" : "messages"
    if let count = sent.bodyCount, count > 0 { words.append("\(noun) \(Quantity.bytes(count))") }
    if sent.hidesSomething, !page.isRevealed { words.append("secrets hidden") }
    return words.isEmpty ? [] : [StyledText(words.joined(separator: ", "), state.theme[.dim])]
  }

  private static func draw(
    _ page: WirePage, _ origins: [String: String], _ state: some Appearance, in frame: Rect, into screen: inout Screen
  ) {
    let list = list(in: frame)
    let lines = page.lines(origins, width: list.width)
    for (row, line) in lines.dropFirst(page.offset).prefix(list.height).enumerated() {
      let place = Rect(x: list.x, y: list.y + row, width: list.width, height: 1)
      screen.write(line.text, in: place, style: state.theme[line.token])
      guard TextWidth.of(line.text) + 2 + TextWidth.of(line.origin) <= place.width else { continue }
      screen.write(
        line.origin, in: place.splitRight(TextWidth.of(line.origin)).1, style: state.theme[.faint], align: .right)
    }
    PaneFrame.scrollbar(offset: page.offset, total: lines.count, rows: list, in: frame, state, into: &screen)
  }
}
