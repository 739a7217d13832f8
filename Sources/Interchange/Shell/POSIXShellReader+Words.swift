import Basics

extension POSIXShellReader {
  /// Reads one word, up to a blank or an operator.
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

  /// Consumes everything up to a special character at once.
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

  private mutating func readSingleQuotes(into word: inout ShellWord) {
    let start = cursor.index
    let line = cursor.line
    cursor.skip(cursor.count { $0 != "'" })
    word.append(cursor.text(from: start))
    if cursor.next() == nil { problem("the quote ' is never closed", line: line) }
  }

  private mutating func readDoubleQuotes(into word: inout ShellWord) {
    let line = cursor.line
    // An empty pair of quotes is also a word.
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
      default: readRun(into: &word, until: "\"\\$`".unicodeScalars.contains)
      }
    }
    problem("the quote \" is never closed", line: line)
  }

  /// Reads `$NAME`, `${NAME…}`, `$(…)`, `$'…'`, `$"…"`; a lone `$` is text.
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

  /// Skips from after `$(` to after its `)`, across quotes and nested parentheses.
  mutating func skipParentheses() {
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

  /// Reads `$(printf '\033')`, with which an exported command encodes control characters; nothing else is evaluated.
  private func appendSubstitution(_ text: String, to word: inout ShellWord) {
    if let spelled = Self.characters(ofSubstitution: text) { return word.append(spelled) }
    word.segments.append(.substitution(text))
  }

  /// The characters of `$(printf '\033\007')` with only octal escapes.
  private static func characters(ofSubstitution text: String) -> String? {
    let (head, tail) = ("$(printf '\\", "')")
    guard text.hasPrefix(head), text.hasSuffix(tail) else { return nil }
    let codes = text.dropFirst(head.count).dropLast(tail.count).split(separator: "\\", omittingEmptySubsequences: false)
    let bytes = codes.compactMap { $0.utf8.count == 3 ? UInt8($0, radix: 8) : nil }
    guard bytes.count == codes.count else { return nil }
    // A shell removes line ends at the end of the output.
    guard bytes.last != 0x0A else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension POSIXShellReader {
  /// Reads the content of `$'…'` (ANSI C escapes as in bash).
  mutating func readANSIQuotes(into word: inout ShellWord) {
    let line = cursor.line
    var bytes: [UInt8] = []
    defer {
      if String(validating: bytes, as: UTF8.self) == nil {
        problem("the escapes of this word produce bytes that are not UTF-8: they are replaced", line: line)
      }
      word.append(String(decoding: bytes, as: UTF8.self))
    }
    while let scalar = cursor.next() {
      if scalar == "'" { return }
      guard scalar == "\\" else {
        bytes += String(scalar).utf8
        continue
      }
      guard let escape = cursor.next() else { break }
      bytes += ansiEscape(escape)
    }
    problem("the quote $' is never closed", line: line)
  }

  private mutating func ansiEscape(_ escape: Unicode.Scalar) -> [UInt8] {
    switch escape {
    case "n": return [0x0A]
    case "t": return [0x09]
    case "r": return [0x0D]
    case "a": return [0x07]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "v": return [0x0B]
    case "e", "E": return [0x1B]
    case "\\", "'", "\"", "?": return Array(String(escape).utf8)
    case "c": return cursor.next().map { [UInt8(truncatingIfNeeded: $0.value) & 0x1F] } ?? []
    case "x": return digits(radix: 16, most: 2).map { [UInt8(truncatingIfNeeded: $0)] } ?? Array("\\x".utf8)
    case "u": return digits(radix: 16, most: 4).map(Self.utf8) ?? Array("\\u".utf8)
    case "U": return digits(radix: 16, most: 8).map(Self.utf8) ?? Array("\\U".utf8)
    case "0"..."7":
      let rest = digits(radix: 8, most: 2)
      let first = Int(escape.value) - 48
      let value = rest.map { (first << (3 * lastDigitCount)) + $0 } ?? first
      return [UInt8(truncatingIfNeeded: value)]
    default: return [UInt8(ascii: "\\")] + Array(String(escape).utf8)
    }
  }

  private static func utf8(_ value: Int) -> [UInt8] {
    // bash decodes the two \u escapes of a surrogate pair separately; neither is a valid character.
    guard let number = UInt32(exactly: value), let scalar = Unicode.Scalar(number) else {
      return Array("\u{FFFD}".utf8)
    }
    return Array(String(scalar).utf8)
  }

  private var lastDigitCount: Int {
    var count = 0
    while count < 2, let scalar = cursor.peek(-1 - count), ("0"..."7").contains(scalar) { count += 1 }
    return count
  }

  private mutating func digits(radix: Int, most: Int) -> Int? {
    var value = 0
    var count = 0
    while count < most, let digit = cursor.peek()?.hexValue.map(Int.init), digit < radix {
      value = value * radix + digit
      count += 1
      cursor.next()
    }
    return count > 0 ? value : nil
  }
}
