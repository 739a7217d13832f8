import Terminal

/// A feature that fills the window instead of the panes: all that the program asks of a page.
protocol PageFeature: Feature where Action: PageAction {
  static var keyPath: WritableKeyPath<AppState, Self> { get }
  static var context: Context { get }
  /// The last part of the path in the top line.
  static var title: String { get }
  /// The kept positions of the dividers; `nil` if there is nothing to move.
  static var dividers: WritableKeyPath<LayoutChoice, PageChoice>? { get }

  static func draw(_ state: AppState, into screen: inout Screen)

  /// The panes of the page: a list, and what is under its cursor.
  func panes(in app: AppState) -> PagePanes
  var cursor: ListCursor { get set }
  var rowCount: Int { get }
  func heading(in app: AppState) -> PageHeading
  /// The lines in place of the rows if there are none.
  func emptyWords(in app: AppState) -> [String]
  /// A row in words, for linear mode.
  func words(forRow row: Int, in app: AppState) -> String
  /// The item under the cursor.
  var item: PageItem? { get }
}

/// The actions of the user that every page takes.
protocol PageAction {
  static func moved(_ motion: Motion) -> Self
  static var entered: Self { get }
  static var left: Self { get }
  static func clicked(_ mouse: Mouse) -> Self
}

/// The title of a page's list.
struct PageHeading {
  var title: String
  /// The filter of the list, and further words for linear mode.
  var filter = ""
  var detail = ""
}

/// An item of a page, as its menu names it.
struct PageItem {
  /// Tells items apart, because an item can vanish while its menu is open.
  var id: String
  var kind: String
  var name: String
}

extension PageFeature {
  static var dividers: WritableKeyPath<LayoutChoice, PageChoice>? { nil }

  static func lines(of state: AppState) -> LinearList {
    let page = state[keyPath: keyPath]
    let heading = page.heading(in: state)
    guard page.rowCount > 0 else { return .text(heading.title, "", page.emptyWords(in: state)) }
    var list = LinearList.rows(
      heading.title, heading.filter, count: page.rowCount, cursor: page.cursor.row, id: page.item?.id
    ) { page.words(forRow: $0, in: state) }
    list.detail = heading.detail
    return list
  }

  static func panes(in state: AppState) -> PagePanes { state[keyPath: keyPath].panes(in: state) }

  static func item(in state: AppState) -> PageItem? { state[keyPath: keyPath].item }

  fileprivate static func isScrollbarDrag(_ mouse: Mouse, _ panes: PagePanes, in state: AppState) -> Bool {
    let page = state[keyPath: keyPath]
    return page.cursor.isScrollbarDrag(mouse, count: page.rowCount, on: panes.rows, in: panes.list)
  }

  mutating func moveCursor(_ motion: Motion, in context: FeatureContext) {
    cursor.move(motion, count: rowCount, height: panes(in: context.app).rows.height)
  }

  mutating func settleCursor(in context: FeatureContext) {
    cursor.settle(count: rowCount, height: panes(in: context.app).rows.height)
  }

  /// - Returns: the pressed row; `nil` if no row was pressed.
  mutating func clickCursor(_ mouse: Mouse, in context: FeatureContext) -> Int? {
    let panes = panes(in: context.app)
    return cursor.click(mouse, count: rowCount, on: panes.rows, in: panes.list)
  }

  static func move(_ motion: Motion, in state: inout AppState) -> [Effect] {
    state.apply(Action.moved(motion), to: keyPath)
  }

  static func enter(in state: inout AppState) -> [Effect] { state.apply(Action.entered, to: keyPath) }

  static func leave(in state: inout AppState) -> [Effect] { state.apply(Action.left, to: keyPath) }

  static func click(_ mouse: Mouse, in state: inout AppState) -> [Effect] {
    state.apply(Action.clicked(mouse), to: keyPath)
  }
}

extension Page {
  /// The feature of the page. A new page adds its line here.
  var feature: any PageFeature.Type {
    switch self {
    case .run: Run.self
    case .history: HistoryBrowser.self
    case .cookies: Cookies.self
    }
  }

  var context: Context { feature.context }
  var title: String { feature.title }
}

extension AppState {
  /// Shows a page, keeping any text being typed below it.
  mutating func show(_ page: Page) -> [Effect] {
    let kept = leaveEditing()
    self.page = page
    return kept
  }

  mutating func moveLine(of page: Page, by step: Int) -> [Effect] {
    guard let place = page.feature.dividers else { return [] }
    let panes = page.feature.panes(in: self)
    return rearrange { $0.layoutChoice[keyPath: place] = panes.moving(by: step, in: $0.layoutChoice[keyPath: place]) }
  }

  mutating func click(_ mouse: Mouse, in page: Page) -> [Effect] {
    drag(mouse, in: page) ?? page.feature.click(mouse, in: &self)
  }

  /// Drags a divider between the panes of a page, and remembers its position when the drag ends; `nil` if there is
  /// none.
  private mutating func drag(_ mouse: Mouse, in page: Page) -> [Effect]? {
    guard let place = page.feature.dividers else { return nil }
    let panes = page.feature.panes(in: self)
    if page.feature.isScrollbarDrag(mouse, panes, in: self) { return nil }
    if mouse.kind == .press {
      layoutChoice.dragged = mouse.button == .left ? panes.divider(at: mouse.point).map { .page($0) } : nil
    }
    guard case .page(let line)? = layoutChoice.dragged else { return nil }
    switch mouse.kind {
    case .drag:
      layoutChoice[keyPath: place] = panes.moving(line, to: mouse.point, in: layoutChoice[keyPath: place])
    case .release:
      layoutChoice.dragged = nil
      return rearrange { _ in }
    case .press, .wheelUp, .wheelDown: break
    }
    return []
  }
}
