/// Parses regular expressions: I-Regexp (RFC 9485) for JSONPath; a common subset for searching, which adds anchors, `\d
/// \w \s \b`, lazy quantifiers (without effect here) and `(?:…)`; or ECMAScript's, for assertions.
package struct RegexParser {
  package enum Dialect: Equatable, Sendable {
    case iRegexp, search
    /// ECMAScript without flags, as far as linear time allows: no lookaround and no back references.
    case script
  }

  let scalars: [Unicode.Scalar]
  let dialect: Dialect
  var i = 0
  private var depth = 0

  static func parse(_ text: String, _ dialect: Dialect) throws(RegexFault) -> RegexNode {
    var parser = RegexParser(scalars: Array(text.unicodeScalars), dialect: dialect)
    let node = try parser.choice()
    if parser.i < parser.scalars.count { throw parser.fault("a ) without its (") }
    return node
  }

  private init(scalars: [Unicode.Scalar], dialect: Dialect) {
    self.scalars = scalars
    self.dialect = dialect
  }

  var next: Unicode.Scalar? { i < scalars.count ? scalars[i] : nil }

  func fault(_ reason: String) -> RegexFault { RegexFault(position: i, reason: reason) }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    i += 1
    return true
  }

  private mutating func choice() throws(RegexFault) -> RegexNode {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else { throw fault("too many nested groups") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(RegexFault) -> RegexNode {
    var items: [RegexNode] = []
    while let c = next, c != "|", c != ")" {
      let atom = try atom()
      items.append(try quantified(atom))
    }
    return items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func quantified(_ atom: RegexNode) throws(RegexFault) -> RegexNode {
    var node = atom
    switch next {
    case "*": node = .repeated(atom, least: 0, most: nil)
    case "+": node = .repeated(atom, least: 1, most: nil)
    case "?": node = .repeated(atom, least: 0, most: 1)
    case "{" where dialect == .script && !startsCount: return atom
    case "{":
      i += 1
      let least = try count()
      var most: Int? = least
      if take(",") { most = next == "}" ? nil : try count() }
      guard next == "}" else { throw fault("expected } after the count") }
      if let most, most < least { throw fault("the counts are in the wrong order") }
      node = .repeated(atom, least: least, most: most)
    default: return atom
    }
    i += 1
    if dialect != .iRegexp { _ = take("?") || take("+") }
    guard let c = next, c == "*" || c == "+" || c == "?" || c == "{" else { return node }
    guard c == "{", dialect == .script, !startsCount else { throw fault("nothing to repeat") }
    return node
  }

  private mutating func count() throws(RegexFault) -> Int {
    var value = 0
    let start = i
    while let c = next, ("0"..."9").contains(c) {
      value = value * 10 + Int(c.value - 0x30)
      i += 1
      if value > 1000 { throw fault("a count above 1000") }
    }
    if i == start { throw fault("expected a count") }
    return value
  }

  private mutating func atom() throws(RegexFault) -> RegexNode {
    guard let c = next else { return .empty }
    switch c {
    case "(":
      i += 1
      if take("?") { try groupKind() }
      let inner = try choice()
      guard take(")") else { throw fault("expected )") }
      return inner
    case ".":
      i += 1
      return .set(lineBreaks.inverted)
    case "[": return .set(try bracket())
    case "\\": return try escape()
    case "^", "$":
      // In RFC 9485 these are ordinary characters, but the engines it maps to (its section 5) treat them as anchors.
      i += 1
      if dialect == .script { return .assertion(c == "^" ? .textStart : .textEnd) }
      return .assertion(c == "^" ? .lineStart : .lineEnd)
    case "{" where dialect == .script && !startsCount:
      i += 1
      return .set(ScalarSet(c))
    case "*", "+", "?", "{": throw fault("nothing to repeat")
    case "}", "]":
      if dialect == .iRegexp { throw fault("\(c) must be escaped") }
      fallthrough
    default:
      i += 1
      return .set(ScalarSet(c))
    }
  }

  private mutating func escape() throws(RegexFault) -> RegexNode {
    if dialect != .iRegexp, i + 1 < scalars.count, scalars[i + 1] == "b" || scalars[i + 1] == "B" {
      i += 2
      return .assertion(scalars[i - 1] == "b" ? .wordBoundary : .noWordBoundary)
    }
    return .set(try escapedSet())
  }

  /// Parses a backslash escape.
  private mutating func escapedSet() throws(RegexFault) -> ScalarSet {
    i += 1
    guard let c = next else { throw fault("nothing after the backslash") }
    i += 1
    switch c {
    case "n": return ScalarSet("\n")
    case "r": return ScalarSet("\r")
    case "t": return ScalarSet("\t")
    case "p", "P": return try category(isInverted: c == "P")
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "$": return ScalarSet(c)
    default: break
    }
    if dialect == .script, let set = try scriptEscape(c) { return set }
    if dialect != .iRegexp {
      switch c {
      case "d": return .digits
      case "D": return ScalarSet.digits.inverted
      case "w": return .word
      case "W": return ScalarSet.word.inverted
      case "s": return .space
      case "S": return ScalarSet.space.inverted
      default: if !ScalarSet.word.contains(c) { return ScalarSet(c) }
      }
    }
    i -= 1
    throw fault("\\\(c) is not an escape")
  }

  private mutating func category(isInverted: Bool) throws(RegexFault) -> ScalarSet {
    guard take("{") else { throw fault("expected { after \\p") }
    var name = ""
    while let c = next, c != "}" {
      name.unicodeScalars.append(c)
      i += 1
    }
    if dialect == .script { name = ScalarSet.abbreviation(ofName: name) }
    guard take("}"), ScalarSet.categoryNames.contains(name) else { throw fault("\(name) is not a Unicode category") }
    var set = ScalarSet()
    set.insert(category: name, isInverted: isInverted)
    return set
  }

  private mutating func bracket() throws(RegexFault) -> ScalarSet {
    i += 1
    var set = ScalarSet()
    let isInverted = take("^")
    var isFirst = true
    while let c = next, c != "]" || (isFirst && dialect != .iRegexp) {
      if c == "-" {
        // A hyphen is an ordinary character only at either end.
        let isEdge = isFirst || (i + 1 < scalars.count && scalars[i + 1] == "]")
        guard isEdge || dialect != .iRegexp else { throw fault("- must be escaped or come first or last") }
      } else if dialect == .iRegexp, c == "[" {
        throw fault("[ must be escaped")
      }
      isFirst = false
      try member(into: &set)
    }
    guard take("]") else { throw fault("expected ]") }
    if isFirst { throw fault("an empty class") }
    return isInverted ? set.inverted : set
  }

  private mutating func member(into set: inout ScalarSet) throws(RegexFault) {
    let low = try memberSet()
    let hasRange = next == "-" && i + 1 < scalars.count && scalars[i + 1] != "]"
    guard hasRange, let first = low.single else { return set.insert(low) }
    i += 1
    let high = try memberSet()
    guard let last = high.single, first <= last else { throw fault("the range is in the wrong order") }
    set.insert(first...last)
  }

  private mutating func memberSet() throws(RegexFault) -> ScalarSet {
    guard let c = next else { throw fault("expected ]") }
    if c == "\\" { return try escapedSet() }
    i += 1
    return ScalarSet(c)
  }
}

extension ScalarSet {
  /// The only scalar of a set with one element.
  fileprivate var single: UInt32? {
    guard ranges.count == 1, categories.isEmpty, parts.isEmpty, !isInverted, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}

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

  /// True if this brace begins a count; in scripts, any other brace is an ordinary character.
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

/// A regular expression as a tree.
indirect enum RegexNode: Equatable, Sendable {
  case empty
  case set(ScalarSet)
  case sequence([RegexNode])
  case choice([RegexNode])
  case repeated(RegexNode, least: Int, most: Int?)
  case assertion(Assertion)

  enum Assertion: UInt8, Equatable, Sendable {
    case lineStart, lineEnd, textStart, textEnd, wordBoundary, noWordBoundary
  }
}

/// The reason why a text is not a valid regular expression.
package struct RegexFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// In Unicode scalars, counted from 0.
  package var position: Int
  package var reason: String

  package var description: String { "character \(position + 1) of the expression: \(reason)" }
}
