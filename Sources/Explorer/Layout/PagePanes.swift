import Terminal

/// A page that fills the window instead of the three panes.
package enum Page: Hashable, Sendable {
  case run
  case history
  /// The cookies stored for a collection and environment.
  case cookies
}

/// The panes of a page: a list and, beside it, two stacked panes. A narrow window shows the list above the lower pane;
/// a low window shows the list alone. Neighbours share their borders.
struct PagePanes: Equatable {
  let list: Rect
  var upper: Rect?
  var lower: Rect?
  /// The first line inside the list: a filter, a progress.
  let head: Rect
  /// The rows of the list below its head, which a very low list omits.
  let rows: Rect

  /// A movable divider.
  enum Divider: Hashable, Sendable {
    /// Between the list and the panes beside it.
    case list
    /// Between stacked panes.
    case upper
  }

  private let body: Rect
  /// True if the panes are beside the list, false if below it.
  private let isBeside: Bool

  /// - Parameters:
  ///   - percent: the default width of the list, in percent.
  ///   - upperHeight: the height of the upper pane, including both borders.
  ///   - headRows: the lines above the rows of the list.
  init(_ size: Size, list percent: Int, upperHeight: Int, headRows: Int, _ choice: PageChoice) {
    let body = Rect(size).splitTop(1).1.splitBottom(1).0
    self.body = body
    isBeside = size.columns >= 100 && size.rows >= 18
    if isBeside {
      let column = body.width * (choice.list.map(PageChoice.limited) ?? percent) / 100
      list = body.splitLeft(column + 1).0
      let side = body.splitLeft(column).1
      let height = choice.upper.map { max(4, body.height * PageChoice.limited($0) / 100) } ?? upperHeight
      upper = side.splitTop(height).0
      lower = side.splitTop(height - 1).1
    } else if size.rows >= 18 {
      let row = body.height * (choice.upper.map(PageChoice.limited) ?? 60) / 100
      list = body.splitTop(row + 1).0
      lower = body.splitTop(row).1
    } else {
      list = body
    }
    (head, rows) = Self.parts(of: list, headRows)
  }

  /// A list above a pane of fixed height, without a movable divider.
  init(_ size: Size, list: Rect, lower: Rect?, headRows: Int) {
    (body, isBeside) = (Rect(size), false)
    (self.list, self.lower) = (list, lower)
    (head, rows) = Self.parts(of: list, headRows)
  }

  private static func parts(of list: Rect, _ headRows: Int) -> (head: Rect, rows: Rect) {
    let rows = list.inset().splitTop(list.height < 6 ? 0 : headRows).1
    return (OverlayView.content(of: list).splitTop(1).0, rows)
  }

  /// True if there is room for the head.
  var hasHead: Bool { rows.y > head.y }

  func divider(at point: Point) -> Divider? {
    guard let lower, body.contains(point) else { return nil }
    if isBeside, point.x == lower.minX { return .list }
    return point.y == lower.minY && point.x >= lower.minX ? .upper : nil
  }

  /// The choice with a divider at a point. Rounds up, because the panes round down.
  func moving(_ divider: Divider, to point: Point, in choice: PageChoice) -> PageChoice {
    var choice = choice
    switch divider {
    case .list: choice.list = Self.share(point.x - body.minX, of: body.width)
    case .upper: choice.upper = Self.share(point.y - body.minY + (isBeside ? 1 : 0), of: body.height)
    }
    return choice
  }

  private static func share(_ part: Int, of whole: Int) -> Int {
    PageChoice.limited((part * 100 + whole - 1) / max(1, whole))
  }

  /// The choice with the list's divider moved by a key; for stacked panes, the divider between them.
  func moving(by step: Int, in choice: PageChoice) -> PageChoice {
    var choice = choice
    guard let lower else { return choice }
    if isBeside {
      choice.list = PageChoice.limited((choice.list ?? Self.share(lower.minX - body.minX, of: body.width)) + step)
    } else {
      choice.upper = PageChoice.limited((choice.upper ?? Self.share(lower.minY - body.minY, of: body.height)) + step)
    }
    return choice
  }

  /// The frames that share lines. In a low window, the pane below covers the list.
  var frames: [Rect] { lower == list ? [list] : [list, upper, lower].compactMap(\.self) }
}
