import Basics
import Terminal

/// The columns of a table. During an edit they keep the widths from before the edit.
struct TableColumns: Equatable {
  let check: Rect
  let cells: [Rect]
  /// The tag of the row; empty if the table has none.
  let tag: Rect

  static func checkWidth(unicode: Bool, in width: Int) -> Int { unicode && width < 40 ? 2 : 4 }

  /// - Parameters:
  ///   - rect: the frame of the table; the rectangles are those of its first row.
  ///   - cursor: the column of the cursor; without notes there is no column for them until it is there.
  init(_ kind: TableKind, rows: [TableRow], in rect: Rect, unicode: Bool, cursor: Int? = nil) {
    let hidesNotes = cursor.map { kind.hasNotes && $0 < 2 && rows.allSatisfy { $0[2].isEmpty } } ?? false
    let line = rect.splitTop(1).0
    var rest: Rect
    (check, rest) = line.splitLeft(Self.checkWidth(unicode: unicode, in: rect.width))
    let widths = kind.columns.indices.map { column in rows.map { TextWidth.of($0[column]) }.max() ?? 0 }
    let isLoneFirst = kind == .files
    let share = isLoneFirst ? rest.width * 2 / 3 : rest.width * 2 / 5
    // Without any name to fit, the first column still needs room for typing one.
    let first = min(max(widths[0], widths[0] == 0 ? 24 : 10), max(6, share))
    var cells: [Rect] = []
    var cell: Rect
    (cell, rest) = rest.splitLeft(first)
    cells.append(cell)
    rest = rest.splitLeft(2).1
    if kind == .certificates {
      let tagWidth = rest.width >= 30 ? rows.map { TextWidth.of($0.tag.text) }.max() ?? 0 : 0
      var room: Rect
      (room, tag) = rest.splitRight(tagWidth)
      // The paths get what the passphrase leaves.
      let share = max(4, (room.width - 4 - min(10, room.width / 4)) / 2)
      for index in 1...3 {
        (cell, room) = room.splitLeft(index == 3 ? max(0, room.width - 2) : share)
        cells.append(cell)
        room = room.splitLeft(2).1
      }
    } else if kind == .assertions {
      (cell, rest) = rest.splitLeft(min(max(widths[1], 8), max(4, rest.width / 2)))
      cells += [cell, rest.splitLeft(2).1]
      tag = Rect(x: rest.maxX, y: rest.y, width: 0, height: 1)
    } else {
      let tagWidth = rest.width >= 18 ? rows.map { TextWidth.of($0.tag.text) }.max() ?? 0 : 0
      // Notes also get what the values leave.
      let spare = rest.width - 2 - max(widths[1], min(24, rest.width / 2))
      let noteRoom = max(rest.width / 3, tagWidth > 0 ? 0 : spare)
      let noteWidth = widths.count > 2 && rest.width >= 24 && !hidesNotes ? min(max(widths[2], 4), noteRoom) : 0
      let right = (tagWidth > 0 ? tagWidth + 2 : 0) + (widths.count > 2 && noteWidth > 0 ? noteWidth + 2 : 0)
      let room = rest.width - right
      let value = right == 0 || hidesNotes ? room : min(room, max(widths[1], 24, room / 2))
      (cell, rest) = rest.splitLeft(value)
      cells.append(cell)
      let (tagPlace, afterTag) = rest.splitLeft(2).1.splitLeft(tagWidth)
      tag = tagPlace
      if widths.count > 2 {
        cells.append(tagWidth > 0 ? afterTag.splitLeft(2).1 : tagPlace.width > 0 ? tagPlace : afterTag)
      }
    }
    self.cells = cells
  }

  /// Where the field of an edited cell stands: over the cells to its right, as far as its text is longer than the cell.
  func place(ofField text: String, in column: Int) -> Rect {
    let cell = cells[column]
    let end = max(cells.reduce(0) { max($0, $1.maxX) }, tag.maxX)
    let wanted = min(TextWidth.of(text) + 1, end - cell.x)
    return Rect(x: cell.x, y: cell.y, width: max(cell.width, wanted), height: cell.height)
  }

  /// The same columns on another line.
  func moved(down lines: Int) -> TableColumns { TableColumns(self, lines) }

  private init(_ other: TableColumns, _ lines: Int) {
    func down(_ rect: Rect) -> Rect { Rect(x: rect.x, y: rect.y + lines, width: rect.width, height: rect.height) }
    check = down(other.check)
    cells = other.cells.map(down)
    tag = down(other.tag)
  }
}
