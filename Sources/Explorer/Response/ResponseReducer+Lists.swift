import Basics
import Documents
import Terminal

/// The lists of the response: messages, tables, comparisons, and the tabs of facts. All move and scroll alike.
extension ResponseReducer {
  /// The list that the pane shows; `nil` for a document or a picture.
  private var list: (cursor: ListCursor, count: Int, area: Rect)? {
    guard let rect = subject.rect, pane.reading == nil else { return nil }
    let content = ResponseView.contentArea(in: rect)
    if let messages = pane.shownConversation {
      return (messages.list, messages.rowCount, ConversationLayout(content, of: messages).list)
    }
    switch pane.derivedView {
    case .table(let view):
      return (view.list, view.table?.rowCount ?? 0, content.splitTop(TableLayout.headHeight).1)
    case .comparison(let view):
      return (view.list, view.lines(ignoring: ignoredDifferences).count, content.splitTop(1).1)
    case .picture: return nil
    case .filter, .document, nil:
      guard let (lines, cursor) = facts else { return nil }
      return (cursor, lines.count, content)
    }
  }

  var facts: (lines: [ResponseFacts.Line], cursor: ListCursor)? {
    subject.rect.map { pane.facts(for: subject, in: $0) }
  }

  private mutating func put(_ cursor: ListCursor) {
    if pane.shownConversation != nil { return chooseMessage(cursor) }
    switch pane.derivedView {
    case .table(var view):
      view.list = cursor
      replace(view)
    case .comparison(var view):
      view.list = cursor
      replace(view)
    case .picture, .filter, .document, nil: pane.lists[pane.tab] = cursor
    }
  }

  /// Moves the cursor in the list; returns false if there is none, or if the motion switches tabs.
  mutating func moveInList(_ motion: Motion) -> Bool {
    guard case (var cursor, let count, let area)? = list else { return false }
    if motion.isSideways {
      guard case .table(var table)? = pane.derivedView else { return false }
      table.moveSideways(by: motion == .left ? -1 : 1)
      replace(table)
      return true
    }
    cursor.move(motion, count: count, height: area.height)
    // A heading scrolls into view with the first row, if there is room for both.
    let isOfFacts = pane.derivedView?.isGrid != true && pane.shownConversation == nil
    if isOfFacts, cursor.row == 0, area.height > 1, count > 1, facts?.lines[0].isHeading == true { cursor.row = 1 }
    put(cursor)
    return true
  }

  /// Goes to the nearest line of the tab that contains the search text, from the cursor in a direction and around the
  /// end.
  /// - Parameter step: 1 or -1; 0 to begin at the cursor's own line.
  mutating func goToListMatch(by step: Int) {
    guard pane.derivedView == nil, pane.shownConversation == nil, let lines = facts?.lines, !lines.isEmpty
    else { return }
    guard let text = pane.listSearchText, !text.isEmpty else {
      return context.say("No search yet: \(key: "search") starts one")
    }
    guard case (var cursor, let count, let area)? = list else { return }
    let wanted = text.lowercased()
    let rows = (0..<count).map { (cursor.row + step + (step < 0 ? -$0 : $0) + 2 * count) % count }
    guard let row = rows.first(where: { lines[$0].text.lowercased().contains(wanted) }) else {
      return context.say("No line contains \(VisibleText.of(text))")
    }
    cursor.row = row
    cursor.settle(count: count, height: area.height)
    put(cursor)
  }

  /// Handles the mouse in the list. A double click opens the row.
  mutating func clickList(_ mouse: Mouse, in frame: Rect) {
    let content = ResponseView.contentArea(in: frame)
    if mouse.kind == .press, let messages = pane.shownConversation {
      let composer = ConversationLayout(content, of: messages).composer
      if composer.contains(mouse.point) { return clickComposer(mouse, in: composer) }
    }
    guard let (former, count, area) = list else { return }
    var cursor = former
    let pressed = cursor.click(mouse, count: count, on: area, in: frame)
    if cursor != former { put(cursor) }
    guard mouse.kind == .press else { return }
    if case .table(let table)? = pane.derivedView {
      press(mouse.point, in: table, content, isOnRow: pressed != nil)
    }
    if pressed != nil, mouse.clicks >= 2, !enterGrid() { enterList() }
  }
}
