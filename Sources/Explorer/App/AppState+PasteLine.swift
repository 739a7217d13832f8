import Basics
import Terminal

extension AppState {
  /// The longest paste that a single-line field accepts. Longer text is not a URL, header, name or pattern, and would
  /// have to be redrawn on each key.
  static let longestPastedLine = 16 << 10

  /// Pastes into a single-line field. Line breaks become spaces, and text too long for a line is refused; a message
  /// reports both.
  mutating func pasteLine(
    _ text: String, instead advice: String? = nil, _ take: (inout AppState) -> [Effect]
  ) -> [Effect] {
    guard text.utf8.count <= Self.longestPastedLine else {
      let lines = text.lineBreaks + 1
      let amount = (lines > 1 ? "\(Quantity.count(lines)) lines, " : "") + Quantity.bytes(text.utf8.count)
      let rest = advice.map { "; \($0)" } ?? ""
      return say(.warning, "Nothing was pasted: \(amount) is too much for one line\(rest)")
    }
    let effects = take(&self)
    let breaks = text.lineBreaks
    guard breaks > 0 else { return effects }
    let words =
      breaks == 1 ? "the line break of the paste is a space" : "the \(breaks) line breaks of the paste are spaces"
    return effects + say(.information, "One line fits here: \(words) now")
  }

  /// Reports that no field with the focus accepts a paste.
  mutating func refusePaste() -> [Effect] {
    say(.information, "There is no field open here that the text could be pasted into")
  }
}

extension String {
  /// The number of line breaks between lines, of any kind; a trailing one does not count.
  fileprivate var lineBreaks: Int {
    let breaks = reduce(0) { $0 + ($1.isLineBreak ? 1 : 0) }
    return last?.isLineBreak == true ? breaks - 1 : breaks
  }
}
