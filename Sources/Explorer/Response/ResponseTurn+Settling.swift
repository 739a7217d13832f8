import Documents
import Terminal

extension ResponseTurn {
  /// Adapts all tabs and layers to the current size of the pane.
  mutating func settle() {
    guard let rect = given.rect else { return }
    let chosen = pane.tab
    for tab in ResponseTab.allCases {
      pane.tab = tab
      if var reading = pane.document {
        let area = ResponseView.documentArea(of: reading, in: rect)
        if reading.view.columns != area.width || reading.view.rows != area.height {
          reading.view.columns = max(1, area.width)
          reading.view.rows = max(1, area.height)
          reading.document.settle(&reading.view)
          pane.document = reading
        }
      }
      settleGrid(in: rect)
    }
    pane.conversation?.settle(in: ResponseView.contentArea(in: rect))
    pane.tab = chosen
  }

  private mutating func settleGrid(in rect: Rect) {
    let content = ResponseView.contentArea(in: rect)
    switch pane.look {
    case .table(var table):
      table.settle(columns: content.width, rows: content.height)
      pane.look = .table(table)
    case .comparison(var comparison):
      let count = comparison.lines(ignoring: state.ignoredDifferences).count
      comparison.settle(count: count, height: content.height - 1)
      pane.look = .comparison(comparison)
    case .picture, .filter, .document, nil: break
    }
  }

  /// Scrolls to the end of a growing document if it is being followed.
  mutating func follow() {
    guard var reading = pane.reading, reading.follows, sending != nil || reading.document.kind == .eventStream
    else { return }
    reading.document.move(&reading.view, .bottom)
    pane.reading = reading
  }
}
