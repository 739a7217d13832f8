import Workspaces

/// Restores the hyphens of options that a blog has replaced: `–X`, `—data`. curl itself would take them for URLs.
enum TypographicDash {
  private static let dashes: [Unicode.Scalar: String] = [
    "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2013}": "-", "\u{2014}": "--", "\u{2015}": "--",
    "\u{2212}": "-",
  ]

  /// The word, with a notice if it was changed.
  static func hyphenated(_ word: ShellWord, notices: inout [ImportNotice]) -> [ShellWord] {
    guard !word.isQuoted, case .text(let text)? = word.segments.first, let first = text.unicodeScalars.first,
      var hyphens = dashes[first]
    else { return [word] }
    var rest = text.unicodeScalars.dropFirst()
    // Two short dashes were two hyphens.
    while let next = rest.first, let more = next == "-" ? "-" : dashes[next], hyphens.utf8.count + more.utf8.count <= 2
    {
      hyphens += more
      rest = rest.dropFirst()
    }
    // A short option is one letter followed by its value, a long one is a word.
    if hyphens == "-", rest.count > 1, rest.allSatisfy({ $0.isNamePart || $0 == "-" }),
      rest.first?.properties.isLowercase == true
    {
      hyphens = "--"
    }
    var made = word
    made.segments[0] = .text(hyphens + String(rest))
    notices.append(
      ImportNotice(
        .warning, line: word.line, "\(text) starts with a typographic dash: it is read as \(hyphens)\(String(rest))"))
    return [made]
  }
}
