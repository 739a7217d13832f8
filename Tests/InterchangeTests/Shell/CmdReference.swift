/// Parses a pasted command like the Windows command prompt, written from its documented rules and independent of the
/// reader and writer under test: percent signs are replaced first, then carets and quotes determine the special
/// characters, then the program splits its command line as `CommandLineToArgvW` does.
struct CmdReference {
  enum Failure: Error, Equatable {
    /// A character that would have started, joined or redirected a command.
    case special(Character)
    /// The command ended with a line, and more text followed.
    case severed
  }

  var variables: [String: String] = [:]

  func arguments(_ text: String) throws -> [String] {
    // The prompt reads line by line, and drops carriage returns.
    let kept = String(text.unicodeScalars.filter { $0 != "\r" })
    let lines = kept.split(separator: "\n", omittingEmptySubsequences: false).map { filled(String($0)) }
    return Self.cut(try Self.parsed(lines.joined(separator: "\n")))
  }

  /// `%NAME%`, `%NAME:old=new%` and `%NAME:~1,2%` for existing variables; everything else stays.
  private func filled(_ line: String) -> String {
    var result = ""
    var rest = Substring(line)
    while let start = rest.firstIndex(of: "%") {
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: "%") else {
        result += "%"
        continue
      }
      let inner = rest[..<end]
      let name = inner.prefix { $0 != ":" }.uppercased()
      if let value = variables[name], !name.isEmpty {
        result += name.count == inner.count ? value : "modified \(value)"
        rest = rest[rest.index(after: end)...]
      } else {
        result += "%"
      }
    }
    return result + rest
  }

  /// The line without its carets.
  private static func parsed(_ text: String) throws -> String {
    var result = ""
    var isQuoted = false
    var characters = Array(text.unicodeScalars)[...]
    while let character = characters.popFirst() {
      switch character {
      case "^" where !isQuoted:
        guard let next = characters.popFirst() else { break }
        // A caret removes the line end and makes the next character literal.
        guard next == "\n" else {
          result.unicodeScalars.append(next)
          continue
        }
        if let literal = characters.popFirst() { result.unicodeScalars.append(literal) }
      case "\"":
        isQuoted.toggle()
        result += "\""
      case "\n":
        guard characters.isEmpty else { throw Failure.severed }
      case "&", "|", "<", ">", "(", ")":
        guard isQuoted else { throw Failure.special(Character(character)) }
        fallthrough
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// `CommandLineToArgvW`: blanks separate outside quotes; 2n backslashes before a quote are n backslashes and an
  /// opening or closing quote, 2n+1 are n backslashes and a literal quote; elsewhere a backslash is literal.
  private static func cut(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var backslashes = 0
    for character in line.unicodeScalars {
      if character == "\\" {
        backslashes += 1
        continue
      }
      if character == "\"" {
        word = (word ?? "") + String(repeating: "\\", count: backslashes / 2)
        if backslashes.isMultiple(of: 2) { isQuoted.toggle() } else { word?.append("\"") }
        backslashes = 0
        continue
      }
      if backslashes > 0 {
        word = (word ?? "") + String(repeating: "\\", count: backslashes)
        backslashes = 0
      }
      if !isQuoted, character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "")
        word?.unicodeScalars.append(character)
      }
    }
    if backslashes > 0 { word = (word ?? "") + String(repeating: "\\", count: backslashes) }
    if let done = word { words.append(done) }
    return words
  }
}
