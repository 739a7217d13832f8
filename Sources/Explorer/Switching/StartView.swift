import Basics
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Draws the start page around the smart line.
enum StartView {
  /// `12 requests  yesterday 14:02`
  private static func facts(of folder: RecentWorkspace, _ moment: (Date) -> String) -> String {
    let count = folder.requests.map { requests in
      let number = Quantity.count(requests.count) + (requests.hasMore ? "+" : "")
      return requests.count == 1 ? "1 request" : "\(number) requests"
    }
    return [count, folder.left.map(moment)].compactMap(\.self).joined(separator: "  ")
  }

  /// The columns of the keys.
  private static let keys = 5

  /// - Parameter moment: a time in words.
  static func draw(
    _ page: StartPage, _ layout: StartLayout, moment: (Date) -> String, _ state: some Appearance,
    into screen: inout Screen
  ) {
    let theme = state.theme
    screen.outline(
      layout.frame, border: state.capabilities.border, style: theme[.line])
    screen.write(
      [
        StyledText("Apus", theme[.accent].adding(.bold)),
        StyledText("  an API explorer for the terminal", theme[.dim]),
      ], at: layout.title.origin, clippedTo: layout.title)
    let words = state.keys.filled("Send at once; \(key: "save") gives it a name")
    draw(
      key: state.capabilities.unicode ? "↵" : "Enter", words,
      #"POST URL {"name": "value"}"#, state, in: layout.hint, into: &screen)
    // Letters go into the smart line: only the arrows lead here.
    let arrow = state.capabilities.unicode ? "↓" : "Down"
    for (index, (choice, row)) in zip(page.choices, layout.choices).enumerated() {
      draw(key: index == 0 ? arrow : "", choice.title, choice.detail, state, in: row, into: &screen)
    }
    screen.write("Recent", in: layout.heading, style: theme[.dim].adding(.bold))
    for (folder, row) in zip(page.recent, layout.recent) {
      draw(key: "", folder.shownPath, facts(of: folder, moment), state, in: row, into: &screen)
    }
    guard let cursor = page.cursor, layout.rows.indices.contains(cursor) else { return }
    let row = layout.rows[cursor]
    let bar = Rect(x: row.x - 2, y: row.y, width: row.width + 4, height: 1)
    Ground.markCursor(bar, isFocused: true, state, &screen)
  }

  private static func draw(
    key: String, _ title: String, _ detail: String, _ state: some Appearance, in row: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let (left, rest) = row.splitLeft(keys)
    screen.write(key, in: left, style: theme[.accent].adding(.bold))
    let free = rest.width - TextWidth.of(title) - 2
    screen.write(title, in: rest, style: theme[.text])
    guard !detail.isEmpty, free >= 12 else { return }
    let cut = Truncation.end.applied(to: detail, columns: free)
    screen.write(cut, in: rest.splitRight(free).1, style: theme[.dim], align: .right)
  }
}
