import GraphQL
import Terminal

/// Draws the schema: the list, and below it what is known of the row under the cursor.
enum SchemaView {
  /// The rows for a description.
  private static let docsHeight = 4

  static func frame(in size: Size) -> Rect {
    if let low = OverlayView.lowFrame(in: size) { return low }
    let width = OverlayView.width(100, in: size)
    return Rect(x: (size.columns - width) / 2, y: 1, width: width, height: max(4, size.rows - 3))
  }

  static func list(in frame: Rect) -> Rect {
    let inner = OverlayView.content(of: frame).splitTop(1).1
    return hasDocs(in: frame) ? inner.splitTop(max(1, inner.height - docsHeight - 1)).0 : inner
  }

  private static func hasDocs(in frame: Rect) -> Bool { frame.height >= 14 }

  static func draw(
    _ page: SchemaPage, _ known: RequestSchema, _ query: SchemaQuery, _ state: some Appearance, in place: SchemaPlace,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let frame = place.frame
    let inner = OverlayView.content(of: frame)
    let rows = known.reference.map { page.rows($0, query) } ?? SchemaRows([])
    place.drawFrame("Schema", facts: facts(known, theme), state, into: &screen)
    drawHead(page, query, state, isFocused: place.isFocused, in: inner.splitTop(1).0, into: &screen)
    let list = list(in: frame)
    guard known.reference != nil else { return drawWords(known, theme, in: list, into: &screen) }
    if rows.isEmpty {
      let text = page.view == .fields ? "The schema has no \(page.kind(query).rawValue)." : "Nothing matches."
      screen.write(text, in: list.splitTop(1).0, style: theme[.dim])
    }
    for line in 0..<list.height {
      let number = page.cursor.offset + line
      guard rows.indices.contains(number) else { break }
      let row = Rect(x: list.x, y: list.y + line, width: list.width, height: 1)
      screen.write(
        pieces(rows[number], page.view, state).truncated(to: row.width), at: row.origin, clippedTo: row)
      if number == page.cursor.row { place.markCursor(row, state, &screen) }
    }
    PaneFrame.scrollbar(offset: page.cursor.offset, total: rows.count, rows: list, in: frame, state, into: &screen)
    guard hasDocs(in: frame), rows.indices.contains(page.cursor.row) else { return }
    OverlayView.drawRule(at: list.maxY, state, in: frame, into: &screen)
    let docs = Rect(x: inner.x, y: list.maxY + 1, width: inner.width, height: max(0, inner.maxY - list.maxY - 1))
    drawDocs(rows[page.cursor.row].entry, theme, in: docs, into: &screen)
  }

  private static func facts(_ known: RequestSchema, _ theme: Theme) -> [StyledText] {
    guard let reference = known.reference else { return [] }
    return [StyledText("\(reference.types.count) types", theme[.dim])]
  }

  /// Where one is: the root of the tree, the way through the types, the search.
  private static func drawHead(
    _ page: SchemaPage, _ query: SchemaQuery, _ state: some Appearance, isFocused: Bool, in rect: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    if page.view == .types, page.place.isEmpty, let search = page.search {
      return OverlayView.drawField(search, state, isFocused: isFocused, in: rect, into: &screen)
    }
    let isTree = page.view == .fields
    var pieces = [
      StyledText("Fields", isTree ? theme[.accent].adding(.bold) : theme[.dim]), StyledText("  ", theme[.dim]),
      StyledText("Types", isTree ? theme[.dim] : theme[.accent].adding(.bold)), StyledText("   ", theme[.dim]),
    ]
    let way = isTree ? [page.kind(query).rawValue] : page.place
    pieces.append(StyledText(way.joined(separator: " › "), theme[.text]))
    if isTree { pieces.append(StyledText("   o: another root", theme[.faint])) }
    screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
  }

  private static func drawWords(_ known: RequestSchema, _ theme: Theme, in rect: Rect, into screen: inout Screen) {
    let (text, token): (String, Token) =
      switch known {
      case .unasked, .waiting: ("Asking for the schema…", .dim)
      case .absent(let words): ("\(words). r fetches it.", .text)
      case .failed(let words): ("No schema: \(words)", .warn)
      case .known: ("", .text)
      }
    for (row, line) in text.wrapped(to: max(1, rect.width)).prefix(rect.height).enumerated() {
      screen.write(line, in: Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1), style: theme[token])
    }
  }

  private static func pieces(_ row: SchemaRow, _ view: SchemaPage.View, _ state: some Appearance) -> [StyledText] {
    let theme = state.theme
    let entry = row.entry
    var pieces: [StyledText] = []
    if view == .fields {
      let isUnicode = state.capabilities.unicode
      let fold = !row.canOpen ? "  " : row.isOpen ? (isUnicode ? "▾ " : "- ") : (isUnicode ? "▸ " : "+ ")
      let mark: (String, Token) =
        switch row.mark {
        case .direct: (isUnicode ? "◉ " : "x ", .accent)
        case .byFragment: (isUnicode ? "◎ " : "f ", .dim)
        case nil: (isUnicode ? "○ " : ". ", .faint)
        }
      pieces.append(StyledText(String(repeating: "  ", count: row.depth) + fold, theme[.dim]))
      pieces.append(StyledText(mark.0, theme[mark.1]))
      if entry.kind == .possibleType { pieces.append(StyledText("on ", theme[.dim])) }
    } else if let owner = entry.owner, !owner.isEmpty, entry.kind != .argument {
      pieces.append(StyledText("\(owner).", theme[.dim]))
    }
    let rest = entry.signature.hasPrefix(entry.name) ? String(entry.signature.dropFirst(entry.name.count)) : ""
    if rest.isEmpty, entry.signature != entry.name {
      pieces.append(StyledText(entry.signature, theme[.text]))
    } else {
      pieces.append(StyledText(entry.name, entry.deprecation == nil ? theme[.text] : theme[.faint]))
      pieces.append(StyledText(rest, theme[.dim]))
    }
    if entry.deprecation != nil { pieces.append(StyledText("  deprecated", theme[.warn])) }
    if view == .types, let line = entry.description?.split(whereSeparator: \.isNewline).first {
      pieces.append(StyledText("  \(line)", theme[.faint]))
    }
    return pieces
  }

  private static func drawDocs(_ entry: SchemaEntry, _ theme: Theme, in rect: Rect, into screen: inout Screen) {
    var lines: [(String, Token)] = []
    if let why = entry.deprecation {
      lines += "Deprecated\(why.isEmpty ? "." : ": \(why)")".wrapped(to: max(1, rect.width)).map { ($0, .warn) }
    }
    lines += (entry.description ?? "No description.").wrapped(to: max(1, rect.width)).map {
      ($0, entry.description == nil ? .faint : .text)
    }
    for (row, line) in lines.prefix(rect.height).enumerated() {
      screen.write(line.0, in: Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1), style: theme[line.1])
    }
  }
}
