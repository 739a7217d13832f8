import Basics

/// The syntax of a pasted command.
enum ShellSyntax: Hashable, Sendable {
  case posix, cmd, powerShell

  /// Guesses by what no other shell uses outside quotes: a caret or a backtick before a line end, quotes after a caret.
  static func guess(_ text: String) -> ShellSyntax {
    if let prompt = windowsPrompt(text) { return prompt }
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isBeforeEnd = next == "\n" || next == "\r"
      switch scalar {
      case "^" where isBeforeEnd || next == "\"": return .cmd
      case "`" where isBeforeEnd && index > 0 && scalars[index - 1].isBlank: return .powerShell
      case "\\": index += 1
      case "'", "\"":
        guard let end = end(ofQuote: scalar, from: index + 1, in: scalars) else { break }
        // Older browsers wrote carets inside the prompt's quotes as well.
        if scalar == "\"", holdsCaretQuote(scalars[index..<end]) { return .cmd }
        index = end
      default: break
      }
      index += 1
    }
    return text.utf8.holds("$env:") || text.utf8.holds("${env:") ? .powerShell : .posix
  }

  /// The position of the closing quote; `nil` if there is none, and the quote is then an ordinary character.
  private static func end(ofQuote quote: Unicode.Scalar, from start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    let isANSI = start > 1 && scalars[start - 2] == "$"
    let escapes = quote == "\"" || isANSI
    var index = start
    while index < scalars.count {
      if scalars[index] == quote { return index }
      // The escape of the prompt and of POSIX shells; a quote after a caret belongs to the text.
      let isCaret = scalars[index...].starts(with: ["^", "\\", "^", "\""])
      index += quote == "\"" && isCaret ? 4 : escapes && scalars[index] == "\\" ? 2 : 1
    }
    return nil
  }

  /// `^\^"`.
  static func holdsCaretQuote(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.indices.contains { scalars[$0...].starts(with: ["^", "\\", "^", "\""]) }
  }

  /// `C:\Users\me>` and `PS C:\Users\me>` before the command.
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
