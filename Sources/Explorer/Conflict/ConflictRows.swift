import Terminal

/// The rows of a conflict: for each field, both versions side by side, or one below the other if narrow.
struct ConflictRows: Equatable {
  struct Row: Equatable {
    /// Index of the field.
    let field: Int
    var title = ""
    /// The text of each version; `nil` if the row has no such side.
    var mine: String?
    var theirs: String?
    /// Whether the row shows the marks of the choice.
    var isFirst = false
  }

  let rows: [Row]
  let isBeside: Bool
  /// Widths of the field's name and of each version without its mark.
  let title: Int
  let side: Int

  /// - Parameter width: the columns inside the frame.
  init(_ page: ConflictPage, width: Int) {
    isBeside = width >= 64
    title = isBeside ? min(22, width / 4) : width
    side = max(1, isBeside ? (width - title - 2) / 2 - 4 : width - 4)
    var rows: [Row] = []
    for (index, field) in page.fields.enumerated() {
      rows += isBeside ? Self.beside(field, index, side: side) : Self.stacked(field, index, side: side)
    }
    self.rows = rows
  }

  private static func beside(_ field: ConflictPage.Field, _ index: Int, side: Int) -> [Row] {
    var rows: [Row] = []
    for line in field.lines {
      let mine = line.mine.wrapped(to: side)
      let theirs = line.theirs.wrapped(to: side)
      for part in 0..<max(mine.count, theirs.count) {
        rows.append(
          Row(
            field: index, title: part == 0 ? line.title : "", mine: part < mine.count ? mine[part] : "",
            theirs: part < theirs.count ? theirs[part] : "", isFirst: rows.isEmpty))
      }
    }
    return rows
  }

  private static func stacked(_ field: ConflictPage.Field, _ index: Int, side: Int) -> [Row] {
    var rows = [Row(field: index, title: field.lines.first?.title ?? field.id)]
    for (number, text) in field.lines.flatMap({ $0.mine.wrapped(to: side) }).enumerated() {
      rows.append(Row(field: index, mine: text, isFirst: number == 0))
    }
    for (number, text) in field.lines.flatMap({ $0.theirs.wrapped(to: side) }).enumerated() {
      rows.append(Row(field: index, theirs: text, isFirst: number == 0))
    }
    return rows
  }

  /// The rows of a field.
  func range(of field: Int) -> Range<Int> {
    let first = rows.firstIndex { $0.field == field } ?? 0
    let last = rows.lastIndex { $0.field == field } ?? first
    return first..<max(first, last) + 1
  }
}
