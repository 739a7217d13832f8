import Basics
import Networking
import Terminal

/// Draws the kept cookies over the whole window.
struct CookiesView<Look: Appearance> {
  private let page: CookiesFeature.State
  private let given: CookiesFeature.Surroundings
  private let state: Look
  private var theme: Theme { state.theme }

  init(_ page: CookiesFeature.State, in given: CookiesFeature.Surroundings, _ state: Look) {
    self.page = page
    self.given = given
    self.state = state
  }

  func draw(into screen: inout Screen) {
    let layout = CookiesLayout(state.size, isEditing: page.form != nil)
    let isEditing = page.form != nil
    PaneFrame.outline(layout.frames, focused: isEditing ? layout.frames.count - 1 : 0, state, into: &screen)
    if layout.detail != layout.list {
      PaneFrame.head(title, isFocused: !isEditing, state, in: layout.list, into: &screen)
      drawHead(layout, into: &screen)
      drawRows(layout, into: &screen)
    }
    CookieFieldsView(page, given, state).draw(layout, into: &screen)
  }

  private var title: String {
    let environment = page.place?.environment.map { "for \($0)" } ?? "for requests without an environment"
    return "Cookies of \(given.collectionName) \(environment)"
  }

  private func drawHead(_ layout: CookiesLayout, into screen: inout Screen) {
    guard layout.rows.y > layout.head.y else { return }
    let rect = layout.head
    let mark = StyledText((state.capabilities.unicode ? "›" : ">") + " ", theme[.accent].adding(.bold))
    let hint = state.keys.filled("\(key: "cookieFilter") filters by name, host, path, flag")
    let words =
      page.filter.isEmpty ? StyledText(hint, theme[.faint]) : StyledText(page.filter, theme[.text])
    let listed = page.listed.count
    let count =
      page.filter.isEmpty ? (listed == 1 ? "1 cookie" : "\(Quantity.count(listed)) cookies") : "\(listed) found"
    let room = max(0, rect.width - TextWidth.of(count) - 2)
    screen.write([mark, words].truncated(to: room), at: rect.origin, clippedTo: rect)
    if page.isLoaded { screen.write(count, in: rect, style: theme[.faint], align: .right) }
  }

  private func drawRows(_ layout: CookiesLayout, into screen: inout Screen) {
    let cookies = page.listed
    if cookies.isEmpty { PaneFrame.hint(emptyWords, state, in: layout.rows, into: &screen) }
    let columns = CookieColumns(cookies, in: layout.rows)
    if let titles = layout.titles, !cookies.isEmpty {
      for (column, rect) in columns.places where rect.width > 0 {
        screen.write(column.title, in: rect.moved(to: titles.y), style: theme[.faint])
      }
    }
    for line in 0..<layout.rows.height {
      let row = page.cursor.offset + line
      guard cookies.indices.contains(row) else { break }
      let place = Rect(x: layout.rows.x, y: layout.rows.y + line, width: layout.rows.width, height: 1)
      for (column, rect) in columns.places where rect.width > 0 {
        let (text, token) = cell(column, of: cookies[row])
        let cut = Truncation.end.applied(to: VisibleText.of(text), columns: rect.width)
        screen.write(cut, in: rect.moved(to: place.y), style: theme[token])
      }
      if row == page.cursor.row { Ground.markCursor(place, isFocused: page.form == nil, state, &screen) }
    }
    PaneFrame.scrollbar(
      offset: page.cursor.offset, total: cookies.count, rows: layout.rows, in: layout.list, state, into: &screen)
  }

  private func cell(_ column: CookieColumns.Column, of cookie: Cookie) -> (String, Token) {
    switch column {
    case .name: return (cookie.name, .text)
    case .value: return page.revealed == cookie ? (cookie.value, .text) : (VariableSpan.mask, .secret)
    case .host: return (cookie.scope, .text)
    case .path: return (cookie.path, .dim)
    case .expires:
      let words = CookieLife.words(cookie.expires, given.clock)
      return (words, words == "expired" ? .warn : .dim)
    case .flags: return (cookie.flags, .dim)
    }
  }

  private var emptyWords: [String] {
    if let fault = page.fault { return ["The cookies cannot be read.", fault] }
    guard page.isLoaded else { return ["Loading…"] }
    if !page.filter.isEmpty { return ["Nothing matches."] }
    let keys = "\(key: "cookieAdd") adds one. \(key: "cookieNextEnvironment") shows another environment."
    return ["No cookies are kept here.", "Answers set them; \(keys)"]
  }
}
