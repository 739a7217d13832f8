import Basics
import Terminal

/// How a piece of rendered Markdown looks.
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
  /// Where it stands in the source; `nil` for what only the rendering has.
  var place: TextPosition?

  var columns: Int { TextWidth.of(text) }

  /// Whether it goes on where this one ends, so that both are one.
  func isContinued(by other: MarkdownSpan) -> Bool {
    guard style == other.style else { return false }
    guard let place, let next = other.place else { return self.place == nil && other.place == nil }
    return place.line == next.line && place.offset + text.utf8.count == next.offset
  }
}

extension [MarkdownSpan] {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Appends a piece, joined with the last one if it goes on from there.
  mutating func join(_ span: MarkdownSpan) {
    guard let last = indices.last, self[last].isContinued(by: span) else { return append(span) }
    self[last].text += span.text
  }
}

/// A row of rendered Markdown.
struct MarkdownRow: Equatable, Sendable {
  /// The line of the source that it shows.
  var line: Int
  var spans: [MarkdownSpan] = []

  /// The position in the source of what is shown at a column.
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
