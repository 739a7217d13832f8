import Basics
import Terminal
import Workspaces

/// The search through all files as a box: the field, and a line per hit with its request and text.
extension Find: Box {
  var staysBelow: CoveringBoxes { .questions }

  var keys: [(key: String, label: String)] { [("Enter", "open"), ("↑ ↓", "move"), ("Esc", "close")] }

  func frame(in app: AppState) -> Rect { OverlayView.frame(width: 120, in: app.size) }

  func list(in app: AppState) -> Rect {
    let frame = frame(in: app)
    return OverlayView.content(of: frame).splitTop(hasRule(in: frame) ? 2 : 1).1
  }

  /// Returns true if there is room for a line below the field.
  private func hasRule(in frame: Rect) -> Bool { frame.height >= 8 }

  func draw(_ app: AppState, into screen: inout Screen) {
    let theme = app.theme
    let frame = frame(in: app)
    PaneFrame.box("Find in all files", facts: facts(theme), app, in: frame, into: &screen)
    OverlayView.drawField(field, app, in: OverlayView.content(of: frame).splitTop(1).0, into: &screen)
    if hasRule(in: frame) { OverlayView.drawRule(at: frame.y + 2, app, in: frame, into: &screen) }
    let list = list(in: app)
    if hits.isEmpty {
      let text = field.isEmpty ? "Type text to find in every file." : isRunning ? "" : "No matches."
      screen.write(text, in: list.splitTop(1).0, style: theme[.dim])
    }
    let names = min(list.width / 3, hits.prefix(200).map { TextWidth.of($0.name) }.max() ?? 0)
    cursor.draw(count: hits.count, in: list, frame: frame, app, into: &screen) { row, place, screen in
      Self.draw(hits[row], names: names, theme, in: place, into: &screen)
    }
  }

  private func facts(_ theme: Theme) -> [StyledText] {
    if field.isEmpty { return [] }
    let most = hits.count >= Find.limit
    let count = most ? "\(Quantity.count(Find.limit)) and more" : Quantity.count(hits.count)
    return [StyledText("\(count) found\(isRunning && !most ? ", searching" : "")", theme[.dim])]
  }

  private static func draw(
    _ hit: SearchHit, names: Int, _ theme: Theme, in rect: Rect, into screen: inout Screen
  ) {
    let (name, rest) = rect.splitLeft(names)
    screen.write(hit.name, in: name, style: theme[.text])
    let (number, text) = rest.splitLeft(7)
    screen.write("\(hit.line)  ", in: number, style: theme[.dim], align: .right)
    // Skip indentation, and scroll a match far inside a long line into view.
    let bytes = Array(hit.text.utf8)
    var start = bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
    if hit.match.lowerBound - start > text.width * 2 / 3 { start = hit.match.lowerBound - text.width / 3 }
    let end = min(hit.match.upperBound, bytes.count)
    let middle = min(max(start, hit.match.lowerBound), end)
    let pieces = [
      StyledText(String(decoding: bytes[min(start, middle)..<middle], as: UTF8.self), theme[.dim]),
      StyledText(String(decoding: bytes[middle..<end], as: UTF8.self), theme[.accent].adding(.bold)),
      StyledText(String(decoding: bytes[end..<min(bytes.count, end + 400)], as: UTF8.self), theme[.dim]),
    ]
    screen.write(pieces.truncated(to: text.width), at: Point(x: text.x, y: text.y), clippedTo: text)
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] { app.apply(.pressed(key), to: \.find) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { app.apply(.clicked(mouse), to: \.find) }
  func paste(_ line: String, in app: inout AppState) -> [Effect] { app.apply(.pasted(line), to: \.find) }

  func bringBackText(in app: inout AppState) -> [Effect] {
    app.boxes.keptTexts.take(.find).map { app.apply(.broughtBack($0), to: \.find) } ?? []
  }

  func awaitsList(in app: AppState) -> Bool { isRunning && hits.isEmpty }

  func linearList(in app: AppState) -> LinearList {
    .rows("Find in all files", "", count: hits.count, cursor: cursor.row) { index in
      let hit = hits[index]
      return SpokenText.joined([hit.name, "line \(hit.line)", SpokenText.limited(hit.text.trimmed, to: 400)])
    }
  }

  func linearEdit(in app: AppState) -> LinearEdit? { LinearEdit("Find", field, isFilter: true) }
}
