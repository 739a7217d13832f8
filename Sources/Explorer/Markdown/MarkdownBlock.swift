import Terminal

/// A part of a line of the source.
struct MarkdownSource: Equatable, Sendable {
  var text: Substring
  /// Where it stands in the source.
  var place: TextPosition

  init(_ text: Substring, line: Int) {
    self.text = text
    place = TextPosition(line: line, offset: text.base.utf8.distance(from: text.base.startIndex, to: text.startIndex))
  }

  init(_ line: String, number: Int) { self.init(line[...], line: number) }

  /// Without the blanks at both ends.
  var trimmed: MarkdownSource {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return MarkdownSource(text, line: place.line)
  }

  /// The columns of the blanks that it begins with.
  var indent: Int {
    var columns = 0
    for character in text {
      if character == " " { columns += 1 } else if character == "\t" { columns += 4 } else { break }
    }
    return columns
  }
}

/// A block of Markdown, as far as it is rendered: headings, paragraphs, items of lists, code, tables. Anything else is
/// shown as it is written.
enum MarkdownBlock: Equatable, Sendable {
  case text(MarkdownText)
  case code([MarkdownSource])
  case table(MarkdownTable)
  case blank(line: Int)
}

/// A heading, a paragraph or an item of a list.
struct MarkdownText: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case heading, paragraph, item
  }

  var kind: Kind
  var lines: [MarkdownSource]
  /// The columns before it.
  var indent = 0
  /// The bullet or number, with the blank after it.
  var lead = ""
}
