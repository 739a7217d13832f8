import Documents
import Terminal

/// `'` puts a letter on all that can be gone to.
extension AppState {
  mutating func showLabels() -> [Effect] {
    apply(.overlay(.show(.labels(JumpLabels(labelledPlaces)))))
  }

  mutating func press(_ key: Key, in labels: JumpLabels) -> [Effect] {
    overlay = nil
    guard let place = labels.place(of: key) else { return [] }
    return click(Mouse(.press, at: place))
  }

  /// Tabs, fields and rows of the panes, then the environment, then the lines of the answer.
  private var labelledPlaces: [Point] {
    let layout = layout
    var places: [Point] = []
    if let rect = layout.panes[.request], let session {
      places += session.places(in: rect, of: size, unicode: capabilities.unicode)
    }
    var lines: [Point] = []
    if let rect = layout.panes[.response], let session, case .finished = session.response.phase {
      let inner = rect.inset()
      let (bar, content) = ResponseView.parts(of: inner)
      let tabs = ResponseView.tabs(of: session.response, testCount: responseSurroundings(of: session).testCount)
      if !bar.isEmpty {
        places += tabs.places(width: inner.width - 1, chosen: session.response.tab).seen.map {
          Point(x: inner.minX + 1 + $0.range.lowerBound, y: bar.y)
        }
      }
      if let reading = session.response.reading {
        let count = min(content.height, reading.document.lines(in: reading.view).count)
        lines = (0..<count).map { Point(x: ResponseView.documentArea(of: reading, in: rect).x, y: content.y + $0) }
      }
    }
    if let rect = layout.panes[.tree]?.inset() {
      let count = min(rect.height, tree.rows.count - tree.offset)
      places += (0..<max(0, count)).map { Point(x: rect.x, y: rect.y + $0) }
    }
    places.append(Point(x: TopLine(state: self).environmentColumns.lowerBound, y: 0))
    return places + lines
  }
}
