import Foundation
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The page of stored cookies") struct CookiesPageTests {
  static let sid = Cookie(
    "sid", "hunter2-of-sid", domain: "api.example.com", expires: Samples.now.addingTimeInterval(3 * 86_400 + 60),
    isSecure: true, isHTTPOnly: true, sameSite: "Lax", created: Samples.now)
  static let theme = Cookie(
    "theme", "dark", domain: "example.com", isHostOnly: false, path: "/ui", created: Samples.now)
  private static let place = CookiePlace(collection: Samples.root, environment: "local")

  private func journey(
    _ cookies: [Cookie] = [sid, theme], columns: Int = 120, rows: Int = 40
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    let environments = [Environment(name: "local"), Environment(name: "production", isProtected: true)]
    journey.apply(.environment(.loaded(environments)))
    journey.open()
    journey.keys("C")
    journey.apply(.cookies(.loaded(Self.place, cookies)))
    return journey
  }

  private func changes(_ journey: Journey) -> [CookieChange] {
    journey.effects.compactMap {
      if case .cookies(.change(_, let change, _)) = $0 { change } else { nil }
    }
  }

  @Test func `The cookies of the collection and environment are listed with masked values.`() throws {
    let journey = journey()
    #expect(journey.effects.contains(.cookies(.load(Self.place))))
    #expect(journey.text.contains("Cookies of Demo for local") && journey.text.contains("2 cookies"))
    let row = try #require(journey.lines.first { $0.contains("sid") })
    #expect(row.contains("••••") && row.contains("api.example.com") && row.contains("in 3 days"))
    #expect(row.contains("Secure HttpOnly Lax"))
    let wide = try #require(journey.lines.first { $0.contains("theme") })
    #expect(wide.contains(".example.com") && wide.contains("/ui") && wide.contains("session"))
    #expect(!journey.text.contains("hunter2"))
  }

  @Test func `A value is revealed on request until the cursor leaves it, and can be copied.`() {
    var journey = journey()
    journey.keys("v")
    #expect(journey.text.contains("hunter2-of-sid"))
    journey.keys("j")
    #expect(!journey.text.contains("hunter2"))
    journey.keys("k y")
    #expect(journey.effects.contains(.system(.copy("hunter2-of-sid", label: "the value of sid"))))
    #expect(!journey.text.contains("hunter2"))
  }

  @Test func `Tab shows the cookies of the other environments, and of requests without one.`() {
    var journey = journey()
    journey.forget()
    journey.keys("tab tab")
    #expect(
      journey.effects == [
        .cookies(.load(CookiePlace(collection: Samples.root, environment: "production"))),
        .cookies(.load(CookiePlace(collection: Samples.root, environment: nil))),
      ])
    #expect(journey.text.contains("for requests without an environment"))
    // A result for the previous environment is not shown for this one.
    journey.apply(.cookies(.loaded(Self.place, [Self.sid])))
    #expect(!journey.text.contains("api.example.com"))
  }

  @Test func `Enter edits the fields, and Esc saves them as one change of that cookie.`() throws {
    var journey = journey()
    journey.forget()
    journey.go("enter ^U ‹new value› tab ^U ‹.example.com› tab tab ^U ‹12h› tab space esc")
    let change = try #require(changes(journey).first)
    var wanted = Self.sid
    (wanted.value, wanted.domain, wanted.isHostOnly, wanted.isSecure) = ("new value", "example.com", false, false)
    wanted.expires = Samples.now.addingTimeInterval(12 * 3600)
    #expect(change == CookieChange(removing: [Self.sid], adding: [wanted]) && changes(journey).count == 1)
    #expect(journey.text.contains("in 12 hours") && !journey.text.contains("new value"))
    journey.forget()
    journey.keys("enter esc")
    #expect(changes(journey).isEmpty, "nothing was typed")
  }

  @Test func `An invalid cookie is rejected with its field focused, and its text is restored later.`() {
    for (keys, words) in [
      ("enter ‹1› esc", "needs a name"), ("‹a;b› esc", "contain `=` or `;`"),
      ("‹a› tab ‹1; Secure› esc", "A value cannot contain `;`"),
      ("‹a› tab ‹1› tab ^U ‹.co.uk› esc", "co.uk is a public suffix"),
      ("‹a› tab ‹1› tab ^U ‹http://h/› esc", "A host is a name"), ("‹a› tab ‹1› tab ^U ‹h:80› esc", "A host is a name"),
      ("‹a› tab ‹1› tab ^U ‹h› tab ^U ‹x› esc", "A path begins with /"),
      ("‹a› tab ‹1› tab ^U ‹h› tab tab ‹tomorrow› esc", "A duration such as"),
      ("‹a› tab ‹1› tab ^U ‹h› tab tab ‹2001-01-01› esc", "has passed"),
      ("‹__Host-a› tab ‹1› tab ^U ‹h› esc", "__Host-"),
    ] {
      var journey = journey([])
      journey.keys("a")
      journey.go(keys)
      #expect(journey.footer.contains(words), "\(keys): \(journey.footer)")
      #expect(journey.footer.contains("a restores the typed text") && changes(journey).isEmpty)
      journey.keys("a")
      #expect(journey.state.cookies.form?.isChanged == true)
    }
  }

  @Test func `A new cookie has the host of the open request, and a pasted value is one line.`() throws {
    var journey = journey([])
    #expect(journey.text.contains("No cookies here."))
    journey.go("a ‹token› tab")
    journey.paste("one\n")
    journey.keys("esc")
    let cookie = try #require(changes(journey).first?.added.first)
    #expect(cookie.name == "token" && cookie.value == "one" && cookie.domain == "127.0.0.1" && cookie.path == "/")
    #expect(cookie.expires == nil && journey.text.contains("1 cookie"))
  }

  @Test func `A deleted cookie disappears immediately, and u restores the stored one.`() {
    var journey = journey()
    journey.forget()
    journey.press(.delete)
    #expect(changes(journey) == [CookieChange(removing: [Self.sid])] && !journey.text.contains("api.example.com"))
    // Another program has stored another value meanwhile.
    var newer = Self.sid
    newer.value = "newer"
    journey.apply(.cookies(.changed(Self.place, [Self.theme], undo: CookieChange(adding: [newer]))))
    journey.forget()
    journey.keys("u")
    #expect(
      journey.effects == [.cookies(.change(Self.place, CookieChange(adding: [newer]), isUndo: true))])
    journey.apply(.cookies(.changed(Self.place, [Self.theme, newer], undo: nil)))
    #expect(journey.text.contains("api.example.com"))
    journey.keys("u")
    #expect(journey.footer.contains("nothing to undo"))
  }

  @Test func `Two quick deletions delete two cookies, and an outdated list does not restore the second.`() {
    var journey = journey()
    journey.forget()
    journey.press(.delete, .delete)
    #expect(changes(journey).flatMap(\.removed) == [Self.sid, Self.theme])
    journey.apply(.cookies(.changed(Self.place, [Self.theme], undo: CookieChange(adding: [Self.sid]))))
    #expect(!journey.text.contains(".example.com"))
    journey.apply(.cookies(.changed(Self.place, [], undo: CookieChange(adding: [Self.theme]))))
    #expect(journey.text.contains("No cookies here."))
  }

  @Test func `A filter narrows the list while typing, and all listed cookies can be deleted.`() {
    var journey = journey()
    journey.go("/ ‹ui› enter")
    #expect(journey.text.contains("1 found") && !journey.text.contains("api.example.com"))
    journey.forget()
    journey.keys("D")
    #expect(changes(journey) == [CookieChange(removing: [Self.theme])])
    journey.keys("esc")
    #expect(journey.text.contains("api.example.com") && journey.state.page == .cookies)
    journey.keys("esc")
    #expect(journey.state.page == nil)
  }

  @Test func `A failed change reports the reason, and the typed text is restored.`() throws {
    var journey = journey()
    journey.go("enter ^U ‹typed› esc")
    let effect = try #require(
      journey.effects.compactMap { if case .cookies(let effect) = $0 { effect } else { nil } }.last)
    journey.forget()
    journey.apply(.cookies(.failed(effect, "the disk is full")))
    #expect(journey.footer.contains("the disk is full; Enter restores the typed text"))
    #expect(journey.effects.contains(.cookies(.load(Self.place))))
    journey.apply(.cookies(.loaded(Self.place, [Self.sid, Self.theme])))
    journey.keys("enter")
    #expect(journey.state.cookies.form?[.value] == "typed")
  }

  @Test func `Letters typed into a field are text, and a click elsewhere keeps the text.`() {
    var journey = journey()
    journey.go("enter ^U ‹qCDv/?›")
    #expect(journey.state.page == .cookies && journey.state.cookies.form?[.value] == "qCDv/?")
    #expect(journey.footer.contains("Enter next") && !journey.footer.contains("delete"))
    journey.click(10, 10)
    #expect(journey.state.cookies.form == nil && changes(journey).first?.added.first?.value == "qCDv/?")
  }

  @Test func `The page opens from the palette, the response's tab and the collection's panel.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.answer(Samples.exchange())
    while journey.state.focus != .response { journey.press(.tab) }
    journey.use("4")
    #expect(journey.footer.contains("C stored cookies"))
    journey.go("^P ‹cookies of the collection› enter")
    #expect(journey.state.page == .cookies)
    journey.keys("esc")
    journey.open(
      RequestDefinition(SharedSettings(), of: .collection, named: "Demo"), path: "/w/demo/opencollection.yml")
    journey.keys("7")
    #expect(journey.text.contains("Cookies") && journey.text.contains("keep (default)"))
    journey.keys("space space")
    #expect(journey.state.session?.draft.shared.cookies == .session)
    journey.keys("j enter")
    #expect(journey.state.page == .cookies)
  }

  @Test func `A hostile name or value is drawn as text at every size.`() {
    let bad = Cookie("a\u{1B}[2J", "v\u{202E}x", domain: "h\u{7}", path: "/\u{1B}]0;x", sameSite: "\u{1B}c")
    for (columns, rows) in [(20, 5), (40, 12), (80, 24), (500, 60)] {
      var journey = journey([bad, Self.sid], columns: columns, rows: rows)
      journey.keys("v enter")
      #expect(!journey.text.contains("\u{1B}") && !journey.text.contains("\u{202E}"))
      journey.keys("tab tab esc g G")
    }
  }
}
