import Basics

/// Where text that is too long for its place loses characters; `…` stands for what is missing.
public enum Truncation: Hashable, Sendable {
  /// The end is lost: `A long na…`.
  case end
  /// The middle is lost: `http://…/users`.
  case middle
  /// The start is lost: `…users ▸ Get`.
  case start
  /// Cut without a sign.
  case clip

  /// The text, cut to at most so many columns.
  public func applied(to text: String, columns: Int) -> String {
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
