import Terminal

/// The places of the history: the list, beside it request and response of the exchange under the cursor.
struct HistoryPageLayout: Equatable {
  let panes: PagePanes
  /// The line of the filter.
  let filter: Rect
  /// The line below it; `nil` in a low window.
  let rule: Int?
  let rows: Rect

  /// - Parameter requestLines: the lines of the request, which leaves the rows it does not need to the response; `nil`
  ///   while they are unknown, or there is a body to show.
  init(_ size: Size, _ choice: PageChoice, requestLines: Int? = nil) {
    let most = max(5, (size.rows - 2) / 4)
    let upper = min(most, max(5, (requestLines ?? most) + 2))
    // A list that cuts no path leaves the rest to the exchange beside it.
    let asked = (choice.asked * 100 + size.columns - 1) / max(1, size.columns)
    panes = PagePanes(size, list: min(max(58, asked), 70), upperHeight: upper, choice)
    filter = panes.headLine
    rule = size.rows >= 20 ? filter.y + 1 : nil
    rows = panes.rows(below: rule == nil ? 1 : 2)
  }

  var list: Rect { panes.list }
  var request: Rect? { panes.upper }
  var response: Rect? { panes.lower }
}
