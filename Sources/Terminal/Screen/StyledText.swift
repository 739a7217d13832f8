import Basics

/// A piece of text in one style; a line is an array of them.
package struct StyledText: Hashable, Sendable {
  package var text: String
  package var style: Style

  package init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package var columns: Int { TextWidth.of(text) }
}

/// The alignment of text in its space.
package enum Alignment: Hashable, Sendable {
  case left, center, right
}

extension [StyledText] {
  /// The total columns of all pieces.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The pieces in at most `columns` columns; if they are longer, the last one that fits is cut with `…`.
  package func truncated(to columns: Int) -> [StyledText] {
    guard self.columns > columns else { return self }
    var left = columns
    var result: [StyledText] = []
    for piece in self where left > 0 {
      let isLastPlace = piece.columns >= left
      let text = isLastPlace ? Truncation.end.applied(to: piece.text + " ", columns: left) : piece.text
      result.append(StyledText(text, piece.style))
      left -= isLastPlace ? left : piece.columns
    }
    return result
  }

  /// The first pieces that fit entirely, without a trailing separator: a piece that ends in a blank.
  func leading(fitting columns: Int) -> [StyledText] {
    var pieces = self[...]
    while let last = pieces.last, last.isGap || Array(pieces).columns > columns {
      pieces.removeLast()
    }
    return Array(pieces)
  }
}

extension StyledText {
  /// True if it ends in an invisible blank, which only separates its neighbours.
  fileprivate var isGap: Bool {
    text.hasSuffix(" ") && style.background == .terminal && !style.attributes.contains(.reverse)
  }
}

/// The position of the cut in a text that is too long; `…` replaces the missing part.
package enum Truncation: Hashable, Sendable {
  /// Cuts the end: `A long na…`.
  case end
  /// Cuts the middle: `http://…/users`.
  case middle
  /// Cuts the start: `…users ▸ Get`.
  case start
  /// Cuts the end, without `…`.
  case clip

  /// The text, cut to at most `columns` columns.
  package func applied(to text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    if TextWidth.of(text) <= columns { return text }
    let room = columns - 1
    switch self {
    case .clip: return String(TextWidth.prefix(of: text, columns: columns))
    case .end: return TextWidth.prefix(of: text, columns: room) + "…"
    case .start: return "…" + TextWidth.suffix(of: text, columns: room)
    case .middle:
      let head = TextWidth.prefix(of: text, columns: (room + 1) / 2)
      return head + "…" + TextWidth.suffix(of: text, columns: room - TextWidth.of(head))
    }
  }
}
