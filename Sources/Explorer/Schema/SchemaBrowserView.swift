import Terminal

/// Draws the schema or the services: the list, and below it the description of the row under the cursor.
enum SchemaBrowserView {
  /// The rows for a description.
  private static let docsHeight = 4

  static func frame(in size: Size) -> Rect { OverlayView.frame(width: 100, in: size) }

  static func list(in frame: Rect) -> Rect {
    let inner = OverlayView.content(of: frame).splitTop(1).1
    return hasDocs(in: frame) ? inner.splitTop(max(1, inner.height - docsHeight - 1)).0 : inner
  }

  private static func hasDocs(in frame: Rect) -> Bool { frame.height >= 14 }

  /// Draws whichever is open.
  static func draw(_ state: AppState, in frame: Rect, isBeside: Bool, into screen: inout Screen) {
    let place = SchemaPlace(frame: frame, isBeside: isBeside, isFocused: !isBeside || state.isInSchemaBeside)
    if let browser = state.schema {
      draw(browser, state, in: place, into: &screen)
    } else if let browser = state.services {
      draw(browser, state, in: place, into: &screen)
    }
  }

  private static func draw(
    _ browser: some SchemaBrowser, _ state: AppState, in place: SchemaPlace, into screen: inout Screen
  ) {
    let (theme, frame) = (state.theme, place.frame)
    let (inner, list) = (OverlayView.content(of: frame), list(in: frame))
    let reference = browser.known(in: state).reference
    let facts = reference.map { [StyledText(type(of: browser).size(of: $0), theme[.dim])] } ?? []
    place.drawFrame(type(of: browser).words.title, facts: facts, state, into: &screen)
    let top = inner.splitTop(1).0
    if browser.isSearching, let search = browser.search {
      OverlayView.drawField(search, state, isFocused: place.isFocused, in: top, into: &screen)
    } else {
      screen.write(browser.head(state).truncated(to: top.width), at: top.origin, clippedTo: top)
    }
    guard reference != nil else { return drawUnknown(browser, state, in: list, into: &screen) }
    let rows = browser.rows(state)
    if rows.isEmpty { screen.write(browser.emptyWords(state), in: list.splitTop(1).0, style: theme[.dim]) }
    browser.cursor.draw(count: rows.count, in: list, frame: frame, isFocused: place.isFocused, state, into: &screen) {
      index, row, screen in
      let pieces = rows[index].pieces(isTree: browser.isTree, state)
      screen.write(pieces.truncated(to: row.width), at: row.origin, clippedTo: row)
    }
    guard hasDocs(in: frame), let row = browser.current(in: rows) else { return }
    OverlayView.drawRule(at: list.maxY, state, in: frame, into: &screen)
    let docs = Rect(x: inner.x, y: list.maxY + 1, width: inner.width, height: max(0, inner.maxY - list.maxY - 1))
    screen.write(theme.lines(of: row.docs, width: docs.width), in: docs)
  }

  private static func drawUnknown(
    _ browser: some SchemaBrowser, _ state: AppState, in rect: Rect, into screen: inout Screen
  ) {
    let words = type(of: browser).words
    let line: (text: String, token: Token) =
      switch browser.known(in: state) {
      case .unasked, .waiting: ("Fetching the \(words.noun)…", .dim)
      case .absent(let source): ("\(source). r fetches \(words.pronoun).", .text)
      case .failed(let reason): ("No \(words.noun): \(reason)", .warn)
      case .known: ("", .text)
      }
    screen.write(state.theme.lines(of: [line], width: rect.width), in: rect)
  }

  /// The indentation of a row and the mark that tells whether it is open.
  static func fold(of row: some SchemaBrowserRow, _ state: some Appearance) -> StyledText {
    let isUnicode = state.capabilities.unicode
    let fold = !row.canOpen ? "  " : row.isOpen ? (isUnicode ? "▾ " : "- ") : (isUnicode ? "▸ " : "+ ")
    return StyledText(String(repeating: "  ", count: max(0, row.path.count - 1)) + fold, state.theme[.dim])
  }
}

/// The position of the schema or services: in a box above the panes or, in a wide window, beside the request.
struct SchemaPlace: Equatable {
  var frame: Rect
  /// True if it is beside the request, with its borders drawn as part of the panes.
  var isBeside = false
  /// True if it has the focus, which a box always has.
  var isFocused = true

  /// True if it is visible; a box without the focus is hidden.
  var isShown: Bool { isBeside || isFocused }

  func drawFrame(_ title: String, facts: [StyledText], _ state: some Appearance, into screen: inout Screen) {
    if isBeside {
      PaneFrame.head(title, facts: facts, isFocused: isFocused, state, in: frame, into: &screen)
    } else {
      PaneFrame.box(title, facts: facts, state, in: frame, into: &screen)
    }
  }
}
