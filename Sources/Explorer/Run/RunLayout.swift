import Terminal

/// The places of a run: the list, beside it the totals and the answer under the cursor.
struct RunLayout: Equatable {
  let panes: PagePanes
  /// The line with the progress.
  let progress: Rect
  /// The rows of the list.
  let rows: Rect

  init(_ size: Size, _ choice: PageChoice) {
    panes = PagePanes(size, list: 60, upperHeight: size.rows >= 30 ? 12 : 9, choice)
    progress = panes.headLine
    rows = panes.rows(below: size.rows >= 30 ? 2 : 1)
  }

  var list: Rect { panes.list }
  /// `nil` where the totals stand in the border of the list.
  var totals: Rect? { panes.upper }
  var answer: Rect? { panes.lower }
}
