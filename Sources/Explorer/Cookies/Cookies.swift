package import HTTPModel
package import Terminal
package import Workspaces

/// The page of cookies that responses have set for a collection and environment. Shows, adds, edits and deletes them.
///
/// A change names only its own cookies, so that cookies set meanwhile by another program stay.
package struct Cookies: Feature {
  /// The owner of the cookies; `nil` until the page is shown.
  var place: CookiePlace?
  /// The cookies in order of creation, including changes that are still being written.
  var kept: [Cookie] = []
  var isLoaded = false
  /// The reason why they cannot be read.
  var fault: String?
  var filter = ""
  var cursor = ListCursor()
  /// The cookie whose value is shown.
  var revealed: Cookie?
  var form: CookieForm?
  /// Fields that could not be saved, to continue editing.
  var unfinished: CookieForm?
  /// Fields that are being written.
  var submitted: CookieForm?
  /// The changes that undo the written ones. No key redoes them.
  var steps = UndoStack<Step>()
  /// The number of changes being written.
  var pending = 0

  struct Step: Equatable, Sendable {
    var place: CookiePlace
    var change: CookieChange
  }

  package enum Action: Equatable, Sendable {
    /// The user opened the page.
    case opened
    case loaded(CookiePlace, [Cookie])
    /// A change has been written. `undo` reverts it.
    case changed(CookiePlace, [Cookie], undo: CookieChange?)
    case failed(CookieEffect, String)
    // In the list
    case moved(Motion)
    case entered, left
    case clicked(Mouse)
    case environmentChanged(by: Int)
    case filterRequested
    case filtered(String)
    case revealed
    case copyRequested
    case addRequested
    case deleteRequested
    case clearRequested
    case undoRequested
    // In the fields of a cookie
    case pressed(Key)
    case pasted(String)
    /// The user left the fields, which saves them.
    case formLeft
  }

  package enum Question: Hashable, Sendable {
    case filter
  }

  /// The cookies that match the filter, by host, path and name.
  var listed: [Cookie] {
    let words = filter.lowercased().split(separator: " ")
    let found = kept.filter { cookie in
      let text = "\(cookie.name) \(cookie.domain)\(cookie.path) \(cookie.flags)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    return found.sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) }
  }

  var current: Cookie? {
    let listed = listed
    return listed.indices.contains(cursor.row) ? listed[cursor.row] : nil
  }
}

extension Cookies {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    take(action, in: &context)
    if revealed != current { revealed = nil }
    settleCursor(in: context)
  }

  private mutating func take(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .opened:
      guard let collection = context.app.currentCollection else {
        return context.say("There is no collection here, so cookies are not stored")
      }
      context.show(.cookies)
      load(CookiePlace(collection: collection, environment: context.app.environment.chosen), in: &context)
    case .loaded(let place, let cookies):
      if place == self.place, pending == 0 { adopt(cookies) }
    case .changed(let place, let cookies, let undo):
      pending = max(0, pending - 1)
      if pending == 0 { submitted = nil }
      if let undo, !undo.isEmpty { steps.record(Step(place: place, change: undo)) }
      if place == self.place, pending == 0 { adopt(cookies) }
    case .failed(let effect, let why): failed(effect, why, in: &context)
    case .pressed(let key): press(key, in: &context)
    case .pasted(let text): form?.paste(text)
    case .formLeft: leaveForm(in: &context)
    case .clicked(let mouse): click(mouse, in: &context)
    case .moved, .entered, .left, .environmentChanged, .filterRequested, .filtered, .revealed, .copyRequested,
      .addRequested, .deleteRequested, .clearRequested, .undoRequested:
      browse(action, in: &context)
    }
  }

  /// Shows the cookies of a place once they have been read.
  private mutating func load(_ place: CookiePlace, in context: inout FeatureContext) {
    if self.place != place { (kept, isLoaded, cursor, filter) = ([], false, ListCursor(), "") }
    (self.place, fault) = (place, nil)
    context.run(.cookies(.load(place)))
  }

  /// Adopts cookies, keeping the cursor on its cookie.
  private mutating func adopt(_ cookies: [Cookie]) {
    let former = current
    (kept, isLoaded, fault) = (cookies, true, nil)
    guard let former, let row = listed.firstIndex(where: { $0.isSlot(of: former) }) else { return }
    cursor.row = row
  }

  private mutating func failed(_ effect: CookieEffect, _ why: String, in context: inout FeatureContext) {
    guard case .change(let place, _, _) = effect else {
      (fault, isLoaded) = (why, true)
      return
    }
    pending = max(0, pending - 1)
    if place == self.place { load(place, in: &context) }
    if let submitted { (unfinished, self.submitted) = (submitted, nil) }
    let key = unfinished?.original == nil ? "\(key: "cookieAdd")" : "\(key: "enter")"
    let typed = unfinished == nil ? "" : "; \(key) restores the typed text"
    context.say("The cookies cannot be changed: \(why)\(typed)", .error)
  }

  /// Applies a change to the list immediately, and writes it to the store.
  private mutating func change(_ change: CookieChange, isUndo: Bool = false, in context: inout FeatureContext) {
    guard let place else { return }
    var cookies = kept
    change.apply(to: &cookies)
    adopt(cookies)
    pending += 1
    context.run(.cookies(.change(place, change, isUndo: isUndo)))
  }
}

/// The list: moving, revealing, deleting, and opening the fields.
extension Cookies {
  private mutating func browse(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .moved(let motion):
      moveCursor(motion, in: context)
    case .left: if filter.isEmpty { context.close() } else { filter = "" }
    case .environmentChanged(let step): changeEnvironment(by: step, in: &context)
    case .filterRequested:
      context.ask(
        Prompt("Filter by name, host, path, flag", .cookies(.filter), text: filter, verb: "filter", isLive: true))
    case .filtered(let text): (filter, cursor) = (text, ListCursor())
    case .addRequested:
      let begun = unfinished.flatMap { $0.original == nil ? $0 : nil }
      form = begun ?? CookieForm(nil, host: context.app.hostOfRequest ?? "", clock: context.app.clock)
    case .clearRequested: clear(in: &context)
    case .undoRequested: takeBack(in: &context)
    default:
      guard let cookie = current else { return context.say("There is no cookie under the cursor") }
      act(action, on: cookie, in: &context)
    }
  }

  private mutating func act(_ action: Action, on cookie: Cookie, in context: inout FeatureContext) {
    switch action {
    case .entered:
      let begun = unfinished.flatMap { $0.original?.isSlot(of: cookie) == true ? $0 : nil }
      form = begun ?? CookieForm(cookie, clock: context.app.clock)
      if begun == nil { form?.current = .value }
    case .revealed: revealed = revealed == cookie ? nil : cookie
    case .copyRequested: context.copy(cookie.value, as: "the value of \(cookie.name)")
    case .deleteRequested:
      change(CookieChange(removing: [cookie]), in: &context)
      context.say("Deleted \(cookie.name): \(key: "cookieRestore") restores it")
    default: break
    }
  }

  private mutating func clear(in context: inout FeatureContext) {
    let all = listed
    guard !all.isEmpty else { return context.say("There is no cookie to delete") }
    change(CookieChange(removing: all), in: &context)
    let (count, them) = all.count == 1 ? ("1 cookie", "it") : ("\(all.count) cookies", "them")
    context.say("\(count) deleted: \(key: "cookieRestore") restores \(them)")
  }

  /// Shows the cookies of the next environment, including those of requests without one.
  private mutating func changeEnvironment(by step: Int, in context: inout FeatureContext) {
    guard let place else { return }
    let all: [String?] = context.app.environment.names.map(Optional.some) + [nil]
    let index = all.firstIndex(of: place.environment) ?? 0
    let next = all[(index + step + all.count) % all.count]
    guard next != place.environment else {
      return context.say("This collection has no environments to switch to")
    }
    load(CookiePlace(collection: place.collection, environment: next), in: &context)
  }

  /// Undoes the last change. If it was made in another environment, that environment is shown.
  private mutating func takeBack(in context: inout FeatureContext) {
    guard let step = steps.undo() else { return }
    if step.place != place { load(step.place, in: &context) }
    change(step.change, isUndo: true, in: &context)
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let field = panes(in: context.app).field(at: mouse.point)
    let isPress = mouse.kind == .press
    if form != nil {
      guard isPress else { return }
      if let field { form?.current = field } else { leaveForm(in: &context) }
    } else if isPress, let field, current != nil {
      browse(.entered, in: &context)
      form?.current = field
    } else if clickCursor(mouse, in: context) != nil, mouse.clicks >= 2 {
      browse(.entered, in: &context)
    }
  }
}

/// Editing the fields of one cookie.
extension Cookies {
  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    switch key {
    case .escape, .control("c"): leaveForm(in: &context)
    case .enter where form?.current == CookieForm.Field.allCases.last: leaveForm(in: &context)
    case .enter, .tab, .down: form?.move(by: 1)
    case .backTab, .up: form?.move(by: -1)
    default: form?.handle(key)
    }
  }

  /// Saves the typed cookie. An invalid cookie stays in the form.
  private mutating func leaveForm(in context: inout FeatureContext) {
    guard var form else { return }
    self.form = nil
    unfinished = nil
    guard form.isChanged else { return }
    do throws(CookieForm.Fault) {
      let cookie = try form.cookie(at: context.app.clock)
      submitted = form
      change(CookieChange(removing: form.original.map { [$0] } ?? [], adding: [cookie]), in: &context)
      if let row = listed.firstIndex(where: { $0.isSlot(of: cookie) }) { cursor.row = row }
    } catch {
      form.current = error.field
      unfinished = form
      let key = form.original == nil ? "\(key: "cookieAdd")" : "\(key: "enter")"
      context.say("\(error.message); \(key) restores the typed text", .warning)
    }
  }
}

extension AppState {
  /// True if a field on a page receives the typed keys.
  var isEditingOnPage: Bool { page == .cookies && cookies.form != nil }

  /// The host that the open request is sent to, without its port.
  var hostOfRequest: String? {
    session.flatMap { VariableSpan.host(of: $0.draft, in: $0.variables) }.flatMap { URLParts("http://\($0)/").host }
  }
}

extension Cookie {
  /// The attributes, such as `Secure HttpOnly Lax`; empty if there are none.
  var flags: String {
    [isSecure ? "Secure" : nil, isHTTPOnly ? "HttpOnly" : nil, sameSite].compactMap(\.self).joined(separator: " ")
  }

  /// The host that receives the cookie. A leading dot includes its subdomains.
  var scope: String { (isHostOnly ? "" : ".") + domain }
}

/// The owner of a set of cookies.
package struct CookiePlace: Hashable, Sendable {
  package var collection: String
  /// `nil` for requests that are sent without an environment.
  package var environment: String?
}

/// Work on stored cookies. Results are `loaded`, `changed` or `failed`.
package enum CookieEffect: Equatable, Sendable {
  case load(CookiePlace)
  case change(CookiePlace, CookieChange, isUndo: Bool)

  package var place: CookiePlace {
    switch self {
    case .load(let place), .change(let place, _, _): place
    }
  }
}
