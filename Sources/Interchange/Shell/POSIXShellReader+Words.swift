import Basics

extension POSIXShellReader {
  /// One word, up to a blank or an operator.
  mutating func readWord(into word: inout ShellWord) {
    while let scalar = cursor.peek() {
      switch scalar {
      case " ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")": return
      case "\r" where cursor.peek(1) == "\n" || cursor.peek(1) == nil: return
      case "\\":
        if let length = continuationLength {
          let isJoined = cursor.peek(1) == "\n" || (cursor.peek(1) == "\r" && cursor.peek(2) == "\n")
          guard isJoined else { return }
          cursor.skip(length)
        } else {
          cursor.next()
          word.isQuoted = true
          if let next = cursor.next() { word.append(next) }
        }
      case "'":
        cursor.next()
        word.isQuoted = true
        readSingleQuotes(into: &word)
      case "\"":
        cursor.next()
        word.isQuoted = true
        readDoubleQuotes(into: &word)
      case "$": readDollar(into: &word, isInQuotes: false)
      case "`": readBackticks(into: &word)
      default: readRun(into: &word, until: Self.endsPlainText)
      }
    }
  }

  /// Everything up to a special character, consumed at once.
  private mutating func readRun(into word: inout ShellWord, until ends: (Unicode.Scalar) -> Bool) {
    let start = cursor.index
    cursor.skip(max(1, cursor.count { !ends($0) }))
    word.append(cursor.text(from: start))
  }

  private static func endsPlainText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", ";", "&", "|", "<", ">", "(", ")", "\\", "'", "\"", "$", "`": true
    default: false
    }
  }

  private static func endsQuotedText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar == "$" || scalar == "`"
  }

  private mutating func readSingleQuotes(into word: inout ShellWord) {
    let start = cursor.index
    let line = cursor.line
    cursor.skip(cursor.count { $0 != "'" })
    word.append(cursor.text(from: start))
    if cursor.next() == nil { problem("the quote ' is never closed", line: line) }
  }

  private mutating func readDoubleQuotes(into word: inout ShellWord) {
    let line = cursor.line
    // An empty pair of quotes is a word, too.
    word.append("")
    while let scalar = cursor.peek() {
      switch scalar {
      case "\"":
        cursor.next()
        return
      case "\\":
        cursor.next()
        guard let next = cursor.next() else { break }
        if next == "\n" { continue }
        if !"$`\"\\".unicodeScalars.contains(next) { word.append("\\" as Unicode.Scalar) }
        word.append(next)
      case "$": readDollar(into: &word, isInQuotes: true)
      case "`": readBackticks(into: &word)
      default: readRun(into: &word, until: Self.endsQuotedText)
      }
    }
    problem("the quote \" is never closed", line: line)
  }

  /// `$NAME`, `${NAME…}`, `$(…)`, `$'…'`, `$"…"`; a lone `$` is text.
  mutating func readDollar(into word: inout ShellWord, isInQuotes: Bool) {
    let start = cursor.index
    cursor.next()
    switch cursor.peek() {
    case "'" where !isInQuotes:
      cursor.next()
      word.isQuoted = true
      readANSIQuotes(into: &word)
    case "\"" where !isInQuotes:
      cursor.next()
      word.isQuoted = true
      readDoubleQuotes(into: &word)
    case "(":
      cursor.next()
      skipParentheses()
      appendSubstitution(cursor.text(from: start), to: &word)
    case "{": readBraces(into: &word, start: start)
    case let scalar? where scalar.isNameStart:
      let name = cursor.index
      cursor.skip(cursor.count(while: \.isNamePart))
      word.segments.append(.variable(cursor.text(from: name)))
    case let scalar? where scalar.isASCIIDigit || "@*#?-!$".unicodeScalars.contains(scalar):
      cursor.next()
      let text = cursor.text(from: start)
      problem("\(text) is a parameter of a script: it is kept as text")
      word.append(text)
    default: word.append("$" as Unicode.Scalar)
    }
  }

  private mutating func readBraces(into word: inout ShellWord, start: Int) {
    cursor.next()
    let nameStart = cursor.index
    cursor.skip(cursor.count(while: \.isNamePart))
    let name = cursor.text(from: nameStart)
    guard !name.isEmpty, cursor.peek() != "}" else {
      if !name.isEmpty {
        cursor.next()
        word.segments.append(.variable(name))
      } else {
        word.append("${")
      }
      return
    }
    var depth = 1
    while depth > 0, let scalar = cursor.next() {
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if scalar == "\\" { cursor.next() }
    }
    problem("\(cursor.text(from: start)) is read as {{\(name)}}: its effect on the value is not carried over")
    word.segments.append(.variable(name))
  }

  private mutating func readBackticks(into word: inout ShellWord) {
    let start = cursor.index
    cursor.next()
    while let scalar = cursor.next() {
      if scalar == "\\" { cursor.next() }
      if scalar == "`" { break }
    }
    appendSubstitution(cursor.text(from: start), to: &word)
  }

  /// From after `$(` to after its `)`, across quotes and nested parentheses.
  private mutating func skipParentheses() {
    var depth = 1
    while depth > 0, let scalar = cursor.next() {
      switch scalar {
      case "(": depth += 1
      case ")": depth -= 1
      case "\\": cursor.next()
      case "'":
        cursor.skip(cursor.count { $0 != "'" })
        cursor.next()
      case "\"":
        while let inner = cursor.next(), inner != "\"" { if inner == "\\" { cursor.next() } }
      default: break
      }
    }
  }

  /// `$(printf '\033')` only encodes characters, as POSIX shells require; everything else stays text.
  private mutating func appendSubstitution(_ text: String, to word: inout ShellWord) {
    if let spelled = PrintfText.characters(ofSubstitution: text) { return word.append(spelled) }
    problem("the command substitution \(text) is kept as text and not executed")
    word.segments.append(.substitution(text))
  }
}
