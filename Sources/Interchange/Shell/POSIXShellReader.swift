import Basics

/// Parses a pasted text like `sh`, `bash` or `zsh`, and tolerates damage by pasting: prompts, continuations without
/// their backslash or line end, Windows line ends. Nothing is executed.
///
///     words ─► simple commands ─► pipes and redirections ─► ShellScript
struct POSIXShellReader {
  var cursor: ScalarCursor
  var script = ShellScript()
  var command = ShellCommand()
  /// The here-documents that begin on the next line.
  var documents: [HereDocument] = []
  /// True if a prompt was seen, so that `> ` at the start of a line may be the second prompt.
  var hasPrompt = false
  /// The last unquoted word that looks like a URL, as a range of the text.
  private var address: Range<Int>?

  struct HereDocument {
    var delimiter: String
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
    endCommand()
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
    endCommand()
    if isPipe { command.readPipe() }
  }

  /// Records `&` and `<` in a URL that should have been quoted: no blank before them, and text after them.
  private mutating func noteCut() {
    guard let word = address, word.upperBound == cursor.index, command.words.first?.literal?.hasSuffix("curl") == true
    else { return }
    let mark = cursor.peek()
    let length = cursor.count { !$0.isBlank && $0 != "\n" && $0 != "\r" && $0 != "'" && $0 != "\"" }
    let rest = (1..<max(1, length)).compactMap { cursor.peek($0) }
    guard let next = rest.first, mark == "<" || mark == "&", next != "&", next != ">", next != "<" else { return }
    // The text after `&` must be a parameter; another command would have a blank or no equals sign.
    guard mark == "<" || rest.contains("=") || cursor.scalars[word].contains("?") else { return }
    script.cuts.append(word.lowerBound..<(cursor.index + length))
    address = nil
    let whole = String(cursor.scalars[word.lowerBound..<(cursor.index + length)])
    problem("a shell ends the URL at the first \(mark ?? "&"); put it in quotes to send all of it: '\(whole)'")
  }

  private mutating func readArgument() {
    let start = cursor.index
    let line = cursor.line
    var word = ShellWord(line: line)
    readWord(into: &word)
    if cursor.index == start {
      // Prevents an endless loop at a scalar that matches no rule.
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
    } else if !command.words.isEmpty || !isKeyword(word) {
      command.words.append(word)
    }
  }

  /// Parses `NAME=value` before a command; `export NAME=value` works because the keyword is skipped.
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

  mutating func endCommand() {
    if !command.words.isEmpty || !command.assignments.isEmpty { script.commands.append(command) }
    command = ShellCommand(line: cursor.line)
  }

  mutating func problem(_ message: String, line: Int? = nil) {
    script.problems.append(ShellScript.Problem(line: line ?? cursor.line, message: message))
  }
}

extension POSIXShellReader {
  /// The length of a line continuation: a backslash and a line end, including blanks that pasting inserted between
  /// them, or a backslash whose line end was lost (`\ -H` between words).
  var continuationLength: Int? {
    guard cursor.peek() == "\\" else { return nil }
    let blanks = cursor.count(from: 1) { $0.isBlank || $0 == "\r" }
    let following = cursor.peek(1 + blanks)
    if following == "\n" {
      return 2 + blanks + (hasPrompt ? secondPromptLength(from: 2 + blanks) : 0)
    }
    if following == nil { return 1 + blanks }
    let before = cursor.peek(-1)
    let isBetweenWords = before.map { $0.isBlank || $0 == "\n" } ?? true
    guard blanks > 0, isBetweenWords, following == "-" || following == "'" || following == "\"" else { return nil }
    return 1 + blanks
  }

  private func secondPromptLength(from offset: Int) -> Int {
    let blanks = cursor.count(from: offset, while: \.isBlank)
    guard cursor.peek(offset + blanks) == ">", cursor.peek(offset + blanks + 1)?.isBlank == true else { return 0 }
    return blanks + 1
  }

  /// Ends the command at a line end, unless the next line can only continue it: no command starts with a hyphen.
  mutating func endLine() {
    cursor.next()
    skipDocuments()
    // A line may end with a pipe.
    if command.unknownInput != nil, command.words.isEmpty { return }
    if isCurl(command) {
      var blanks = cursor.count { $0.isBlank }
      // `curl -v` prints lines that start like the second prompt: only text that can continue a command counts.
      if hasPrompt, cursor.peek(blanks) == ">", cursor.peek(blanks + 1) == " ", isArgument(at: blanks + 2) {
        cursor.skip(blanks + 1)
        return
      }
      if cursor.peek(blanks) == "-" { return }
      if let quote = cursor.peek(blanks), quote == "'" || quote == "\"" { blanks += 1 }
      let hasURL = command.words.contains { $0.text.utf8.holds("://") }
      if !hasURL, isHTTP(at: blanks) { return }
    }
    endCommand()
    skipPrompt()
  }

  private func isArgument(at offset: Int) -> Bool {
    guard let scalar = cursor.peek(offset) else { return false }
    return "-'\"".unicodeScalars.contains(scalar) || isHTTP(at: offset)
  }

  private func isHTTP(at offset: Int) -> Bool {
    ["http://", "https://"].contains { scheme in
      scheme.unicodeScalars.enumerated().allSatisfy { cursor.peek(offset + $0.offset) == $0.element }
    }
  }

  private func isCurl(_ command: ShellCommand) -> Bool {
    guard let name = command.words.first?.literal else { return false }
    return name.utf8.suffix(4).elementsEqual("curl".utf8) || name.utf8.suffix(8).elementsEqual("curl.exe".utf8)
  }

  /// Skips `$ curl`, `user@host:~$ curl`, `> curl`, `➜  ~ curl`: any text before the word curl that ends like a prompt.
  mutating func skipPrompt() {
    let blanks = cursor.count(while: \.isBlank)
    if isCurl(at: 0) { return }
    let line = Array(cursor.lineAhead.prefix(200))
    guard let place = Self.start(of: "curl", in: line), place > blanks else {
      if cursor.peek(blanks) == "$", cursor.peek(blanks + 1) == " " {
        hasPrompt = true
        cursor.skip(blanks + 1)
      }
      return
    }
    let before = line[blanks..<place]
    guard before.last?.isBlank == true, before.first != "#",
      !before.contains(where: { "'\"|;&()<`\\=".unicodeScalars.contains($0) })
    else { return }
    let trimmed = before.reversed().drop(while: \.isBlank)
    guard let mark = trimmed.first else { return }
    let isArrow = before.first == "\u{279C}" || before.first == "\u{276F}"
    guard isArrow || "$%>#\u{276F}\u{03BB}".unicodeScalars.contains(mark) else { return }
    hasPrompt = true
    cursor.skip(place)
  }

  /// True if the word itself starts the line, so that there is no prompt.
  private func isCurl(at offset: Int) -> Bool {
    let isNamed = "curl".unicodeScalars.enumerated().allSatisfy { cursor.peek(offset + $0.offset) == $0.element }
    return isNamed && cursor.peek(offset + 4)?.isBlank == true
  }

  private static func start(of word: String, in line: [Unicode.Scalar]) -> Int? {
    let letters = Array(word.unicodeScalars)
    guard line.count >= letters.count else { return nil }
    return (0...(line.count - letters.count)).first { place in
      let isStart = place == 0 || line[place - 1].isBlank
      let end = place + letters.count
      let isEnd = end == line.count || line[end].isBlank || line[end] == "\r" || line[end] == "."
      return isStart && isEnd && line[place..<end].elementsEqual(letters)
    }
  }
}

extension POSIXShellReader {
  /// Reads `<`, `>`, `<<`, `<<-`, `<<<`, `>&` and similar. Only redirections of standard input affect a request.
  mutating func readRedirection(descriptor: String? = nil) {
    var marks = ""
    while let scalar = cursor.peek(), scalar == "<" || scalar == ">", marks.unicodeScalars.count < 3 {
      marks.unicodeScalars.append(scalar)
      cursor.next()
    }
    if let scalar = cursor.peek(), scalar == "&" || scalar == "|" {
      marks.unicodeScalars.append(scalar)
      cursor.next()
    }
    let stripsTabs = marks == "<<" && cursor.peek() == "-"
    if stripsTabs { cursor.next() }
    var target = ShellWord(line: cursor.line)
    if marks == "<", cursor.peek() == "(" {
      let start = cursor.index - 1
      cursor.next()
      skipParentheses()
      target.segments.append(.substitution(cursor.text(from: start)))
      return command.words.append(target)
    }
    cursor.skip(cursor.count(while: \.isBlank))
    readWord(into: &target)
    let isInput = descriptor == nil || descriptor == "0"
    let isOutput = descriptor == nil || descriptor == "1"
    switch marks {
    case "<<":
      documents.append(HereDocument(delimiter: target.text, stripsTabs: stripsTabs))
      keepsNothing(of: "<<\(target.text)")
    case "<<<": keepsNothing(of: "<<<")
    case "<" where isInput && target.substitution != nil: command.words.append(target)
    case "<" where isInput: command.input = target
    // Output to another descriptor or to /dev/null is no loss.
    case ">", ">>", ">|":
      if isOutput, target.literal != "/dev/null" {
        script.redirections.append(.init(line: target.line, message: "\(marks) \(target.text)"))
      }
    default: break
    }
  }

  private mutating func keepsNothing(of document: String) {
    command.unknownInput = "the here-document \(document) is not carried over: give its text as an option"
  }

  /// Skips the here-documents announced on the previous line.
  private mutating func skipDocuments() {
    for document in documents {
      var isClosed = false
      while !isClosed, !cursor.isAtEnd {
        let line = String(cursor.lineAhead)
        let bare = line.hasSuffix("\r") ? line.dropLast() : line[...]
        isClosed = (document.stripsTabs ? bare.drop { $0 == "\t" } : bare) == document.delimiter
        cursor.skip(line.unicodeScalars.count + 1)
      }
    }
    documents = []
  }
}
