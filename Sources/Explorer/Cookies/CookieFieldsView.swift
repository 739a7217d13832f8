import Basics
import Networking
import Terminal

/// Draws the fields of the cookie under the cursor, or of the one being edited.
struct CookieFieldsView<Look: Appearance> {
  private let page: CookiesFeature.State
  private let given: CookiesFeature.Surroundings
  private let state: Look
  private var theme: Theme { state.theme }

  init(_ page: CookiesFeature.State, _ given: CookiesFeature.Surroundings, _ state: Look) {
    self.page = page
    self.given = given
    self.state = state
  }

  func draw(_ layout: CookiesLayout, into screen: inout Screen) {
    guard let rect = layout.detail else { return }
    let title = page.form.map { $0.original == nil ? "New cookie" : "Edit \($0.original?.name ?? "")" } ?? "Cookie"
    PaneFrame.head(title, isFocused: page.form != nil, state, in: rect, into: &screen)
    // Without a cookie the names alone would look like a form.
    guard page.form != nil || page.current != nil else { return }
    for field in CookieForm.Field.allCases {
      guard let place = layout.place(of: field) else { continue }
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
    form.fields[field.rawValue].draw(
      into: &screen, in: place, style: TextFieldStyle(text: theme[.text], selection: theme[.selected]),
      isFocused: true)
    Ground.lay(place, on: .field, theme, &screen)
    if rest.width > 2 { screen.write(hint.text, in: rest.splitLeft(2).1, style: hint.style) }
  }

  private func draw(_ field: CookieForm.Field, of cookie: Cookie, in rect: Rect, into screen: inout Screen) {
    if field == .value, page.revealed != cookie {
      screen.write(VariableSpan.mask, in: rect, style: theme[.secret])
      return
    }
    var text = CookieForm.text(of: field, in: cookie, clock: given.clock)
    if field == .expires {
      let words = CookieLife.words(cookie.expires, given.clock)
      text = cookie.expires == nil ? "at the end of the session; the server set no time" : "\(words), \(text)"
    }
    if field == .host, !cookie.isHostOnly { text += "  and its subdomains" }
    screen.write(VisibleText.of(text), in: rect, style: theme[.text])
  }
}
