import Basics

/// Where to cut text that is too long; `…` replaces the missing part.
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
