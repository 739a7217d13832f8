import Basics
import Workspaces

/// The syntax of a pasted command.
enum ShellSyntax: Hashable, Sendable {
  case posix, cmd, powerShell

  /// Guesses by characters that only one shell uses outside quotes: a caret or backtick at a line end, quotes after a
  /// caret.
  static func guess(_ text: String) -> ShellSyntax {
    if let prompt = windowsPrompt(text) { return prompt }
    let scalars = Array(text.unicodeScalars)
    var index = 0
    var hasDoubledQuotes = false
    var isPOSIX = false
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isBeforeEnd = next == "\n" || next == "\r"
      switch scalar {
      case "^" where isBeforeEnd || next == "\"": return .cmd
      case "`" where isBeforeEnd && index > 0 && scalars[index - 1].isBlank: return .powerShell
      case "\\":
        isPOSIX = isPOSIX || isBeforeEnd
        index += 1
      case "'", "\"":
        guard let end = end(ofQuote: scalar, from: index + 1, in: scalars) else { break }
        isPOSIX = isPOSIX || scalar == "'"
        hasDoubledQuotes = hasDoubledQuotes || scalar == "\"" && isDoubled(end, in: scalars)
        // Older browsers also wrote carets inside the prompt's quotes.
        if scalar == "\"", holdsCaretQuote(scalars[index..<end]) { return .cmd }
        index = end
      default: break
      }
      index += 1
    }
    if hasDoubledQuotes, !isPOSIX { return .cmd }
    return text.utf8.holds("$env:") || text.utf8.holds("${env:") ? .powerShell : .posix
  }

  /// The position of the closing quote; `nil` if there is none, and the quote is then an ordinary character.
  private static func end(ofQuote quote: Unicode.Scalar, from start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    let isANSI = start > 1 && scalars[start - 2] == "$"
    let escapes = quote == "\"" || isANSI
    var index = start
    while index < scalars.count {
      if scalars[index] == quote { return index }
      // The quote is escaped as at the prompt or in POSIX shells; a quote after a caret belongs to the text.
      let isCaret = scalars[index...].starts(with: ["^", "\\", "^", "\""])
      index += quote == "\"" && isCaret ? 4 : escapes && scalars[index] == "\\" ? 2 : 1
    }
    return nil
  }

  /// True if the quote at `place` and the next one represent a quote in JSON at the prompt: `{""a"": 1}`.
  private static func isDoubled(_ place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0, place + 2 < scalars.count, scalars[place + 1] == "\"" else { return false }
    return "{[:,".unicodeScalars.contains(scalars[place - 1]) || ":,}]".unicodeScalars.contains(scalars[place + 2])
  }

  /// True if the text contains `^\^"`.
  static func holdsCaretQuote(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.indices.contains { scalars[$0...].starts(with: ["^", "\\", "^", "\""]) }
  }

  /// Detects `C:\Users\me>` and `PS C:\Users\me>` before the command.
  private static func windowsPrompt(_ text: String) -> ShellSyntax? {
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace }.prefix(300)
    let isPowerShell = start.starts(with: "PS ".unicodeScalars)
    let path = isPowerShell ? start.dropFirst(3) : start
    guard let drive = path.first, drive.isASCII, drive.properties.isAlphabetic,
      path.dropFirst().starts(with: ":\\".unicodeScalars),
      let end = path.firstIndex(where: { $0 == ">" || $0 == "\n" }), path[end] == ">"
    else { return nil }
    return isPowerShell ? .powerShell : .cmd
  }

  /// The commands at the start of a text; none if it contains none of the names.
  static func firstCommands(of text: String, naming names: [String]) -> [ShellCommand] {
    let start = String(text.unicodeScalars.drop { $0.properties.isWhitespace }.prefix(4_000))
    guard names.contains(where: { start.utf8.holds($0) }) else { return [] }
    return guess(start).read(start).commands
  }

  func read(_ text: String) -> ShellScript {
    switch self {
    case .posix:
      var reader = POSIXShellReader(text)
      return reader.read()
    case .cmd:
      var reader = CmdReader(text)
      return reader.read()
    case .powerShell:
      var reader = PowerShellReader(text)
      return reader.read()
    }
  }
}

/// Restores the hyphens of options that a blog has replaced: `–X`, `—data`. curl itself would read them as URLs.
enum TypographicDash {
  private static let dashes: [Unicode.Scalar: String] = [
    "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2013}": "-", "\u{2014}": "--", "\u{2015}": "--",
    "\u{2212}": "-",
  ]

  /// The word, with a notice if it was changed.
  static func hyphenated(_ word: ShellWord, notices: inout [Notice]) -> [ShellWord] {
    guard !word.isQuoted, case .text(let text)? = word.segments.first, let first = text.unicodeScalars.first,
      var hyphens = dashes[first]
    else { return [word] }
    var rest = text.unicodeScalars.dropFirst()
    // Two short dashes replaced two hyphens.
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
    notices.warn(line: word.line, "\(text) starts with a typographic dash: read as \(hyphens)\(String(rest))")
    return [made]
  }
}
