import Basics
import HTTPModel
import Terminal
import Workspaces

extension Cookies: PageFeature {
  static var keyPath: WritableKeyPath<AppState, Cookies> { \.cookies }
  static var context: Context { .cookies }
  static var title: String { "Cookies" }

  static func draw(_ state: AppState, into screen: inout Screen) { CookiesPage(state: state).draw(into: &screen) }

  /// The list, and below it the fields of the cookie under the cursor. A low window shows only one of them.
  func panes(in app: AppState) -> PagePanes {
    let size = app.size
    let body = Rect(size).splitTop(1).1.splitBottom(1).0
    let height = CookieForm.Field.allCases.count + 2
    let headRows = size.rows >= 24 ? 2 : 1
    guard size.rows >= height + 10 else {
      return PagePanes(size, list: body, lower: form == nil ? nil : body, headRows: headRows)
    }
    let upper = body.height - height + 1
    return PagePanes(size, list: body.splitTop(upper).0, lower: body.splitTop(upper - 1).1, headRows: headRows)
  }

  var rowCount: Int { listed.count }

  func heading(in app: AppState) -> PageHeading {
    let environment = place?.environment.map { "for \($0)" } ?? "for requests without an environment"
    let collection = app.workspace.collections.first { $0.path == app.currentCollection }
    return PageHeading(
      title: "Cookies of \(collection?.name ?? app.workspace.name) \(environment)",
      filter: filter.isEmpty ? "" : "filter \(filter)")
  }

  func emptyWords(in app: AppState) -> [String] {
    if let fault { return ["The cookies cannot be read.", fault] }
    guard isLoaded else { return ["Loading…"] }
    if !filter.isEmpty { return ["Nothing matches."] }
    let keys = "\(key: "cookieAdd") adds one. \(key: "cookieNextEnvironment") shows another environment."
    return ["No cookies here.", "Answers set them; \(keys)"]
  }

  func words(forRow row: Int, in app: AppState) -> String {
    let cookie = listed[row]
    let cells = CookieColumns.Column.allCases.filter { $0 != .value || revealed == cookie }
    return SpokenText.joined(cells.map { cell($0, of: cookie, app.clock).text })
  }

  /// The text of a cell and its colour.
  fileprivate func cell(
    _ column: CookieColumns.Column, of cookie: Cookie, _ clock: WallClock
  ) -> (text: String, token: Token) {
    switch column {
    case .name: return (cookie.name, .text)
    case .value: return revealed == cookie ? (cookie.value, .text) : (VariableSpan.mask, .secret)
    case .host: return (cookie.scope, .text)
    case .path: return (cookie.path, .dim)
    case .expires:
      let words = CookieLife.words(cookie.expires, clock)
      return (words, words == "expired" ? .warn : .dim)
    case .flags: return (cookie.flags, .dim)
    }
  }

  var item: PageItem? {
    current.map { PageItem(id: "\($0.domain) \($0.path) \($0.name)", kind: "Cookie", name: $0.name) }
  }
}

extension Cookies.Action: PageAction {}

/// Draws the page of stored cookies.
struct CookiesPage {
  let state: AppState
  private var page: Cookies { state.cookies }
  private var theme: Theme { state.theme }

  func draw(into screen: inout Screen) {
    let panes = page.panes(in: state)
    let isEditing = page.form != nil
    PaneFrame.outline(panes.frames, focused: isEditing ? panes.frames.count - 1 : 0, state, into: &screen)
    if panes.lower != panes.list {
      PaneFrame.head(page.heading(in: state).title, isFocused: !isEditing, state, in: panes.list, into: &screen)
      if panes.hasHead { drawHead(in: panes.head, into: &screen) }
      drawRows(panes, into: &screen)
    }
    CookieFields(state: state).draw(panes, into: &screen)
  }

  private func drawHead(in rect: Rect, into screen: inout Screen) {
    let count = page.listed.count
    let words = page.filter.isEmpty ? Quantity.amount(count, "cookie") : "\(count) found"
    FilterLine(
      text: page.filter.isEmpty ? nil : page.filter,
      hint: "\(key: "cookieFilter") filters by name, host, path, flag", count: page.isLoaded ? words : ""
    ).draw(state, in: rect, into: &screen)
  }

  private func drawRows(_ panes: PagePanes, into screen: inout Screen) {
    let cookies = page.listed
    let columns = CookieColumns(cookies, in: panes.rows)
    let titles = panes.head.y + 1
    if panes.rows.y > titles, !cookies.isEmpty {
      for (column, rect) in columns.places where rect.width > 0 {
        screen.write(column.rawValue, in: rect.moved(to: titles), style: theme[.faint])
      }
    }
    page.cursor.draw(
      count: cookies.count, empty: page.emptyWords(in: state), in: panes.rows, frame: panes.list,
      isFocused: page.form == nil, state,
      into: &screen
    ) { row, place, screen in
      for (column, rect) in columns.places where rect.width > 0 {
        let (text, token) = page.cell(column, of: cookies[row], state.clock)
        let cut = Truncation.end.applied(to: VisibleText.of(text), columns: rect.width)
        screen.write(cut, in: rect.moved(to: place.y), style: theme[token])
      }
    }
  }

}

extension PagePanes {
  /// The area of a field of the cookie; `nil` if it does not fit.
  func place(of field: CookieForm.Field) -> Rect? {
    guard let inner = lower?.inset(), field.rawValue < inner.height else { return nil }
    return Rect(x: inner.x, y: inner.y + field.rawValue, width: inner.width, height: 1)
  }

  func field(at point: Point) -> CookieForm.Field? {
    CookieForm.Field.allCases.first { place(of: $0)?.contains(point) == true }
  }
}

/// The columns of the list of cookies, as wide as their content. A narrow window drops the least important ones first.
struct CookieColumns {
  /// With its title.
  enum Column: String, CaseIterable {
    case name = "Name"
    case value = "Value"
    case host = "Host"
    case path = "Path"
    case expires = "Expires"
    case flags = "Flags"

    fileprivate var most: Int {
      switch self {
      case .name: 28
      case .value: 24
      case .host: 36
      case .path: 24
      case .expires: 14
      case .flags: 24
      }
    }

    fileprivate func text(of cookie: Cookie) -> String {
      switch self {
      case .name: cookie.name
      case .host: cookie.scope
      case .path: cookie.path
      case .flags: cookie.flags
      case .value, .expires: ""
      }
    }
  }

  let places: [(Column, Rect)]

  init(_ cookies: [Cookie], in rect: Rect) {
    let gap = 2
    var widths = Column.allCases.map { column -> Int in
      if column == .value || column == .expires { return column.most }
      let longest = cookies.prefix(1000).map { TextWidth.of(column.text(of: $0)) }.max() ?? 0
      return min(column.most, max(longest, column.rawValue.count))
    }
    let room = rect.width - 3
    func total() -> Int { widths.reduce(0) { $0 + ($1 > 0 ? $1 + gap : 0) } - gap }
    // The value is masked, so eight columns are enough to show that it exists.
    if total() > room { widths[1] = 8 }
    for column in [5, 3, 4, 1] where total() > room { widths[column] = 0 }
    if total() > room { widths[2] = max(0, room - widths[0] - gap) }
    if total() > room { (widths[0], widths[2]) = (max(0, room), 0) }
    var x = rect.x + 2
    places = zip(Column.allCases, widths).map { column, width in
      defer { x += width > 0 ? width + gap : 0 }
      return (column, Rect(x: x, y: rect.y, width: width, height: 1))
    }
  }
}

extension Rect {
  /// The same columns in another row.
  func moved(to row: Int) -> Rect { Rect(x: x, y: row, width: width, height: height) }
}

/// Draws the fields of the cookie under the cursor, or of the one being edited.
struct CookieFields {
  let state: AppState
  private var page: Cookies { state.cookies }
  private var theme: Theme { state.theme }

  func draw(_ panes: PagePanes, into screen: inout Screen) {
    guard let rect = panes.lower else { return }
    let title = page.form.map { $0.original == nil ? "New cookie" : "Edit \($0.original?.name ?? "")" } ?? "Cookie"
    PaneFrame.head(title, isFocused: page.form != nil, state, in: rect, into: &screen)
    // Without a cookie, the names alone would look like a form.
    guard page.form != nil || page.current != nil else { return }
    for field in CookieForm.Field.allCases {
      guard let place = panes.place(of: field) else { continue }
      let (label, value) = Rect(x: place.x + 1, y: place.y, width: max(0, place.width - 2), height: 1).splitLeft(11)
      screen.write(field.title, in: label, style: theme[.dim])
      if let form = page.form {
        draw(field, of: form, in: value, into: &screen)
      } else if let cookie = page.current {
        draw(field, of: cookie, in: value, into: &screen)
      }
    }
  }

  private func draw(_ field: CookieForm.Field, of form: CookieForm, in rect: Rect, into screen: inout Screen) {
    guard field == form.current else {
      let isHidden = field == .value && !form[.value].isEmpty
      let text = isHidden ? VariableSpan.mask : form[field]
      screen.write(VisibleText.of(text), in: rect, style: theme[isHidden ? .secret : .text])
      return
    }
    let hint = StyledText(field.hint, theme[.faint])
    let room = field.hint.isEmpty ? rect.width : max(rect.width / 2, rect.width - hint.columns - 2)
    let (place, rest) = rect.splitLeft(min(room, rect.width))
    form.fields[field.rawValue].drawEdited(state, in: place, into: &screen)
    if rest.width > 2 { screen.write(hint.text, in: rest.splitLeft(2).1, style: hint.style) }
  }

  private func draw(_ field: CookieForm.Field, of cookie: Cookie, in rect: Rect, into screen: inout Screen) {
    if field == .value, page.revealed != cookie {
      screen.write(VariableSpan.mask, in: rect, style: theme[.secret])
      return
    }
    var text = CookieForm.text(of: field, in: cookie, clock: state.clock)
    if field == .expires {
      let words = CookieLife.words(cookie.expires, state.clock)
      text = cookie.expires == nil ? "at the end of the session; the server set no expiry" : "\(words), \(text)"
    }
    if field == .host, !cookie.isHostOnly { text += "  and its subdomains" }
    screen.write(VisibleText.of(text), in: rect, style: theme[.text])
  }
}
