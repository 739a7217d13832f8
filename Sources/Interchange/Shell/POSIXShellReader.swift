import Basics

/// Parses a pasted text like `sh`, `bash` or `zsh`, and tolerates what pasting breaks: prompts, continuations whose
/// backslash or line end was lost, Windows line ends. Nothing is executed.
///
///     words ─► simple commands ─► pipes and redirections ─► ShellScript
struct POSIXShellReader {
  var cursor: ScalarCursor
  var script = ShellScript()
  var command = ShellCommand()
  var documents: [HereDocument] = []
  /// Whether a prompt was seen, so that `> ` at the start of a line may be the second prompt.
  var hasPrompt = false
  /// The index of the first command inside each open brace.
  var groups: [Int] = []
  /// The last unquoted word that looks like a URL, as a range of the text.
  private var address: Range<Int>?

  struct HereDocument {
    var command: Int
    var delimiter: String
    var isLiteral: Bool
    var stripsTabs: Bool
  }

  init(_ text: String) {
    cursor = ScalarCursor(text)
  }

  mutating func read() -> ShellScript {
    skipPrompt()
    while let scalar = cursor.peek() {
      switch scalar {
      case " ", "\t": cursor.next()
      case "\r" where cursor.peek(1) == "\n" || cursor.peek(1) == nil: cursor.next()
      case "\n": endLine()
      case "#": script.comments += cursor.comment()
      case ";", "(", ")":
        cursor.next()
        endCommand()
      case "&", "|":
        noteCut()
        readOperator(scalar)
      case "<", ">":
        noteCut()
        readRedirection()
      case "\\" where continuationLength != nil: cursor.skip(continuationLength ?? 0)
      default: readArgument()
      }
    }
    readDocuments()
    endCommand()
    PipeReader.connect(&script)
    return script
  }

  private mutating func readOperator(_ scalar: Unicode.Scalar) {
    if scalar == "&", cursor.peek(1) == ">" {
      cursor.next()
      return readRedirection()
    }
    cursor.next()
    if cursor.peek() == scalar {
      cursor.next()
      return endCommand()
    }
    let isPipe = scalar == "|"
    if isPipe, cursor.peek() == "&" { cursor.next() }
    endCommand(keepingEmpty: isPipe)
    command.readsPipe = isPipe
  }

  /// `&` and `<` inside a URL that should have been quoted: no blank before them, and text after them.
  private mutating func noteCut() {
    guard let word = address, word.upperBound == cursor.index, command.words.first?.literal?.hasSuffix("curl") == true
    else { return }
    let mark = cursor.peek()
    let length = cursor.count { !$0.isBlank && $0 != "\n" && $0 != "\r" && $0 != "'" && $0 != "\"" }
    let rest = (1..<max(1, length)).compactMap { cursor.peek($0) }
    guard let next = rest.first, mark == "<" || mark == "&", next != "&", next != ">", next != "<" else { return }
    // After `&` a parameter; another command would have a blank or no equals sign.
    guard mark == "<" || rest.contains("=") || cursor.scalars[word].contains("?") else { return }
    script.cuts.append(word.lowerBound..<(cursor.index + length))
    address = nil
    let whole = String(String.UnicodeScalarView(cursor.scalars[word.lowerBound..<(cursor.index + length)]))
    problem("a shell ends the URL at the first \(mark ?? "&"); put it in quotes to send all of it: '\(whole)'")
  }

  private mutating func readArgument() {
    let start = cursor.index
    let line = cursor.line
    var word = ShellWord(line: line)
    readWord(into: &word)
    if cursor.index == start {
      // A scalar that matches no rule would otherwise be read forever.
      cursor.next()
      return
    }
    if !word.isQuoted, let text = word.literal, text.unicodeScalars.allSatisfy(\.isASCIIDigit),
      let next = cursor.peek(), next == "<" || next == ">"
    {
      return readRedirection(descriptor: text)
    }
    if !word.isQuoted, word.literal?.utf8.holds("://") == true || word.literal?.utf8.contains(UInt8(ascii: "?")) == true
    {
      address = start..<cursor.index
    }
    if command.words.isEmpty, command.assignments.isEmpty { command.line = line }
    if command.words.isEmpty, let assignment = assignment(word) {
      command.assignments.append(assignment)
    } else if command.words.isEmpty, isKeyword(word) {
      readBrace(word)
    } else {
      command.words.append(word)
    }
  }

  /// `{ …; }` groups commands: a pipe after it reads the output of all.
  private mutating func readBrace(_ word: ShellWord) {
    if word.literal == "{" { groups.append(script.commands.count) }
    if word.literal == "}", let start = groups.popLast() { command.groupStart = start }
  }

  /// `NAME=value` before a command; `export NAME=value` works because the keyword is skipped.
  private func assignment(_ word: ShellWord) -> (name: String, value: ShellWord)? {
    guard case .text(let first)? = word.segments.first else { return nil }
    let scalars = first.unicodeScalars
    guard let equals = scalars.firstIndex(of: "="), let start = scalars.first, start.isNameStart else { return nil }
    let name = scalars[..<equals]
    guard name.allSatisfy(\.isNamePart) else { return nil }
    var value = word
    value.segments[0] = .text(String(scalars[scalars.index(after: equals)...]))
    return (String(name), value)
  }

  private func isKeyword(_ word: ShellWord) -> Bool {
    guard !word.isQuoted, let text = word.literal else { return false }
    return [
      "export", "do", "then", "else", "if", "while", "until", "!", "{", "}", "done", "fi", "time", "command", "exec",
      "sudo", "nohup", "env",
    ].contains(text)
  }

  mutating func endCommand(keepingEmpty: Bool = false) {
    if !command.words.isEmpty || !command.assignments.isEmpty || keepingEmpty {
      script.commands.append(command)
    }
    command = ShellCommand(line: cursor.line)
  }

  mutating func problem(_ message: String, line: Int? = nil) {
    script.problems.append(ShellScript.Problem(line: line ?? cursor.line, message: message))
  }
}
