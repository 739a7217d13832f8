import Basics

/// A text pasted into a single-line field: line breaks become spaces, and text too long for a line is refused.
struct PastedLine {
  /// The size limit in bytes. Longer text is not a URL, header, name or pattern, and would be redrawn on each key.
  static let longest = 16 << 10

  let text: String

  /// The reason nothing is pasted; `nil` if the text fits.
  /// - Parameter advice: the alternative to suggest.
  func refusal(instead advice: String? = nil) -> String? {
    guard text.utf8.count > Self.longest else { return nil }
    let lines = lineBreaks + 1
    let amount = (lines > 1 ? "\(Quantity.count(lines)) lines, " : "") + Quantity.bytes(text.utf8.count)
    let rest = advice.map { "; \($0)" } ?? ""
    return "Nothing was pasted: \(amount) is too long for one line\(rest)"
  }

  /// A note about the replaced line breaks; `nil` without any.
  var remark: String? {
    let breaks = lineBreaks
    guard breaks > 0 else { return nil }
    let words =
      breaks == 1 ? "a line break became a space" : "\(breaks) line breaks became spaces"
    return "Pasted as one line: \(words)"
  }

  /// The number of line breaks between lines, of any kind; a trailing one does not count.
  private var lineBreaks: Int {
    let breaks = text.reduce(0) { $0 + ($1.isLineBreak ? 1 : 0) }
    return text.last?.isLineBreak == true ? breaks - 1 : breaks
  }
}
