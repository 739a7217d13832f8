import Terminal
import Workspaces

/// The search through the text of every file, in a box above the panes.
///
/// It closes, opens and keeps nothing by itself: that goes out as an `Outcome`.
public enum FindFeature {
  public enum Action: Equatable, Sendable {
    /// The user wants to look for something: the box opens.
    case requested
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// What was typed in an earlier search is in the field again.
    case broughtBack(String)
    /// Nothing was typed for a moment.
    case rested(serial: Int)
    case found(serial: Int, [SearchHit])
    case ended(serial: Int)
  }

  /// What it asks of the world and of those around it.
  enum Outcome: Equatable {
    case search(FindEffect)
    /// `rested` with that number, once nothing was typed for a moment.
    case pause(serial: Int)
    case show(State)
    case close
    /// Closed without a choice; what was typed is there again the next time.
    case abandon(String)
    /// A request is to be opened where the text stands.
    case open(RequestNode, text: String)
    case editEnvironment(named: String)
  }

  /// What the search has to know of the rest.
  struct Surroundings: Equatable, Sendable {
    var size: Size
    var workspace: WorkspaceTree
    /// A number that no search had.
    var serial: Int
  }

  /// The list ends there: who wants less types on.
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
      return take(state, in: surroundings)
    case .release, .drag: return []
    }
    return settle(&state, in: surroundings)
  }

  /// The search begins when the fingers rest; what was found for another text goes at once.
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

  /// A hit in a request opens it where the text stands, one in an environment its editor.
  private static func take(_ state: State, in surroundings: Surroundings) -> [Outcome] {
    guard let hit = state.current else { return [] }
    let close: [Outcome] = [.close, .search(.stop)]
    guard let node = surroundings.workspace.request(at: hit.path) else {
      return close + [.editEnvironment(named: hit.name)]
    }
    return close + [.open(node, text: state.field.text)]
  }
}
