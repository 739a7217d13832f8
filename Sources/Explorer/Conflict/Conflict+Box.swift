import Basics
import Terminal
import Workspaces

/// The rows of a conflict: for each field both versions side by side, or stacked in a narrow window.
struct ConflictRows: Equatable {
  struct Row: Equatable {
    let field: Int
    var title = ""
    /// The text of each version; `nil` if the row has no such side.
    var mine: String?
    var theirs: String?
    /// True if the row shows the marks of the choice.
    var isFirst = false
  }

  let rows: [Row]
  let isBeside: Bool
  /// The widths of the field's name and of each version without its mark.
  let title: Int
  let side: Int

  /// - Parameter width: the columns inside the frame.
  init(_ page: Conflict, width: Int) {
    isBeside = width >= 64
    title = isBeside ? min(22, width / 4) : width
    side = max(1, isBeside ? (width - title - 2) / 2 - 4 : width - 4)
    var rows: [Row] = []
    for (index, field) in page.fields.enumerated() {
      rows += isBeside ? Self.beside(field, index, side: side) : Self.stacked(field, index, side: side)
    }
    self.rows = rows
  }

  private static func beside(_ field: Conflict.Field, _ index: Int, side: Int) -> [Row] {
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

  private static func stacked(_ field: Conflict.Field, _ index: Int, side: Int) -> [Row] {
    var rows = [Row(field: index, title: field.lines.first?.title ?? field.id)]
    for (number, text) in field.lines.flatMap({ $0.mine.wrapped(to: side) }).enumerated() {
      rows.append(Row(field: index, mine: text, isFirst: number == 0))
    }
    for (number, text) in field.lines.flatMap({ $0.theirs.wrapped(to: side) }).enumerated() {
      rows.append(Row(field: index, theirs: text, isFirst: number == 0))
    }
    return rows
  }

  func range(of field: Int) -> Range<Int> {
    let first = rows.firstIndex { $0.field == field } ?? 0
    let last = rows.lastIndex { $0.field == field } ?? first
    return first..<max(first, last) + 1
  }
}

/// The box with two versions of a request: the field, mine and theirs, with a mark on the chosen version.
extension Conflict: Box {
  var staysBelow: CoveringBoxes { .questions }

  /// The keys in the bottom line. Enter applies the marked sides; a letter decides for the whole request.
  var keys: [(key: String, label: String)] {
    let both = answers["b"] == nil ? [] : [(key: "b", label: "keep both")]
    return [("Enter", "keep marked"), ("Space", "switch"), ("m", "all mine"), ("t", "all theirs")] + both
      + [("Esc", "later")]
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] { app.apply(.pressed(key), to: \.conflict) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { app.apply(.clicked(mouse), to: \.conflict) }

  func frame(in app: AppState) -> Rect {
    let size = app.size
    let width = OverlayView.width(120, in: size)
    let rows = ConflictRows(self, width: width - 4)
    let height = max(3, min(size.rows - 2, rows.rows.count + (rows.isBeside ? 3 : 2)))
    return Rect(x: (size.columns - width) / 2, y: max(1, (size.rows - height) / 3), width: width, height: height)
  }

  func list(in app: AppState) -> (rows: ConflictRows, place: Rect) {
    let frame = frame(in: app)
    let rows = ConflictRows(self, width: frame.width - 4)
    let inner = frame.inset()
    let heading = rows.isBeside ? 1 : 0
    return (
      rows,
      Rect(x: inner.x + 1, y: inner.y + heading, width: inner.width - 2, height: max(1, inner.height - heading))
    )
  }

  func draw(_ app: AppState, into screen: inout Screen) {
    let theme = app.theme
    let frame = frame(in: app)
    let facts = [StyledText(Quantity.amount(fields.count, "field"), theme[.dim])]
    PaneFrame.box("\(name): changed here and on disk", facts: facts, app, in: frame, into: &screen)
    let (rows, place) = list(in: app)
    if rows.isBeside {
      let y = place.y - 1
      let mine = Rect(x: place.x + rows.title + 4, y: y, width: rows.side, height: 1)
      screen.write("Mine (not saved)", in: mine, style: theme[.accent])
      let theirs = Rect(x: mine.x + rows.side + 6, y: y, width: rows.side, height: 1)
      screen.write("Theirs (in the file)", in: theirs, style: theme[.accent])
    }
    list.draw(count: rows.rows.count, in: place, frame: frame, isFocused: nil, app, into: &screen) {
      index, place, screen in
      draw(rows.rows[index], rows, app, in: place, into: &screen)
    }
  }

  private func draw(
    _ row: ConflictRows.Row, _ rows: ConflictRows, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    let isCurrent = row.field == cursor
    let title = rect.splitLeft(rows.title).0
    if !row.title.isEmpty {
      screen.write(row.title, in: title, style: isCurrent ? theme[.accent].adding(.bold) : theme[.text])
      if isCurrent { Ground.markCursor(title, isFocused: true, state, &screen) }
    }
    var x = rect.x + (rows.isBeside ? rows.title : 0)
    for (side, text) in [(Side.mine, row.mine), (.theirs, row.theirs)] {
      guard let text else { continue }
      let isTaken = fields[row.field].side == side
      if row.isFirst {
        let mark = state.capabilities.unicode ? (isTaken ? "●" : "○") : (isTaken ? "*" : "-")
        let word = rows.isBeside ? mark : side == .mine ? "\(mark) M" : "\(mark) T"
        screen.write(word, at: Point(x: x + (rows.isBeside ? 2 : 0), y: rect.y), style: theme[isTaken ? .accent : .dim])
      }
      let place = Rect(x: x + 4, y: rect.y, width: rows.side, height: 1)
      screen.write(text, in: place, style: isTaken ? theme[.text].adding(.bold) : theme[.dim])
      x += rows.side + 6
    }
  }
}

extension Conflict {
  /// Both sides of a field, with as many lines as the difference needs.
  static func lines(
    of conflict: DefinitionMerge.Conflict, _ mine: RequestDefinition, _ theirs: RequestDefinition
  ) -> [Line] {
    switch conflict.field {
    case "body": lines("body", mine.body.lines, theirs.body.lines)
    case "docs": lines("docs", mine.docs.textLines, theirs.docs.textLines)
    case "authentication": lines("authentication", mine.authentication.words, theirs.authentication.words)
    case "scripts": lines("scripts", mine.scripts.flatMap(\.words), theirs.scripts.flatMap(\.words))
    default: [Line(title: conflict.field, mine: conflict.mine, theirs: conflict.theirs)]
    }
  }

  /// The differing lines of a text, with the number of the first one.
  private static func lines(_ field: String, _ mine: [String], _ theirs: [String]) -> [Line] {
    let (head, tail) = mine.equalEnds(with: theirs)
    let left = mine[head..<mine.count - tail].prefix(200)
    let right = theirs[head..<theirs.count - tail].prefix(200)
    let isLong = max(mine.count, theirs.count) > 1
    return (0..<max(left.count, right.count, 1)).map { index in
      Line(
        title: index > 0 ? "" : isLong ? "\(field), line \(head + 1)" : field,
        mine: index < left.count ? left[left.startIndex + index] : "",
        theirs: index < right.count ? right[right.startIndex + index] : "")
    }
  }
}

extension BodyDefinition {
  /// The text compared with the other version.
  fileprivate var lines: [String] {
    switch self {
    case .none: ["no body"]
    case .text(let kind, let text): kind == .json ? text.textLines : ["\(kind.word):"] + text.textLines
    case .form(let rows): rows.map { "\($0.isEnabled ? "" : "(off) ")\($0.name) = \($0.value)" }
    case .multipart(let parts):
      parts.map { part in
        switch part.content {
        case .text(let text): "\(part.name) = \(text)"
        case .files(let paths): "\(part.name) = file \(paths.joined(separator: ", "))"
        }
      }
    case .file(let choices): choices.map { "\($0.isSelected ? "file " : "(off) file ")\($0.path)" }
    case .graphql(let query, let variables): query.textLines + ["variables:"] + variables.textLines
    }
  }
}

extension Authentication {
  /// The scheme and its fields. Secrets are distinguished without being shown.
  fileprivate var words: [String] {
    lines(inheritedFrom: "").filter { $0.kind != .fact && (!$0.value.isEmpty || $0.id == "scheme") }.map { line in
      let isSecret = line.kind == .text(isSecret: true) && !line.value.contains("{{")
      return line.id == "scheme"
        ? line.value : "\(line.label): \(isSecret ? "•••• (\(line.value.count) characters)" : line.value)"
    }
  }
}

extension Script {
  fileprivate var words: [String] { ["\(phase):"] + code.textLines }
}

extension String {
  fileprivate var textLines: [String] {
    split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }
}
