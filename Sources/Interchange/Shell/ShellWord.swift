import Basics

/// One word of a command line as the shell would pass it; values known only at run time stay open.
struct ShellWord: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case text(String)
    /// `$NAME`, `%NAME%`, `$env:NAME`.
    case variable(String)
    /// A command substitution as written; never executed.
    case substitution(String)
  }

  var segments: [Segment] = []
  /// The line number, from 1.
  var line: Int
  /// True if any part was quoted or escaped: then it is never an operator, a keyword or an assignment.
  var isQuoted = false

  /// The text with variables as `{{NAME}}` and substitutions as written.
  var text: String {
    if segments.count == 1, case .text(let text) = segments[0] { return text }
    return segments.map { segment in
      switch segment {
      case .text(let text), .substitution(let text): text
      case .variable(let name): "{{\(name)}}"
      }
    }.joined()
  }

  /// The command substitution in it as written, if there is one.
  var substitution: String? {
    segments.lazy.compactMap { if case .substitution(let text) = $0 { text } else { nil } }.first
  }

  /// The text, if the word contains nothing else.
  var literal: String? {
    segments.allSatisfy { if case .text = $0 { true } else { false } } ? text : nil
  }

  /// True if the word is the name of this program, possibly with its folder, or with `.exe`.
  func names(_ program: String) -> Bool {
    guard let text = literal else { return false }
    let start = text.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let last = start.map { text[text.utf8.index(after: $0)...] } ?? Substring(text)
    return last == program || last.lowercased() == program + ".exe"
  }

  mutating func append(_ scalar: Unicode.Scalar) { append(String(scalar)) }

  mutating func append(_ text: some StringProtocol) {
    if case .text(var before) = segments.last {
      // Removed first so that it grows in place: a word may have very many pieces.
      segments.removeLast()
      before += text
      segments.append(.text(before))
    } else {
      segments.append(.text(String(text)))
    }
  }
}

/// A simple command: its words, the assignments before it, and the source of its standard input.
struct ShellCommand: Sendable {
  var words: [ShellWord] = []
  var assignments: [(name: String, value: ShellWord)] = []
  /// The file after `<`.
  var input: ShellWord?
  /// Standard input that is not known, as a sentence: the output of another command, or a here-document.
  var unknownInput: String?
  var line = 1

  /// The command substitution among its words, as a sentence.
  var substitution: String? {
    words.lazy.compactMap(\.substitution).first.map { "\($0) is not run: replace it with its output" }
  }

  /// Marks that it reads the output of another command.
  mutating func readPipe() {
    unknownInput = "the output of another command (|) is not carried over: give the text or a file as an option"
  }
}

/// The parsed text.
struct ShellScript: Sendable {
  struct Problem: Hashable, Sendable {
    var line: Int
    var message: String
  }

  var commands: [ShellCommand] = []
  var problems: [Problem] = []
  /// The comments without the `#`.
  var comments: [Problem] = []
  /// The files to which output would be written.
  var redirections: [Problem] = []
  /// URLs cut by an unquoted special character, as ranges of the text: from the start of the word to the intended end.
  var cuts: [Range<Int>] = []
}
