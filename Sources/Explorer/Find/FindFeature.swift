package import Terminal
package import Workspaces

/// The search through the text of all files, in a box above the panes.
///
/// It closes, opens and saves nothing itself: it delegates that through an `Outcome`.
package enum FindFeature {
  package enum Action: Equatable, Sendable {
    /// Opens the box.
    case requested
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// Restores the text of an earlier search.
    case broughtBack(String)
    /// The user has paused typing.
    case rested(serial: Int)
    case found(serial: Int, [SearchHit])
    case ended(serial: Int)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case search(FindEffect)
    /// Sends `rested` with that number after a pause in typing.
    case pause(serial: Int)
    case show(State)
    case close
    /// Closed without a choice; the text is restored when the box opens again.
    case abandon(String)
    /// Opens a request at the hit.
    case open(RequestNode, text: String)
    /// Opens the environment with that file.
    case editEnvironment(named: String, path: String)
  }

  /// What the feature needs to know about the rest of the program.
  struct Surroundings: Equatable, Sendable {
    var size: Size
    var workspace: WorkspaceTree
    /// A new number for a search.
    var serial: Int
  }

  /// Results are capped; the user narrows the query.
  static let limit = 2000

  static func reduce(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    switch action {
    case .requested: return [.show(State())]
    case .pressed(let key): return press(key, &state, in: surroundings)
    case .clicked(let mouse): return click(mouse, &state, in: surroundings)
    case .pasted(let text):
      state.field.paste(text)
      return search(&state, in: surroundings)
    case .broughtBack(let text):
      state.field.bringBack(text)
      return search(&state, in: surroundings)
    case .rested(let serial):
      guard serial == state.serial, !state.field.isEmpty else { return [] }
      state.isRunning = true
      state.hits = []
      state.cursor = ListCursor()
      return [.search(.begin(state.field.text, surroundings.workspace, serial: serial, limit: limit))]
    case .found(let serial, let hits):
      if serial == state.serial { state.hits += hits }
      return []
    case .ended(let serial):
      if serial == state.serial { state.isRunning = false }
      return []
    }
  }

  private static func press(_ key: Key, _ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    let height = FindView.list(in: surroundings.size).height
    switch key {
    case .escape, .control("c"): return [.abandon(state.field.text), .search(.stop)]
    case .enter: return take(state, in: surroundings)
    case .up, .control("p"): state.cursor.row -= 1
    case .down, .control("n"): state.cursor.row += 1
    case .pageUp: state.cursor.row -= height
    case .pageDown: state.cursor.row += height
    default:
      let before = state.field.text
      _ = state.field.handle(key)
      if state.field.text != before { return search(&state, in: surroundings) }
    }
    return settle(&state, in: surroundings)
  }

  private static func click(_ mouse: Mouse, _ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    let list = FindView.list(in: surroundings.size)
    switch mouse.kind {
    case .wheelUp: state.cursor.row -= 1
    case .wheelDown: state.cursor.row += 1
    case .press:
      guard list.contains(mouse.point) else {
        let isInside = FindView.frame(in: surroundings.size).contains(mouse.point)
        return isInside ? [] : press(.escape, &state, in: surroundings)
      }
      let row = state.cursor.offset + mouse.point.y - list.y
      guard state.hits.indices.contains(row) else { return [] }
      state.cursor.row = row
      if mouse.button == .right { break }
      return take(state, in: surroundings)
    case .release, .drag: return []
    }
    return settle(&state, in: surroundings)
  }

  /// Clears outdated hits immediately and starts the search after a pause in typing.
  private static func search(_ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    state.serial = surroundings.serial
    state.isRunning = !state.field.isEmpty
    state.hits = []
    state.cursor = ListCursor()
    return [.search(.stop), .pause(serial: state.serial)]
  }

  private static func settle(_ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    state.cursor.settle(count: state.hits.count, height: FindView.list(in: surroundings.size).height)
    return []
  }

  /// Opens the request of a hit at its text, or the editor for a hit in an environment.
  private static func take(_ state: State, in surroundings: Surroundings) -> [Outcome] {
    guard let hit = state.current else { return [] }
    let close: [Outcome] = [.close, .search(.stop)]
    guard let node = surroundings.workspace.request(at: hit.path) else {
      return close + [.editEnvironment(named: hit.name, path: hit.path)]
    }
    return close + [.open(node, text: state.field.text)]
  }
}
