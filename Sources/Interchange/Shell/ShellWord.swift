import Basics

/// One word of a command line as the shell would pass it, with values that only a running shell knows left open.
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
  /// Whether any of it was quoted or escaped: then it is never an operator, a keyword or an assignment.
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

  /// The text, if the word contains nothing else.
  var literal: String? {
    if segments.count == 1, case .text(let text) = segments[0] { return text }
    var result = ""
    for segment in segments {
      guard case .text(let text) = segment else { return nil }
      result += text
    }
    return result
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if case .text(var text) = segments.last {
      segments.removeLast()
      text.unicodeScalars.append(scalar)
      segments.append(.text(text))
    } else {
      segments.append(.text(String(scalar)))
    }
  }

  mutating func append(_ text: some StringProtocol) {
    if case .text(var before) = segments.last {
      // Held by nobody else, it grows in place: a word may have very many pieces.
      segments.removeLast()
      before += text
      segments.append(.text(before))
    } else {
      segments.append(.text(String(text)))
    }
  }
}

/// A simple command: its words, the assignments before it, and the source of its standard input.
struct ShellCommand: Hashable, Sendable {
  enum Input: Hashable, Sendable {
    /// A here-document, a here-string or the output of a command before a pipe.
    case text(ShellWord)
    /// Bytes that are not text, printed by a command before a pipe.
    case bytes([UInt8])
    case file(ShellWord)
    /// The output of a command that is not run.
    case command(String)
    /// The concatenated output of the commands between braces.
    indirect case sequence([Input])
  }

  var words: [ShellWord] = []
  var assignments: [(name: String, value: ShellWord)] = []
  var input: Input?
  /// Whether it reads the output of the previous command, and whether its own goes to the next one.
  var readsPipe = false
  /// Set on the empty command that stands for `{ …; }`: the first command inside.
  var groupStart: Int?
  var line = 1

  static func == (left: ShellCommand, right: ShellCommand) -> Bool {
    left.words == right.words && left.input == right.input && left.readsPipe == right.readsPipe
      && left.assignments.map(\.name) == right.assignments.map(\.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words)
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
  /// Without the `#`.
  var comments: [Problem] = []
  /// Files that output would be written to.
  var redirections: [Problem] = []
  /// URLs cut by an unquoted special character, as ranges of the text: from the start of the word to the end that the
  /// author meant.
  var cuts: [Range<Int>] = []
}
