/// Syntax that differs between the dialects.
extension RegexParser {
  /// After `(?`: a non-capturing group, or in scripts a named one; the difference does not matter here.
  mutating func groupKind() throws(RegexFault) {
    if dialect != .iRegexp, take(":") { return }
    guard dialect == .script else { throw fault("this kind of group is not supported") }
    if next == "=" || next == "!" { throw fault("lookahead is not supported: it has no bound in time") }
    guard take("<") else { throw fault("this kind of group is not supported") }
    if next == "=" || next == "!" { throw fault("lookbehind is not supported: it has no bound in time") }
    var isEmpty = true
    while let c = next, c != ">" {
      guard c == "_" || c == "$" || c.properties.isAlphabetic || ("0"..."9").contains(c) else { break }
      i += 1
      isEmpty = false
    }
    guard !isEmpty, take(">") else { throw fault("expected the name of a group and >") }
  }

  /// Whether this brace begins a count: in scripts, any other brace is an ordinary character.
  var startsCount: Bool {
    let rest = scalars[(i + 1)...].prefix { $0 != "}" }
    guard rest.endIndex < scalars.count else { return false }
    let numbers = rest.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let least = numbers.first, !least.isEmpty else { return false }
    return numbers.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
  }

  /// The characters that `.` does not match.
  var lineBreaks: ScalarSet {
    switch dialect {
    case .iRegexp: ScalarSet([0x0A...0x0A, 0x0D...0x0D])
    case .search: ScalarSet([0x0A...0x0A])
    case .script: ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    }
  }

  /// The escapes that only scripts have; `nil` for any other escape.
  mutating func scriptEscape(_ c: Unicode.Scalar) throws(RegexFault) -> ScalarSet? {
    switch c {
    case "f": return ScalarSet("\u{0C}")
    case "v": return ScalarSet("\u{0B}")
    case "s": return .scriptSpace
    case "S": return ScalarSet.scriptSpace.inverted
    case "x": return try scalar(digits: 2)
    case "u":
      guard take("{") else { return try scalar(digits: 4) }
      let count = scalars[i...].prefix { $0 != "}" }.count
      let set = try scalar(digits: count)
      guard take("}") else { throw fault("expected }") }
      return set
    case "0": return ScalarSet("\u{0}")
    case "c":
      guard let letter = next, letter.properties.isAlphabetic, letter.isASCII,
        let control = Unicode.Scalar(letter.value & 0x1F)
      else { throw fault("expected a letter after \\c") }
      i += 1
      return ScalarSet(control)
    case "1"..."9", "k": throw fault("back references are not supported: they have no bound in time")
    default: return nil
    }
  }

  private mutating func scalar(digits count: Int) throws(RegexFault) -> ScalarSet {
    var text = ""
    for _ in 0..<min(count, 6) {
      guard let c = next, c.properties.isASCIIHexDigit else { break }
      text.unicodeScalars.append(c)
      i += 1
    }
    guard text.utf8.count == count, let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw fault("expected the hexadecimal number of a character")
    }
    return ScalarSet(scalar)
  }
}
