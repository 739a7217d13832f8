package import Terminal

/// The three panes of the screen.
package enum Pane: String, CaseIterable, Hashable, Sendable {
  case tree, request, response

  var title: String {
    switch self {
    case .tree: "Collections"
    case .request: "Request"
    case .response: "Response"
    }
  }
}

/// The user's choices for the layout, remembered per workspace.
package struct LayoutChoice: Hashable, Sendable {
  /// An arrangement that the size allows; `nil` for the largest.
  package var arrangement: Layout.Arrangement?
  /// The request's share, in percent, of the space for request and response.
  package var requestShare = 40
  /// The width of the tree; `nil` to fit its names.
  package var treeWidth: Int?
  package var zoomed: Pane?
  /// The divider positions of the pages that fill the window.
  package var history = PageChoice()
  package var run = PageChoice()
  var dragged: Layout.Divider?
}

/// The positions of all elements of the screen: a pure function of size, choice, focus and the width of the tree's
/// names. Neighbouring panes share a border, so their rectangles overlap by one row or column.
package struct Layout: Hashable, Sendable {
  package enum Arrangement: String, CaseIterable, Hashable, Sendable {
    case columns, stacked, halves, single
  }

  package let arrangement: Arrangement
  package let top: Rect
  package let bottom: Rect
  /// The frames of the visible panes, including their borders.
  package let panes: PanePlaces
  /// The preview between request and response, which shares their borders.
  var sendPreview: Rect?
  /// The schema or the services beside the request, above the response.
  var schema: Rect?

  /// - Parameters:
  ///   - names: the width that the rows of the tree need.
  ///   - hasSendPreview: true if the preview is beside the request.
  ///   - hasSchema: true if a schema is beside the request.
  ///   - isAnswered: true if the open item gets responses. Folder settings do not.
  package init(
    size: Size, choice: LayoutChoice, focus: Pane, names: Int = 0, hasSendPreview: Bool = false,
    hasSchema: Bool = false,
    isAnswered: Bool = true
  ) {
    let whole = Rect(size)
    let (top, rest) = whole.splitTop(1)
    let (body, bottom) = rest.splitBottom(1)
    self.top = top
    self.bottom = bottom
    let allowed = Layout.arrangements(for: size)
    arrangement = choice.arrangement.flatMap { allowed.contains($0) ? $0 : nil } ?? allowed[0]
    if let zoomed = choice.zoomed {
      panes = [zoomed == focus ? zoomed : focus: body]
      return
    }
    var panes = Layout.place(arrangement, in: body, choice, focus: focus, names: names)
    // Until the user chooses another share, settings get the rows that a response would need.
    let isSplit = arrangement == .stacked || arrangement == .halves
    if !isAnswered, isSplit, choice.requestShare == LayoutChoice().requestShare, let request = panes[.request] {
      let side = Rect(x: request.x, y: body.y, width: request.width, height: body.height)
      (panes[.request], panes[.response]) = side.split(below: max(5, side.height - Layout.rowsWithoutAnswer))
    }
    if hasSendPreview, arrangement == .columns, let tree = panes[.tree] {
      let side = body.splitLeft(tree.maxX - 1).1
      let (request, others) = side.split(at: side.width / 3)
      let (preview, response) = others.split(at: side.width / 3)
      sendPreview = preview
      panes = [.tree: tree, .request: request, .response: response]
    }
    // The response keeps some rows, because users alternate between changing and sending a query.
    if hasSchema, arrangement == .columns, let side = panes[.response] {
      (schema, panes[.response]) = side.split(below: side.height * 3 / 5)
    }
    self.panes = panes
  }

  /// The layout of the start page, which shows only the smart line.
  init(size: Size, start request: Rect) {
    let (top, rest) = Rect(size).splitTop(1)
    self.top = top
    bottom = rest.splitBottom(1).1
    arrangement = .stacked
    panes = [.request: request]
  }

  /// The arrangements that a size allows, largest first; never empty.
  package static func arrangements(for size: Size) -> [Arrangement] {
    var allowed: [Arrangement] = [.single]
    if size.columns >= 72, size.rows >= 20 { allowed.insert(.halves, at: 0) }
    if size.columns >= 100, size.rows >= 24 { allowed.insert(.stacked, at: 0) }
    if size.columns >= 160, size.rows >= 24 { allowed.insert(.columns, at: 0) }
    return allowed
  }

  /// The minimum size. Smaller windows show only a message.
  package static let minimum = Size(columns: 20, rows: 5)

  /// Returns true if a window of this size is large enough to draw in.
  static func hasRoom(_ size: Size) -> Bool { size.columns >= minimum.columns && size.rows >= minimum.rows }

  private static func place(
    _ arrangement: Arrangement, in body: Rect, _ choice: LayoutChoice, focus: Pane, names: Int
  ) -> PanePlaces {
    let share = min(85, max(15, choice.requestShare))
    guard arrangement != .single else { return [focus: body] }
    let (tree, rest) = body.split(at: treeWidth(arrangement, in: body, choice.treeWidth, names: names))
    switch arrangement {
    case .columns:
      // Until a share is chosen, the request's tabs take precedence over columns that a response rarely needs.
      let tabs = share == LayoutChoice().requestShare ? min(columnsOfTabs, rest.width - columnsOfAnswer) : 0
      let (request, response) = rest.split(at: max(tabs, rest.width * share / 100))
      return [.tree: tree, .request: request, .response: response]
    case .stacked:
      let (request, response) = rest.split(below: max(5, rest.height * share / 100) - 1)
      return [.tree: tree, .request: request, .response: response]
    case .halves, .single:
      // The request gets six rows, or half of the window while it has the focus.
      let rows = focus == .request ? max(7, rest.height / 2 + 1) : 7
      let (request, response) = rest.split(below: rows)
      return [.tree: tree, .request: request, .response: response]
    }
  }

  /// The width of all tabs of a request with their counts, and the minimum width of a response beside them.
  private static let columnsOfTabs = 75
  private static let columnsOfAnswer = 84

  /// The height of the response pane without a response.
  private static let rowsWithoutAnswer = 5

  /// The minimum column of the tree's right border.
  static let leastTreeWidth = 16

  /// The column of the tree's right border. It fits the names in steps, so that it rarely moves while scrolling.
  private static func treeWidth(_ arrangement: Arrangement, in body: Rect, _ chosen: Int?, names: Int) -> Int {
    // A width chosen in a wide window would leave no room for the URL in a narrow one.
    if let chosen { return min(max(leastTreeWidth, chosen), body.width / (body.width < 100 ? 3 : 2)) }
    let least = arrangement == .columns ? 38 : arrangement == .stacked ? 32 : body.width >= 80 ? 24 : 22
    // In a narrow window, the request's tabs take precedence over long names.
    return min(max(least, (names + 4) / 4 * 4), body.width < 100 ? least : max(least, body.width / 3))
  }
}

extension Rect {
  /// Splits left and right of a column that both parts share as their edge.
  fileprivate func split(at column: Int) -> (Rect, Rect) {
    (splitLeft(column + 1).0, splitLeft(column).1)
  }

  /// Splits above and below a row that both parts share as their edge.
  fileprivate func split(below row: Int) -> (Rect, Rect) {
    (splitTop(row + 1).0, splitTop(row).1)
  }
}

/// The frames of the visible panes. Stored as properties, because every frame reads them and a dictionary is slower.
package struct PanePlaces: Hashable, Sendable {
  private var tree: Rect?
  private var request: Rect?
  private var response: Rect?

  package subscript(pane: Pane) -> Rect? {
    get {
      switch pane {
      case .tree: tree
      case .request: request
      case .response: response
      }
    }
    set {
      switch pane {
      case .tree: tree = newValue
      case .request: request = newValue
      case .response: response = newValue
      }
    }
  }

  package var count: Int { values.count }
  package var values: [Rect] { [tree, request, response].compactMap { $0 } }

  package func pane(at point: Point) -> (Pane, Rect)? {
    for pane in Pane.allCases {
      if let rect = self[pane], rect.contains(point) { return (pane, rect) }
    }
    return nil
  }
}

extension PanePlaces: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Pane, Rect)...) {
    for (pane, rect) in elements { self[pane] = rect }
  }
}
