import Terminal

/// The places of a run: the list, beside it the totals and the answer under the cursor; in a narrow window the list
/// above the answer.
struct RunLayout: Equatable {
  let list: Rect
  /// `nil` where the totals stand in the border of the list.
  var totals: Rect?
  var answer: Rect?
  /// The rows of the list.
  let rows: Rect
  /// The line with the progress.
  let progress: Rect

  init(_ size: Size) {
    let body = Rect(size).splitTop(1).1.splitBottom(1).0
    if size.columns >= 100, size.rows >= 20 {
      let column = body.width * 60 / 100
      list = body.splitLeft(column + 1).0
      let side = body.splitLeft(column).1
      let height = size.rows >= 30 ? 12 : 9
      totals = side.splitTop(height).0
      answer = side.splitTop(height - 1).1
    } else if size.rows >= 18 {
      let row = body.height * 3 / 5
      list = body.splitTop(row + 1).0
      answer = body.splitTop(row).1
    } else {
      list = body
    }
    let inner = list.inset()
    progress = Rect(x: inner.x + 1, y: inner.y, width: max(0, inner.width - 2), height: min(1, inner.height))
    rows = inner.splitTop(inner.height < 4 ? 0 : size.rows >= 30 ? 2 : 1).1
  }

  var frames: [Rect] { [list, totals, answer].compactMap(\.self) }
}
