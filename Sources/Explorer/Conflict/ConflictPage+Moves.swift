import Terminal

extension ConflictPage {
  /// Moves to the next field, scrolling first through a field taller than the window.
  mutating func move(by step: Int, in rows: ConflictRows, height: Int) {
    let range = rows.range(of: cursor)
    if step > 0, range.upperBound > offset + height, range.lowerBound < offset + height {
      offset += 1
      return
    }
    if step < 0, range.lowerBound < offset {
      offset -= 1
      return
    }
    cursor = min(max(0, cursor + step), max(0, fields.count - 1))
    let next = rows.range(of: cursor)
    if step < 0 { offset = min(offset, max(next.lowerBound, next.upperBound - height)) }
    if next.lowerBound < offset { offset = next.lowerBound }
    if next.upperBound > offset + height { offset = min(next.lowerBound, next.upperBound - height) }
  }

  /// Chooses the version under the pointer for its field.
  mutating func choose(at point: Point, row: ConflictRows.Row, _ rows: ConflictRows, _ place: Rect) {
    cursor = row.field
    if rows.isBeside {
      let middle = place.x + rows.title + rows.side + 6
      if point.x >= place.x + rows.title { choose(point.x < middle ? .mine : .theirs) }
    } else if row.mine != nil || row.theirs != nil {
      choose(row.mine != nil ? .mine : .theirs)
    }
  }

  mutating func scroll(within rows: ConflictRows, height: Int) {
    offset = min(max(0, offset), max(0, rows.rows.count - height))
  }

  static func key(named name: String) -> Key {
    switch name {
    case "Enter": .enter
    case "Space": .character(" ")
    case "Esc": .escape
    default: .character(Character(name))
    }
  }
}
