import Terminal
import Workspaces

/// The cursor of the history: it stands on exchanges, never on the headings of days.
extension HistoryPageFeature {
  static func move(_ motion: Motion, _ state: inout State, in given: Surroundings) {
    let height = max(1, HistoryPageLayout(given.size, given.choice).rows.height)
    let from = state.cursor.row
    state.cursor.comeBack()
    switch motion {
    case .up: state.cursor.row -= 1
    case .down: state.cursor.row += 1
    case .pageUp: state.cursor.row -= height
    case .pageDown: state.cursor.row += height
    case .top: state.cursor.row = 0
    case .bottom: state.cursor.row = state.rows.count - 1
    case .left, .right: return
    }
    state.cursor.row = min(max(0, state.cursor.row), max(0, state.rows.count - 1))
    guard state.rows.indices.contains(state.cursor.row), state.rows[state.cursor.row].isDay else { return }
    // A heading is passed by; the first one stays in sight above the first entry.
    let isUp = state.cursor.row < from && state.cursor.row > 0
    state.cursor.row += isUp ? -1 : 1
  }

  /// Returns the entry of a double click.
  static func click(_ mouse: Mouse, _ state: inout State, in given: Surroundings) -> HistorySummary? {
    let rows = HistoryPageLayout(given.size, given.choice).rows
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      state.cursor.scroll(by: mouse.kind == .wheelUp ? -3 : 3, count: state.rows.count, height: rows.height)
    case .press:
      let row = state.cursor.offset + mouse.point.y - rows.y
      guard rows.contains(mouse.point), state.rows.indices.contains(row), !state.rows[row].isDay else { return nil }
      state.cursor.row = row
      return mouse.clicks > 1 ? state.current : nil
    case .release, .drag: break
    }
    return nil
  }

  /// Keeps the cursor on an entry and in sight, and reads the exchange under it.
  static func settle(_ state: inout State, in given: Surroundings) -> [Outcome] {
    let height = HistoryPageLayout(given.size, given.choice).rows.height
    state.cursor.settle(count: state.rows.count, height: height)
    if state.rows.indices.contains(state.cursor.row), state.rows[state.cursor.row].isDay {
      state.cursor.row = min(state.cursor.row + 1, state.rows.count - 1)
      state.cursor.settle(count: state.rows.count, height: height)
    }
    if state.cursor.row == 1, height > 1, !state.cursor.isScrolled { state.cursor.offset = 0 }
    let seen = state.cursor.isScrolled ? state.cursor.offset + height - 1 : state.cursor.row
    if state.rows.last == .more, seen >= state.rows.count - 1 {
      guard state.olderAskedAt != given.entries.count else { return [] }
      state.olderAskedAt = given.entries.count
      return [.olderRequested]
    }
    guard let id = state.current?.id else {
      (state.preview, state.awaited) = (nil, nil)
      return []
    }
    guard state.preview?.id != id, state.awaited != id else { return [] }
    state.awaited = id
    return [.load(id: id)]
  }
}
