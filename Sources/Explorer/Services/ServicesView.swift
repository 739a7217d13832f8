import Protobuf
import Terminal

/// Draws the services: the tree, and below it what is known of the row under the cursor.
enum ServicesView {
  static func draw(
    _ page: ServicesPage, _ known: RequestTypes, _ state: some Appearance, in place: SchemaPlace,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let frame = place.frame
    let inner = OverlayView.content(of: frame)
    let list = SchemaView.list(in: frame)
    let rows = known.reference.map { page.rows($0) } ?? []
    place.drawFrame("Services", facts: facts(known, theme), state, into: &screen)
    if let search = page.search {
      OverlayView.drawField(search, state, isFocused: place.isFocused, in: inner.splitTop(1).0, into: &screen)
    } else {
      let words = [StyledText(known.reference?.origin ?? "", theme[.dim])]
      screen.write(words.truncated(to: inner.width), at: inner.origin, clippedTo: inner.splitTop(1).0)
    }
    guard known.reference != nil else { return drawWords(known, theme, in: list, into: &screen) }
    if rows.isEmpty {
      let words = page.search == nil ? "The server has no services." : "Nothing matches."
      screen.write(words, in: list.splitTop(1).0, style: theme[.dim])
    }
    for line in 0..<list.height {
      let number = page.cursor.offset + line
      guard rows.indices.contains(number) else { break }
      let row = Rect(x: list.x, y: list.y + line, width: list.width, height: 1)
      screen.write(pieces(rows[number], state).truncated(to: row.width), at: row.origin, clippedTo: row)
      if number == page.cursor.row { place.markCursor(row, state, &screen) }
    }
    PaneFrame.scrollbar(offset: page.cursor.offset, total: rows.count, rows: list, in: frame, state, into: &screen)
    guard list.maxY < inner.maxY, rows.indices.contains(page.cursor.row) else { return }
    OverlayView.drawRule(at: list.maxY, state, in: frame, into: &screen)
    let docs = Rect(x: inner.x, y: list.maxY + 1, width: inner.width, height: max(0, inner.maxY - list.maxY - 1))
    drawDocs(rows[page.cursor.row], theme, in: docs, into: &screen)
  }

  private static func facts(_ known: RequestTypes, _ theme: Theme) -> [StyledText] {
    guard let schema = known.reference?.schema else { return [] }
    let methods = schema.services.reduce(0) { $0 + $1.methods.count }
    return [StyledText(methods == 1 ? "1 method" : "\(methods) methods", theme[.dim])]
  }

  private static func drawWords(_ known: RequestTypes, _ theme: Theme, in rect: Rect, into screen: inout Screen) {
    let (text, token): (String, Token) =
      switch known {
      case .unasked, .waiting: ("Asking for the services…", .dim)
      case .absent(let words): ("\(words). r fetches them.", .text)
      case .failed(let words): ("No services: \(words)", .warn)
      case .known: ("", .text)
      }
    for (row, line) in text.wrapped(to: max(1, rect.width)).prefix(rect.height).enumerated() {
      screen.write(line, in: Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1), style: theme[token])
    }
  }

  private static func pieces(_ row: ServiceRow, _ state: some Appearance) -> [StyledText] {
    let theme = state.theme
    let isUnicode = state.capabilities.unicode
    let fold = !row.canOpen ? "  " : row.isOpen ? (isUnicode ? "▾ " : "- ") : (isUnicode ? "▸ " : "+ ")
    let token: Token =
      switch row.kind {
      case .service: .accent
      case .method, .field: row.isDeprecated ? .faint : .text
      case .message: .dim
      case .value: .jsonLiteral
      }
    let detail = isUnicode ? row.detail : row.detail.replacing("→", with: "->")
    return [
      StyledText(String(repeating: "  ", count: row.depth) + fold, theme[.dim]),
      StyledText(row.name, row.kind == .service ? theme[token].adding(.bold) : theme[token]),
      StyledText("  \(detail)", theme[.dim]),
    ] + (row.isDeprecated ? [StyledText("  deprecated", theme[.warn])] : [])
  }

  private static func drawDocs(_ row: ServiceRow, _ theme: Theme, in rect: Rect, into screen: inout Screen) {
    var lines: [(String, Token)] = row.isDeprecated ? [("Deprecated.", .warn)] : []
    for line in row.docs.split(separator: "\n") {
      lines += String(line).wrapped(to: max(1, rect.width)).map { ($0, .text) }
    }
    for (number, line) in lines.prefix(rect.height).enumerated() {
      screen.write(line.0, in: Rect(x: rect.x, y: rect.y + number, width: rect.width, height: 1), style: theme[line.1])
    }
  }
}
