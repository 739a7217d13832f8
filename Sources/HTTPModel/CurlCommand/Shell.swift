import Basics

extension CurlCommand {
  /// A shell to write a command for. Quoting ensures that the program receives exactly the given text.
  package enum Shell: String, CaseIterable, Sendable {
    /// POSIX: dash, ksh, busybox; also valid in bash and zsh.
    case sh
    /// bash and zsh, with `$'…'` for control characters.
    case bash
    /// The Windows command prompt.
    case cmd
    /// PowerShell 7.3 and later, on any system.
    case pwsh

    /// One piece of a word.
    enum Segment: Hashable, Sendable {
      case literal(String)
      case variable(String)
    }

    var isPOSIX: Bool { self == .sh || self == .bash }

    var continuation: String {
      switch self {
      case .sh, .bash: " \\\n  "
      case .cmd: " ^\n  "
      case .pwsh: " `\n  "
      }
    }

    func word(_ segments: [Segment]) -> String {
      switch self {
      case .sh, .bash: posixWord(segments)
      case .cmd: Self.cmdWord(segments)
      case .pwsh: Self.powerShellWord(segments)
      }
    }

    /// Letters, digits and these characters need no quoting.
    static func isPlain(_ text: String, also marks: String) -> Bool {
      let bytes = text.utf8
      guard let first = bytes.first, first != UInt8(ascii: "=") else { return false }
      return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: marks.utf8.contains(byte)
        }
      }
    }

    /// A valid variable name: other characters become `_`.
    static func identifier(_ name: String) -> String {
      var text = ""
      for scalar in name.unicodeScalars {
        let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
        text.unicodeScalars.append(isKept ? scalar : "_")
      }
      return text.unicodeScalars.first.map { ("0"..."9").contains($0) ? "_" + text : text } ?? "_"
    }
  }
}

extension CurlCommand.Shell {
  func posixWord(_ segments: [Segment]) -> String {
    guard segments.contains(where: { if case .variable = $0 { true } else { false } }) else {
      return segments.map(posixLiteral).joined()
    }
    let isSimple = segments.allSatisfy { segment in
      guard case .literal(let text) = segment else { return true }
      return !text.unicodeScalars.contains { "\"$`\\!".unicodeScalars.contains($0) || $0.actsOnTerminal }
    }
    return isSimple ? Self.doubleQuoted(segments) : segments.map(posixLiteral).joined()
  }

  private func posixLiteral(_ segment: Segment) -> String {
    switch segment {
    case .variable(let name): return "\"$\(Self.identifier(name))\""
    case .literal(let text):
      if Self.isPlain(text, also: "_@%+=:,./-") { return text }
      guard text.unicodeScalars.contains(where: \.actsOnTerminal) else { return Self.singleQuoted(text.unicodeScalars) }
      return self == .bash ? Self.ansiQuoted(text) : Self.quotedWithPrintf(text)
    }
  }

  private static func singleQuoted(_ text: some Sequence<Unicode.Scalar>) -> String {
    var result = "'"
    for scalar in text {
      if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }

  private static func doubleQuoted(_ segments: [Segment]) -> String {
    var result = "\""
    for (index, segment) in segments.enumerated() {
      switch segment {
      case .literal(let text): result += text
      case .variable(let name):
        var needsBraces = false
        if index + 1 < segments.count, case .literal(let next) = segments[index + 1],
          let scalar = next.unicodeScalars.first
        {
          needsBraces = scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "["
        }
        result += needsBraces ? "${\(identifier(name))}" : "$\(identifier(name))"
      }
    }
    return result + "\""
  }

  /// `$'…'`: with every control character as octal bytes.
  private static func ansiQuoted(_ text: String) -> String {
    var result = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": result += "\\'"
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.actsOnTerminal: result += octal(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// POSIX has no `$'…'`, so `printf` prints each run of control characters. No run ends in a line end, because `$(…)`
  /// would strip it.
  private static func quotedWithPrintf(_ text: String) -> String {
    var result = ""
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      let isRun = first.actsOnTerminal
      let run = rest.prefix { $0.actsOnTerminal == isRun }
      rest = rest[run.endIndex...]
      result += isRun ? "\"$(printf '" + run.map(octal).joined() + "')\"" : singleQuoted(run)
    }
    return result
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map(octal).joined()
  }

  private static func octal(_ byte: UInt8) -> String {
    "\\" + String(512 + Int(byte), radix: 8).dropFirst()
  }

  /// A quoted format from which `printf` writes exactly these bytes.
  static func printfFormat(_ bytes: [UInt8]) -> String {
    var format = ""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "%"): format += "%%"
      case UInt8(ascii: "\\"): format += "\\\\"
      case UInt8(ascii: "'"): format += "\\047"
      case 0x20..<0x7F: format.unicodeScalars.append(Unicode.Scalar(byte))
      default: format += octal(byte)
      }
    }
    // A format that starts with a hyphen would be parsed as an option.
    if format.utf8.first == UInt8(ascii: "-") { format = "\\055" + format.dropFirst() }
    return "'\(format)'"
  }
}

extension CurlCommand.Shell {
  /// Two layers: quotes for the C runtime, then a caret before every character that the prompt itself interprets,
  /// including the quotes, so that the prompt never enters its quoted state.
  static func cmdWord(_ segments: [Segment]) -> String {
    if segments.count == 1, case .literal(let text) = segments[0], isPlain(text, also: "_@+=:,./-") { return text }
    var result = "^\""
    var backslashes = 0
    // A caret after a percent sign prevents variable expansion; before it, `%PATH:a=b%` would still be expanded.
    var isBehindPercent = false
    for segment in segments {
      switch segment {
      case .variable(let name):
        result += (isBehindPercent ? "^" : "") + "%\(identifier(name))%"
        backslashes = 0
        isBehindPercent = false
      case .literal(let text):
        for scalar in text.unicodeScalars where !isDroppedByCmd(scalar) {
          if scalar == "\"" {
            result += (isBehindPercent ? "^" : "") + String(repeating: "\\", count: backslashes + 1)
            isBehindPercent = false
          }
          backslashes = scalar == "\\" ? backslashes + 1 : 0
          result += caretEscaped(scalar, always: isBehindPercent)
          isBehindPercent = scalar == "%"
        }
      }
    }
    return result + String(repeating: "\\", count: backslashes) + "^\""
  }

  /// The prompt drops carriage returns before it reads carets, so a caret before one would escape the next caret. Other
  /// control characters edit the line, or end the batch file (0x1A).
  static func isDroppedByCmd(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 || scalar.value == 0x7F) && scalar != "\n" && scalar != "\t"
  }

  private static func caretEscaped(_ scalar: Unicode.Scalar, always: Bool) -> String {
    if scalar == "\n" { return "^\n\n" }
    if scalar == "%", !always { return "%" }
    let isPlain = !scalar.isASCII || isPlain(String(scalar), also: " _-:=+~'/.,?;*\t\\") || scalar == "="
    return isPlain && !always ? String(scalar) : "^" + String(scalar)
  }

  static func powerShellWord(_ segments: [Segment]) -> String {
    let literals = segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    let text = literals.joined()
    guard literals.count == segments.count, !text.unicodeScalars.contains(where: \.actsOnTerminal) else {
      return expandable(segments)
    }
    let isOption = text.hasPrefix("-") && !text.contains(".") && !text.contains(":")
    if isPlain(text, also: "_+=:./-"), isOption || !text.hasPrefix("-") { return text }
    return PowerShellQuoting.literal(text)
  }

  private static func expandable(_ segments: [Segment]) -> String {
    var result = "\""
    for segment in segments {
      switch segment {
      case .variable(let name): result += "${env:\(identifier(name))}"
      case .literal(let text): result += PowerShellQuoting.expandable(text, escaping: \.actsOnTerminal)
      }
    }
    return result + "\""
  }
}

/// Text in the quotes of PowerShell (about_Quoting_Rules). It ends a string at typographic quotes, too.
package enum PowerShellQuoting {
  /// In single quotes.
  package static func literal(_ text: String) -> String {
    let isQuote = { "'\u{2018}\u{2019}\u{201A}\u{201B}".unicodeScalars.contains($0) }
    return "'" + text.unicodeScalars.map { isQuote($0) ? "\($0)\($0)" : "\($0)" }.joined() + "'"
  }

  /// For double quotes, without them.
  package static func expandable(_ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "`", "$", "\"", "\u{201C}", "\u{201D}", "\u{201E}": result += "`\(scalar)"
      case _ where !isEscaped(scalar): result.unicodeScalars.append(scalar)
      case "\n": result += "`n"
      case "\r": result += "`r"
      case "\t": result += "`t"
      default: result += "`u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }
}

/// Text as one word of a POSIX shell command, safe to paste: nothing in it is expanded, split or executed.
package enum ShellQuoting {
  /// Unquoted if every character is harmless.
  package static func word(_ text: String) -> String {
    // No shell supports NUL in a word.
    CurlCommand.Shell.sh.word([.literal(String(text.unicodeScalars.filter { $0 != "\0" }))])
  }

  /// The word in printable ASCII: escapes of bash, zsh and ksh replace every character that a terminal might not show
  /// as it is.
  package static func plainWord(_ text: String) -> String {
    let isPlain = { (byte: UInt8) in (0x20..<0x7F).contains(byte) }
    guard !text.utf8.allSatisfy(isPlain) else { return word(text) }
    let escaped = text.utf8.filter { $0 != 0 }.map { byte in
      if isPlain(byte), byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\\") { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
    return "$'\(escaped.joined())'"
  }

  /// A `printf` command that writes exactly these bytes, with octal escapes unless they are plain text.
  package static func printf(_ bytes: [UInt8]) -> String {
    guard !bytes.contains(0), let text = String(utf8: bytes) else {
      return "printf \(CurlCommand.Shell.printfFormat(bytes))"
    }
    return "printf %s \(CurlCommand.Shell.sh.word([.literal(text)]))"
  }
}
