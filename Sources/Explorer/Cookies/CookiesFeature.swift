package import Networking
package import Terminal
package import Workspaces

/// The cookies that answers have set for a collection and environment, over the whole window: shown, added, edited and
/// deleted.
///
/// It reads and writes nothing itself: it delegates that through an `Outcome`. A change names only the cookies that it
/// is about, so that those that another program sets meanwhile stay.
package enum CookiesFeature {
  package enum Action: Equatable, Sendable {
    /// The user wants to see them.
    case opened
    case loaded(CookiePlace, [Cookie])
    /// A change is written; `undo` takes it back.
    case changed(CookiePlace, [Cookie], undo: CookieChange?)
    case failed(CookieEffect, String)
    // From the user
    case moved(Motion)
    case entered, left
    case clicked(Mouse)
    case environmentChanged(by: Int)
    case filterRequested
    case filterTyped(String)
    case revealed
    case copyRequested
    case addRequested
    case deleteRequested
    case clearRequested
    case undoRequested
    // In the fields of a cookie
    case pressed(Key)
    case pasted(String)
    /// What was typed is kept.
    case formLeft
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case show
    case close
    case said(Message.Kind, String)
    case ask(Prompt)
    case copy(String, label: String)
    case work(CookieEffect)
  }

  /// What it needs to know about the rest of the program.
  struct Surroundings {
    var size: Size
    var clock: WallClock
    /// Root of the current collection, and its name.
    var collection: String?
    var collectionName: String
    /// The chosen environment, and all of the collection.
    var environment: String?
    var environments: [String]
    /// The host of the open request.
    var host: String?
  }

  static func reduce(_ state: inout State, _ action: Action, in given: Surroundings) -> [Outcome] {
    let outcomes = take(action, &state, in: given)
    if state.revealed != state.current { state.revealed = nil }
    state.cursor.settle(count: state.listed.count, height: CookiesLayout(given.size).rows.height)
    return outcomes
  }

  private static func take(_ action: Action, _ state: inout State, in given: Surroundings) -> [Outcome] {
    switch action {
    case .opened:
      guard let collection = given.collection else {
        return [.said(.information, "There is no collection here, so no cookies are kept")]
      }
      return [.show] + load(CookiePlace(collection: collection, environment: given.environment), &state)
    case .loaded(let place, let cookies):
      guard place == state.place, state.pending == 0 else { return [] }
      adopt(cookies, &state)
      return []
    case .changed(let place, let cookies, let undo):
      state.pending = max(0, state.pending - 1)
      if state.pending == 0 { state.submitted = nil }
      if let undo, !undo.isEmpty { state.undo.append(State.Step(place: place, change: undo)) }
      if place == state.place, state.pending == 0 { adopt(cookies, &state) }
      return []
    case .failed(let effect, let why): return failed(effect, why, &state)
    case .pressed(let key): return press(key, &state, in: given)
    case .pasted(let text):
      state.form?.paste(text)
      return []
    case .formLeft: return leaveForm(&state, in: given)
    case .clicked(let mouse): return click(mouse, &state, in: given)
    default: return browse(action, &state, in: given)
    }
  }

  /// Shows the cookies of a place once they are read.
  static func load(_ place: CookiePlace, _ state: inout State) -> [Outcome] {
    if state.place != place {
      (state.kept, state.isLoaded, state.cursor, state.filter) = ([], false, ListCursor(), "")
    }
    (state.place, state.fault) = (place, nil)
    return [.work(.load(place))]
  }

  /// The cursor stays on its cookie.
  static func adopt(_ cookies: [Cookie], _ state: inout State) {
    let current = state.current
    (state.kept, state.isLoaded, state.fault) = (cookies, true, nil)
    guard let current, let row = state.listed.firstIndex(where: { $0.isSlot(of: current) }) else { return }
    state.cursor.row = row
  }

  private static func failed(_ effect: CookieEffect, _ why: String, _ state: inout State) -> [Outcome] {
    guard case .change(let place, _, _) = effect else {
      (state.fault, state.isLoaded) = (why, true)
      return []
    }
    state.pending = max(0, state.pending - 1)
    let again: [Outcome] = place == state.place ? [.work(.load(place))] : []
    if let submitted = state.submitted { (state.unfinished, state.submitted) = (submitted, nil) }
    let key = state.unfinished?.original == nil ? "\(key: "cookieAdd")" : "\(key: "enter")"
    let typed = state.unfinished == nil ? "" : "; \(key) brings back what was typed"
    return again + [.said(.error, "The cookies cannot be changed: \(why)\(typed)")]
  }

  /// Changes what is shown at once, and the store.
  static func change(_ change: CookieChange, _ state: inout State, isUndo: Bool = false) -> [Outcome] {
    guard let place = state.place else { return [] }
    var cookies = state.kept
    change.apply(to: &cookies)
    adopt(cookies, &state)
    state.pending += 1
    return [.work(.change(place, change, isUndo: isUndo))]
  }
}
