import Terminal

/// Where the schema or the services stand: in a box above the panes or, in a wide window, beside the request.
struct SchemaPlace: Equatable {
  var frame: Rect
  /// Whether its lines are drawn with those of the panes.
  var isBeside = false
  /// Whether it has the keyboard: a box always has.
  var isFocused = true

  /// Whether it is on the screen: a box without the keyboard waits.
  var isShown: Bool { isBeside || isFocused }

  /// What a click on its list asks for. The press that gives it the keyboard opens nothing yet.
  func click(_ mouse: Mouse, _ cursor: inout ListCursor, on list: Rect) -> ListCursor.Click? {
    let click = cursor.click(mouse, on: list, in: frame)
    if case .key(.enter) = click, !isFocused { return nil }
    return click
  }

  func drawFrame(_ title: String, facts: [StyledText], _ state: some Appearance, into screen: inout Screen) {
    if isBeside {
      PaneFrame.head(title, facts: facts, isFocused: isFocused, state, in: frame, into: &screen)
    } else {
      PaneFrame.box(title, facts: facts, state, in: frame, into: &screen)
    }
  }

  /// Marks the row under the cursor.
  func markCursor(_ row: Rect, _ state: some Appearance, _ screen: inout Screen) {
    let bar = Rect(x: row.x - 1, y: row.y, width: row.width + 2, height: 1)
    Ground.markCursor(bar, isFocused: isFocused, state, &screen)
  }
}
