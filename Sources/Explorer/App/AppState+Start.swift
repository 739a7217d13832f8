import Basics
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The start page: a folder without a collection, as long as nothing was made of the smart line.
extension AppState {
  /// `nil` while the panes are shown instead.
  var startLayout: StartLayout? {
    guard let start, page == nil, focus == .request, workspace.collections.isEmpty, layoutChoice.zoomed == nil,
      sessions.count == 1, let session, session.isBareSmartLine
    else { return nil }
    return StartLayout(start, in: size)
  }

  /// Moves among the choices while the smart line is empty; `nil` for a key of the smart line.
  mutating func pressOnStart(_ key: Key) -> [Effect]? {
    guard overlay == nil, let layout = startLayout, let page = start else { return nil }
    let last = layout.rows.count - 1
    switch (key, page.cursor) {
    case (.down, let cursor) where isSmartLineEmpty: start?.cursor = min(last, cursor.map { $0 + 1 } ?? 0)
    case (.up, let cursor?): start?.cursor = cursor > 0 ? cursor - 1 : nil
    case (.enter, let cursor?): return choose(cursor)
    case (.escape, .some): start?.cursor = nil
    default:
      start?.cursor = nil
      return nil
    }
    return []
  }

  /// Does what stands in the row under the pointer.
  mutating func clickOnStart(_ mouse: Mouse) -> [Effect]? {
    guard mouse.kind == .press, mouse.button == .left, let layout = startLayout,
      let row = layout.rows.firstIndex(where: { $0.contains(mouse.point) })
    else { return nil }
    start?.cursor = row
    return choose(row)
  }

  func moment(_ date: Date) -> String { Quantity.moment(date, now: now, secondsFromGMT: secondsFromGMT) }

  private mutating func choose(_ row: Int) -> [Effect] {
    switch start?.deed(at: row) {
    case .open(let paths): return apply(SwitchAction.chosen(paths: paths))
    case .command(let name): return apply(.overlay(.picked(.palette, id: name)))
    case nil: return []
    }
  }

  private var isSmartLineEmpty: Bool {
    if case .field(let edit)? = session?.editor.editing { return edit.field.isEmpty }
    return session?.draft.url.isEmpty == true
  }
}
