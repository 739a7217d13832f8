package import Terminal

/// Actions of the schema and of the services.
package enum SchemaBrowserAction<Reference: Equatable & Sendable>: Equatable, Sendable {
  case toggled
  case refreshRequested
  /// Fills in the missing variables of the operation, or the message of the call.
  case variablesRequested
  case pressed(Key)
  case pasted(String)
  case clicked(Mouse)
  /// The schema that was read or fetched for a request.
  case arrived(RequestKey, Loadable<Reference>)
}

/// A row of a tree or of the results of a search.
protocol SchemaBrowserRow {
  associatedtype Step: Hashable

  /// Its place in the tree.
  var path: [Step] { get }
  /// True if it has rows below it.
  var canOpen: Bool { get }
  var isOpen: Bool { get }
  /// The paragraphs that describe it.
  var docs: [(text: String, token: Token)] { get }

  /// - Parameter isTree: true if folds and indentation are drawn.
  func pieces(isTree: Bool, _ state: some Appearance) -> [StyledText]
}

/// A tree with a search: the schema of a GraphQL request's server, or the services of a gRPC call's server. It is in a
/// box or, in a wide window, beside the request.
protocol SchemaBrowser: ClosableFeature, Box where Action == SchemaBrowserAction<Reference> {
  associatedtype Reference: Equatable, Sendable
  associatedtype Row: SchemaBrowserRow
  associatedtype Rows: RandomAccessCollection<Row> where Rows.Index == Int

  static var overlay: Overlay { get }
  static var keyPath: WritableKeyPath<AppState, Self?> { get }
  /// The title, and the words in sentences: `schema`, `it`, and `query` for what is edited with it.
  static var words: (title: String, noun: String, pronoun: String, subject: String) { get }
  /// Keys that act on the list during a search, besides those of every list.
  static var keysOfList: [Key] { get }

  /// The schema or services read for a request, and the action that stores them.
  static func known(of session: RequestSession) -> Loadable<Reference>
  static func loaded(_ found: Loadable<Reference>) -> RequestPane.Action
  /// Where it comes from, in words.
  static func origin(of reference: Reference) -> String
  static func size(of reference: Reference) -> String

  var isOpen: Bool { get set }
  var cursor: ListCursor { get set }
  /// The search text; `nil` while no search is open.
  var search: TextField? { get set }
  /// True if typed characters go to the search.
  var isSearching: Bool { get }
  var isTree: Bool { get }
  /// The rows that the user opened, or closed if they were open at first.
  var opened: Set<[Row.Step]> { get set }

  /// The rows to show; none while the schema is unknown.
  func rows(_ app: AppState) -> Rows
  /// The line above the rows while nothing is searched.
  func head(_ app: AppState) -> [StyledText]
  /// The line in place of the rows if there are none.
  func emptyWords(_ app: AppState) -> String

  /// The keys of the list. Beside the request, Tab moves to the next pane.
  func paneKeys(isBeside: Bool) -> [PaneKey]
  mutating func beginSearch()
  /// - Returns: true if there was a step to go back.
  mutating func goBack() -> Bool
  /// Moves the cursor to what the request uses, after opening or when the schema arrives.
  mutating func goToUsed(_ reference: Reference, by session: RequestSession, _ app: AppState)
  /// Handles a key that the two do not share.
  mutating func act(on key: Key, _ rows: Rows, in context: inout FeatureContext)
  func fillIn(in context: inout FeatureContext)
  /// Reports what the user fetched without opening the pane.
  func report(_ found: Loadable<Reference>, in context: inout FeatureContext)
}

extension SchemaBrowser {
  mutating func apply(_ action: Action, in context: inout FeatureContext) { take(action, in: &context) }

  mutating func take(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .toggled: toggle(in: &context)
    case .refreshRequested: fetch(in: &context)
    case .variablesRequested: fillIn(in: &context)
    case .arrived(let key, let found): arrived(found, for: key, in: &context)
    case .pressed(let key): if isOpen { press(key, in: &context) }
    case .pasted(let text): search?.paste(text)
    case .clicked(let mouse): if isOpen { click(mouse, in: &context) }
    }
  }

  private mutating func toggle(in context: inout FeatureContext) {
    let place = context.app.schemaPlace
    if isOpen, place.isFocused { return leave(in: &context) }
    if place.isBeside { context.focus(.request) }
    context.perform(.overlay(.show(Self.overlay)))
    guard !isOpen else { return }
    isOpen = true
    let known = known(in: context.app)
    if let session = context.app.session, let reference = known.reference {
      goToUsed(reference, by: session, context.app)
    }
    // Opening the pane fetches the schema if none is stored.
    if known.isMissing { fetch(in: &context) }
  }

  private func fetch(in context: inout FeatureContext) { context.inRequestPane { $0.readSchema(fetches: true) } }

  private mutating func arrived(
    _ found: Loadable<Reference>, for key: RequestKey, in context: inout FeatureContext
  ) {
    let session = context.app.sessions[key]
    context.request(Self.loaded(found), of: key)
    guard isOpen, context.app.schemaPlace.isShown else {
      if let session, Self.known(of: session) == .waiting(isFetch: true) { report(found, in: &context) }
      return
    }
    switch found {
    case .known(let reference):
      if let session { goToUsed(reference, by: session, context.app) }
      context.say(Self.origin(of: reference))
    case .absent: fetch(in: &context)
    case .unasked, .waiting, .failed: break
    }
  }

  /// Focuses the request. A box closes, while a pane beside the request stays open.
  mutating func leave(in context: inout FeatureContext) {
    if context.app.schemaPlace.isBeside { unfocus(in: &context) } else { close(in: &context) }
  }

  private mutating func close(in context: inout FeatureContext) {
    isOpen = false
    unfocus(in: &context)
  }

  private func unfocus(in context: inout FeatureContext) {
    if context.app.schemaPlace.isFocused { context.perform(.overlay(.close)) }
  }

  func known(in app: AppState) -> Loadable<Reference> { app.session.map { Self.known(of: $0) } ?? .unasked }
}

/// The box.
extension SchemaBrowser {
  var staysBelow: CoveringBoxes { .all }

  func keys(in app: AppState) -> [(key: String, label: String)] {
    paneKeys(in: app).compactMap { key in key.label.map { (key.key, $0) } }
  }

  /// The keys, including those that move to the panes beside it.
  func paneKeys(in app: AppState) -> [PaneKey] {
    guard app.isSchemaBeside else { return paneKeys(isBeside: false) }
    let subject = Self.words.subject
    return paneKeys(isBeside: true) + [
      PaneKey(Key.backTab.name, subject, "To the \(subject)"), PaneKey(Key.tab.name, "answer", "To the answer"),
    ]
  }

  func frame(in app: AppState) -> Rect { SchemaBrowserView.frame(in: app.size) }

  func draw(_ app: AppState, into screen: inout Screen) {
    SchemaBrowserView.draw(app, in: frame(in: app), isBeside: false, into: &screen)
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    app.pressOverSchema(key) ?? app.pressBesideSchema(key)
      ?? app.apply(.pressed(app.schemaKey(key)), to: Self.keyPath)
  }

  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { app.apply(.clicked(mouse), to: Self.keyPath) }
  func paste(_ line: String, in app: inout AppState) -> [Effect] { app.apply(.pasted(line), to: Self.keyPath) }

  func linearEdit(in app: AppState) -> LinearEdit? {
    search.map { LinearEdit("Search the \(Self.words.noun)", $0, isFilter: true) }
  }
}

/// Keys and clicks in the list.
extension SchemaBrowser {
  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    if type(key) { return }
    let rows = rows(context.app)
    switch key {
    case .escape where goBack(): break
    case .escape, .control("c"): return close(in: &context)
    case .character("/"): beginSearch()
    case .character("r"): return fetch(in: &context)
    default:
      guard let motion = Motion(key) else {
        act(on: key, rows, in: &context)
        break
      }
      let height = SchemaBrowserView.list(in: context.app.schemaPlace.frame).height
      cursor.move(motion, count: rows.count, height: height)
    }
    settle(context.app)
  }

  /// Keys of an open search; `false` for those that act on the list.
  private mutating func type(_ key: Key) -> Bool {
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .enter, .escape, .control("c")] + Self.keysOfList
    guard isSearching, !keys.contains(key) else { return false }
    _ = search?.handle(key)
    cursor = ListCursor()
    return true
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let place = context.app.schemaPlace
    if mouse.kind == .press, !place.frame.contains(mouse.point) { return close(in: &context) }
    let (former, list) = (cursor.row, SchemaBrowserView.list(in: place.frame))
    let pressed = cursor.click(mouse, count: rows(context.app).count, on: list, in: place.frame)
    // A press that only focuses the list opens nothing.
    if pressed == former, place.isFocused { press(.enter, in: &context) }
  }

  mutating func settle(_ app: AppState) {
    cursor.settle(count: rows(app).count, height: SchemaBrowserView.list(in: app.schemaPlace.frame).height)
  }

  func current(in rows: Rows) -> Row? { cursor.row >= 0 && cursor.row < rows.count ? rows[cursor.row] : nil }

  /// Opens the row under the cursor or closes it.
  mutating func toggleRow(_ rows: Rows, opensOnly: Bool) {
    guard let row = current(in: rows), row.canOpen, !(opensOnly && row.isOpen) else { return }
    opened.formSymmetricDifference([row.path])
  }

  /// Closes the row, or moves to its parent.
  mutating func goOut(_ rows: Rows) {
    guard let row = current(in: rows) else { return }
    if row.isOpen {
      opened.formSymmetricDifference([row.path])
    } else if let above = rows.firstIndex(where: { $0.path == Array(row.path.dropLast()) }) {
      cursor.row = above
    }
  }
}
