import Basics

// These functions are the only way for text to enter cells, so that all of it is made safe.

extension Screen {
  /// Writes text to the right of a point, on one row, inside `clip` (or the screen) and in at most `maxWidth` columns.
  /// A wide character cut by an edge becomes a blank; control characters become visible. Text may start left of the
  /// clip (scrolled). Returns the columns the text took, counted from the point.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at point: Point, style: Style = .plain, clippedTo clip: Rect? = nil,
    maxWidth: Int? = nil
  ) -> Int {
    let area = clip.map(bounds.intersection) ?? bounds
    let isVisible = point.y >= area.minY && point.y < area.maxY && !area.isEmpty
    let room = min(max(0, maxWidth ?? .max), max(0, area.maxX - point.x))
    var used = 0
    Glyph.forEach(in: Substring(text)) { glyph in
      guard used < room else { return false }
      let x = point.x + used
      let isWhole = used + glyph.columns <= room && x >= area.minX
      used += min(glyph.columns, room - used)
      guard isVisible else { return true }
      if isWhole {
        put(packed(glyph, style), columns: glyph.columns, x: x, y: point.y)
      } else if x + glyph.columns > area.minX {
        put(" ", columns: 1, style: style, x: max(x, area.minX), y: point.y)
      }
      return true
    }
    return used
  }

  /// Writes pieces in different styles, one after the other.
  @discardableResult
  package mutating func write(
    _ pieces: [StyledText], at point: Point, clippedTo clip: Rect? = nil, maxWidth: Int? = nil
  ) -> Int {
    let room = max(0, maxWidth ?? .max)
    var used = 0
    for piece in pieces where used < room {
      let place = Point(x: point.x + used, y: point.y)
      used += write(piece.text, at: place, style: piece.style, clippedTo: clip, maxWidth: room - used)
    }
    return used
  }

  /// Writes one line of text into the first row of a rectangle, aligned, and truncated if it is too long. Returns the
  /// cells it occupies.
  @discardableResult
  package mutating func write(
    _ text: String, in rect: Rect, style: Style = .plain, align: Alignment = .left, truncation: Truncation = .end
  ) -> Rect {
    let shown = truncation.applied(to: text, columns: rect.width)
    let width = TextWidth.of(shown)
    let x =
      switch align {
      case .left: rect.minX
      case .center: rect.minX + (rect.width - width) / 2
      case .right: rect.maxX - width
      }
    write(shown, at: Point(x: x, y: rect.minY), style: style, clippedTo: rect)
    return Rect(x: x, y: rect.minY, width: width, height: min(1, rect.height))
  }

  /// Puts one glyph into its cells, which must be inside the grid, and blanks the other half of any wide glyph it
  /// overwrites.
  mutating func put(_ text: String, columns: Int, style: Style, x: Int, y: Int) {
    put(packed(text, style), columns: columns, x: x, y: y)
  }

  mutating func put(_ cell: PackedCell, columns: Int, x: Int, y: Int) {
    let index = y * size.columns + x
    if grid[index].isContinuation && x > 0 { blankText(at: index - 1) }
    if x + columns < size.columns && grid[index + columns].isContinuation { blankText(at: index + columns) }
    grid[index] = cell
    if columns == 2 { grid[index + 1] = .continuation(cell.style) }
  }

  private mutating func blankText(at index: Int) {
    grid[index] = PackedCell(code: PackedCell.blank.code, style: grid[index].style)
  }
}
