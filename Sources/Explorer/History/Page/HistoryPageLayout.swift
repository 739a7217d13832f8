import Terminal

/// The places of the history: the list, beside it request and response of the exchange under the cursor.
struct HistoryPageLayout: Equatable {
  let panes: PagePanes
  /// The line of the filter.
  let filter: Rect
  /// The line below it; `nil` in a low window.
  let rule: Int?
  let rows: Rect

  init(_ size: Size) {
    panes = PagePanes(size, list: 58, upperHeight: max(5, (size.rows - 2) / 4))
    filter = panes.headLine
    rule = size.rows >= 20 ? filter.y + 1 : nil
    rows = panes.rows(below: rule == nil ? 1 : 2)
  }

  var list: Rect { panes.list }
  var request: Rect? { panes.upper }
  var response: Rect? { panes.lower }
}
