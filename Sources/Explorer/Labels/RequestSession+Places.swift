import Terminal

extension RequestSession {
  /// All that can be gone to in the request pane, with that frame.
  func places(in rect: Rect, of window: Size, unicode: Bool) -> [Point] {
    guard fault == nil else { return [] }
    let layout = RequestLayout(session: self, in: rect, of: window)
    let bar = RequestTab.bar(of: self).places(width: layout.tabs.width, chosen: editor.tab)
    var places =
      layout.tabs.isEmpty
      ? []
      : bar.seen.map { tab in
        Point(x: layout.tabs.x + tab.range.lowerBound, y: layout.tabs.y)
      }
    for part in [layout.url, layout.method] where !part.isEmpty { places.append(part.origin) }
    let offset = editor.cursor.offset
    func rows(_ count: Int, x: Int) -> [Point] {
      (0..<max(0, min(count - offset, layout.content.height))).map { Point(x: x, y: layout.content.y + $0) }
    }
    switch content {
    case .table(let kind):
      let columns = TableView.columns(kind, self, in: layout.content, unicode: unicode)
      places += rows(lines(of: kind).count, x: columns.cells[0].x)
    case .fields: places += rows(fieldLines.count, x: layout.content.x)
    case .text, .nothing: if !layout.content.isEmpty { places.append(layout.content.origin) }
    }
    return places
  }
}
