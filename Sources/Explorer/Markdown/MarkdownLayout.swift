import Basics
import Terminal

/// Lays out Markdown in rows of a given width. Long text wraps and is never cut.
enum MarkdownLayout {
  static func rows(of lines: [String], width: Int) -> [MarkdownRow] {
    let width = max(1, width)
    return MarkdownReader.blocks(of: lines).flatMap { block -> [MarkdownRow] in
      switch block {
      case .blank(let line): [MarkdownRow(line: line)]
      case .code(let code): code.flatMap { rows(ofCode: $0, width: width) }
      case .table(let table): table.rows(width: width, written: lines)
      case .text(let text): rows(of: text, width: width)
      }
    }
  }

  private static func rows(of text: MarkdownText, width: Int) -> [MarkdownRow] {
    let margin = min(text.indent, width / 2)
    let lead = text.lead.isEmpty ? [] : [MarkdownSpan(text: text.lead, style: .marker)]
    let hanging = margin + lead.columns
    var spans = MarkdownInline.spans(of: text.lines)
    if text.kind == .heading { for index in spans.indices { spans[index].style.insert(.heading) } }
    let wrapped = wrapped(spans, width: max(1, width - hanging))
    let first = text.lines.first?.place.line ?? 0
    return (wrapped.isEmpty ? [[]] : wrapped).enumerated().map { index, row in
      let before = index == 0 ? blank(margin) + lead : blank(hanging)
      return MarkdownRow(line: row.lazy.compactMap(\.place).first?.line ?? first, spans: before + row)
    }
  }

  private static func blank(_ columns: Int) -> [MarkdownSpan] {
    columns > 0 ? [MarkdownSpan(text: String(repeating: " ", count: columns))] : []
  }

  /// Code keeps its blanks, two columns from the margin.
  private static func rows(ofCode source: MarkdownSource, width: Int) -> [MarkdownRow] {
    let margin = min(2, width / 4)
    let line = source.place.line
    guard !source.text.isEmpty else { return [MarkdownRow(line: line)] }
    var rest = MarkdownSpan(text: String(source.text), style: .code, place: source.place)
    if rest.text.contains("\t") {
      rest = MarkdownSpan(text: rest.text.replacing("\t", with: "    "), style: .code)
    }
    var rows: [MarkdownRow] = []
    while !rest.text.isEmpty {
      rows.append(MarkdownRow(line: line, spans: blank(margin) + [rest.removeFirst(fitting: width - margin)]))
    }
    return rows
  }

  /// Wraps pieces of text at blanks. A word longer than the width is broken.
  static func wrapped(_ spans: [MarkdownSpan], width: Int) -> [[MarkdownSpan]] {
    var lines: [[MarkdownSpan]] = []
    var line: [MarkdownSpan] = []
    var columns = 0
    var gap: MarkdownSpan?
    func end() {
      lines.append(line)
      (line, columns, gap) = ([], 0, nil)
    }
    for atom in MarkdownAtom.all(in: spans) {
      switch atom {
      case .end: end()
      case .gap(let span): if columns > 0 { gap = span }
      case .word(let word):
        let wanted = word.columns
        if columns > 0, columns + (gap == nil ? 0 : 1) + wanted > width { end() }
        if let gap, columns > 0 {
          line.join(gap)
          columns += 1
        }
        gap = nil
        for var rest in word {
          while let first = rest.text.first {
            if columns > 0, columns + TextWidth.of(first) > width { end() }
            let piece = rest.removeFirst(fitting: width - columns)
            columns += piece.columns
            line.join(piece)
          }
        }
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

extension MarkdownSpan {
  /// Removes and returns the start that fits, at least one character.
  fileprivate mutating func removeFirst(fitting width: Int) -> MarkdownSpan {
    var head = String(TextWidth.prefix(of: text, columns: width))
    if head.isEmpty { head = String(text.prefix(1)) }
    let piece = MarkdownSpan(text: head, style: style, place: place)
    text.removeFirst(head.count)
    place?.offset += head.utf8.count
    return piece
  }
}

/// The style of a piece of rendered Markdown.
struct MarkdownStyle: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let heading = MarkdownStyle(rawValue: 1)
  static let strong = MarkdownStyle(rawValue: 2)
  static let emphasis = MarkdownStyle(rawValue: 4)
  static let code = MarkdownStyle(rawValue: 8)
  static let link = MarkdownStyle(rawValue: 16)
  /// The address of a link, and the line below the head of a table.
  static let faint = MarkdownStyle(rawValue: 32)
  /// The bullet or number of an item.
  static let marker = MarkdownStyle(rawValue: 64)
}

/// A piece of rendered Markdown in one style.
struct MarkdownSpan: Equatable, Sendable {
  var text: String
  var style: MarkdownStyle = []
  /// The position in the source; `nil` for text added by the rendering.
  var place: TextPosition?

  var columns: Int { TextWidth.of(text) }

  /// Returns true if the other piece has the same style and starts where this one ends.
  func isContinued(by other: MarkdownSpan) -> Bool {
    guard style == other.style else { return false }
    guard let place, let next = other.place else { return self.place == nil && other.place == nil }
    return place.line == next.line && place.offset + text.utf8.count == next.offset
  }
}

extension [MarkdownSpan] {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Appends a piece, joining it with the last one if it continues that one.
  mutating func join(_ span: MarkdownSpan) {
    guard let last = indices.last, self[last].isContinued(by: span) else { return append(span) }
    self[last].text += span.text
  }
}

/// A row of rendered Markdown.
struct MarkdownRow: Equatable, Sendable {
  /// The source line of the row.
  var line: Int
  var spans: [MarkdownSpan] = []

  /// The source position of the text shown at a column.
  func position(at column: Int) -> TextPosition {
    var left = max(0, column)
    var position = spans.first { $0.place != nil }?.place ?? TextPosition(line: line)
    for span in spans {
      let columns = span.columns
      if let place = span.place {
        let inside = TextWidth.prefix(of: span.text, columns: left)
        position = TextPosition(line: place.line, offset: place.offset + inside.utf8.count)
      }
      if left < columns { return position }
      left -= columns
    }
    return position
  }
}

/// A word with its styles, or the gap before the next word.
enum MarkdownAtom: Equatable {
  case word([MarkdownSpan])
  case gap(MarkdownSpan)
  /// A hard line break.
  case end

  static func all(in spans: [MarkdownSpan]) -> [MarkdownAtom] {
    var atoms: [MarkdownAtom] = []
    var word: [MarkdownSpan] = []
    func endWord() {
      if !word.isEmpty { atoms.append(.word(word)) }
      word = []
    }
    for span in spans {
      var rest = Substring(span.text)
      while let first = rest.first {
        let kind = Kind(first)
        let part = rest.prefix { Kind($0) == kind }
        var piece = MarkdownSpan(text: String(part), style: span.style, place: span.place)
        piece.place?.offset += span.text.utf8.distance(from: span.text.startIndex, to: part.startIndex)
        rest = rest[part.endIndex...]
        switch kind {
        case .word: word.append(piece)
        case .end:
          endWord()
          atoms.append(.end)
        case .gap:
          endWord()
          piece.text = " "
          atoms.append(.gap(piece))
        }
      }
    }
    endWord()
    return atoms
  }

  private enum Kind {
    case word, gap, end

    init(_ character: Character) {
      self = character == "\n" ? .end : character == " " || character == "\t" ? .gap : .word
    }
  }
}

/// Draws rows of rendered Markdown.
enum MarkdownView {
  static func draw(
    _ rows: ArraySlice<MarkdownRow>, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let unicode = state.capabilities.unicode
    for (index, row) in rows.prefix(rect.height).enumerated() {
      let pieces = row.spans.map { span in
        // Only text added by the rendering has an ASCII form. Source text stays unchanged.
        let text = unicode || span.place != nil ? span.text : ascii(span.text)
        return StyledText(text, state.theme.style(of: span.style))
      }
      screen.write(pieces, at: Point(x: rect.x, y: rect.y + index), clippedTo: rect)
    }
  }

  private static func ascii(_ text: String) -> String {
    String(text.map { $0 == "•" ? "*" : $0 == "─" ? "-" : $0 })
  }
}

extension Theme {
  fileprivate func style(of markdown: MarkdownStyle) -> Style {
    var style = self[token(of: markdown)]
    if !markdown.isDisjoint(with: [.heading, .strong]) { style = style.adding(.bold) }
    return markdown.contains(.emphasis) ? style.adding(.italic) : style
  }

  private func token(of markdown: MarkdownStyle) -> Token {
    if markdown.contains(.faint) { return .dim }
    if markdown.contains(.code) { return .jsonString }
    return markdown.isDisjoint(with: [.heading, .link, .marker]) ? .text : .accent
  }
}
