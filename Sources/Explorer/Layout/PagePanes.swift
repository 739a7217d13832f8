import Terminal

/// The panes of a page over the whole window: a list and, beside it, two panes one above the other; in a narrow window
/// the list above the lower pane; in a low window the list alone. Neighbours share their lines.
struct PagePanes: Equatable {
  let list: Rect
  var upper: Rect?
  var lower: Rect?

  /// - Parameters:
  ///   - percent: how much of the width the list takes.
  ///   - upperHeight: with both lines.
  init(_ size: Size, list percent: Int, upperHeight: Int) {
    let body = Rect(size).splitTop(1).1.splitBottom(1).0
    if size.columns >= 100, size.rows >= 18 {
      let column = body.width * percent / 100
      list = body.splitLeft(column + 1).0
      let side = body.splitLeft(column).1
      upper = side.splitTop(upperHeight).0
      lower = side.splitTop(upperHeight - 1).1
    } else if size.rows >= 18 {
      let row = body.height * 3 / 5
      list = body.splitTop(row + 1).0
      lower = body.splitTop(row).1
    } else {
      list = body
    }
  }

  var frames: [Rect] { [list, upper, lower].compactMap(\.self) }

  /// The first line of the list's inside, without its margins.
  var headLine: Rect {
    let inner = list.inset()
    return Rect(x: inner.x + 1, y: inner.y, width: max(0, inner.width - 2), height: min(1, inner.height))
  }

  /// The rows of the list below `count` lines of a head, which a very low list does not have.
  func rows(below count: Int) -> Rect {
    let inner = list.inset()
    return inner.splitTop(inner.height < 4 ? 0 : count).1
  }
}
