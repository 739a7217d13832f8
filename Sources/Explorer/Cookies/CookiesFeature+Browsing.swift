import Networking
import Terminal
import Workspaces

/// The list: moving, revealing, deleting, and the way into the fields.
extension CookiesFeature {
  static func browse(_ action: Action, _ state: inout State, in given: Surroundings) -> [Outcome] {
    switch action {
    case .moved(let motion): move(motion, &state, in: given)
    case .left:
      guard !state.filter.isEmpty else { return [.close] }
      state.filter = ""
    case .environmentChanged(let step): return changeEnvironment(by: step, &state, in: given)
    case .filterRequested:
      return [.ask(Prompt("Filter by name, host, path, flag", .cookieFilter, text: state.filter))]
    case .filterTyped(let text):
      state.filter = text
      state.cursor = ListCursor()
    case .addRequested:
      if state.unfinished?.original == nil, let form = state.unfinished {
        state.form = form
      } else {
        state.form = CookieForm(nil, host: given.host ?? "", clock: given.clock)
      }
    case .clearRequested:
      let all = state.listed
      guard !all.isEmpty else { return [.said(.information, "There is no cookie to delete")] }
      let count = all.count == 1 ? "1 cookie" : "\(all.count) cookies"
      return change(CookieChange(removing: all), &state) + [
        .said(.information, "\(count) deleted: \(key: "cookieRestore") brings \(all.count == 1 ? "it" : "them") back")
      ]
    case .undoRequested: return takeBack(&state, in: given)
    default:
      guard let cookie = state.current else { return [.said(.information, "There is no cookie under the cursor")] }
      return act(action, on: cookie, &state, in: given)
    }
    return []
  }

  private static func act(
    _ action: Action, on cookie: Cookie, _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    switch action {
    case .entered:
      let isSame = state.unfinished?.original?.isSlot(of: cookie) == true
      state.form = isSame ? state.unfinished : CookieForm(cookie, clock: given.clock)
      if !isSame { state.form?.current = .value }
    case .revealed: state.revealed = state.revealed == cookie ? nil : cookie
    case .copyRequested: return [.copy(cookie.value, label: "the value of \(cookie.name)")]
    case .deleteRequested:
      return change(CookieChange(removing: [cookie]), &state)
        + [.said(.information, "Deleted \(cookie.name): \(key: "cookieRestore") brings it back")]
    default: break
    }
    return []
  }

  private static func move(_ motion: Motion, _ state: inout State, in given: Surroundings) {
    let page = max(1, CookiesLayout(given.size).rows.height - 1)
    let last = max(0, state.listed.count - 1)
    let row =
      switch motion {
      case .up: state.cursor.row - 1
      case .down: state.cursor.row + 1
      case .pageUp: state.cursor.row - page
      case .pageDown: state.cursor.row + page
      case .top: 0
      case .bottom: last
      case .left, .right: state.cursor.row
      }
    state.cursor.row = min(max(0, row), last)
  }

  /// The cookies of the next environment; requests without one have cookies, too.
  private static func changeEnvironment(by step: Int, _ state: inout State, in given: Surroundings) -> [Outcome] {
    guard let place = state.place else { return [] }
    let all: [String?] = given.environments.map(Optional.some) + [nil]
    let index = all.firstIndex(of: place.environment) ?? 0
    let next = all[(index + step + all.count) % all.count]
    guard next != place.environment else {
      return [.said(.information, "This collection has no environments to switch to")]
    }
    return load(CookiePlace(collection: place.collection, environment: next), &state)
  }

  /// Takes back the last change, also of another environment, which is shown then.
  private static func takeBack(_ state: inout State, in given: Surroundings) -> [Outcome] {
    guard let step = state.undo.popLast() else { return [.said(.information, "There is nothing to undo here")] }
    let shown = step.place == state.place ? [] : load(step.place, &state)
    return shown + change(step.change, &state, isUndo: true)
  }

  static func click(_ mouse: Mouse, _ state: inout State, in given: Surroundings) -> [Outcome] {
    let layout = CookiesLayout(given.size, isEditing: state.form != nil)
    if state.form != nil {
      guard mouse.kind == .press else { return [] }
      if let field = layout.field(at: mouse.point) {
        state.form?.current = field
        return []
      }
      return leaveForm(&state, in: given)
    }
    switch mouse.kind {
    case .wheelUp: move(.up, &state, in: given)
    case .wheelDown: move(.down, &state, in: given)
    case .press:
      let row = state.cursor.offset + mouse.point.y - layout.rows.y
      if layout.rows.contains(mouse.point), state.listed.indices.contains(row) {
        state.cursor.row = row
        if mouse.clicks >= 2 { return browse(.entered, &state, in: given) }
      } else if let field = layout.field(at: mouse.point), state.current != nil {
        let outcomes = browse(.entered, &state, in: given)
        state.form?.current = field
        return outcomes
      }
    case .drag, .release: break
    }
    return []
  }
}
