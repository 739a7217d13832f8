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

  /// POSIX has no `$'…'`, so each run of control characters is printed. No run ends in a line end, which `$(…)` would
  /// strip.
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

  /// A quoted format for which `printf` writes exactly these bytes.
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
