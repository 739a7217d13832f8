import Terminal

/// The rows of a part of the screen as words, and the one that is marked as under the cursor.
struct DrawnLines {
  private(set) var lines: [String] = []
  private(set) var cursor: Int?

  init(_ state: AppState, in rect: Rect) {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    for y in rect.minY..<rect.maxY {
      var text = ""
      var isCursor = false
      for x in rect.minX..<rect.maxX {
        let cell = screen[x, y].text
        if cell == "▌", x < rect.minX + 4 { isCursor = true }
        text += cell
      }
      let words = SpokenText.of(drawn: text)
      if isCursor { cursor = lines.count }
      // Blank rows only give air.
      if !words.isEmpty || isCursor { lines.append(words) }
    }
  }
}
