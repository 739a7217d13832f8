import Terminal

/// The places of the history: the list, beside it request and response of the exchange under the cursor; in a narrow
/// window the list above the response.
struct HistoryPageLayout: Equatable {
  let list: Rect
  var request: Rect?
  var response: Rect?
  /// The line of the filter.
  let filter: Rect
  /// The line below it; `nil` in a low window.
  var rule: Int?
  let rows: Rect

  init(_ size: Size) {
    let body = Rect(size).splitTop(1).1.splitBottom(1).0
    if size.columns >= 100, size.rows >= 18 {
      let column = body.width * 58 / 100
      list = body.splitLeft(column + 1).0
      let side = body.splitLeft(column).1
      let height = max(5, body.height / 4)
      request = side.splitTop(height).0
      response = side.splitTop(height - 1).1
    } else if size.rows >= 18 {
      let row = body.height * 3 / 5
      list = body.splitTop(row + 1).0
      response = body.splitTop(row).1
    } else {
      list = body
    }
    let inner = list.inset()
    filter = Rect(x: inner.x + 1, y: inner.y, width: max(0, inner.width - 2), height: min(1, inner.height))
    rule = size.rows >= 20 ? inner.y + 1 : nil
    rows = inner.splitTop(inner.height < 4 ? 0 : rule == nil ? 1 : 2).1
  }

  var frames: [Rect] { [list, request, response].compactMap(\.self) }
}
