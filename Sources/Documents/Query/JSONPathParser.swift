import Basics

/// Parses JSONPath expressions by the grammar of RFC 9535 and checks the types of function arguments.
struct JSONPathParser {
  let scalars: [Unicode.Scalar]
  var i = 0
  var depth = 0
  static let deepest = 100

  static func parse(_ text: String) throws(JSONPathFault) -> [JSONPathSyntax.Segment] {
    var parser = JSONPathParser(scalars: Array(text.unicodeScalars))
    guard parser.take("$") else { throw parser.fault("an expression begins with $") }
    let segments = try parser.segments()
    if parser.i < parser.scalars.count { throw parser.fault("expected . or [ or the end") }
    return segments
  }

  // MARK: Characters

  var next: Unicode.Scalar? { i < scalars.count ? scalars[i] : nil }

  func fault(_ reason: String) -> JSONPathFault { JSONPathFault(position: i, reason: reason) }

  func starts(with text: String) -> Bool { scalars[i...].starts(with: text.unicodeScalars) }

  mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    i += text.unicodeScalars.count
    return true
  }

  mutating func space() { while let c = next, c == " " || c == "\t" || c == "\n" || c == "\r" { i += 1 } }

  static func isNameFirst(_ c: Unicode.Scalar) -> Bool {
    c == "_" || ("a"..."z").contains(c) || ("A"..."Z").contains(c) || c.value >= 0x80
  }

  static func isDigit(_ c: Unicode.Scalar?) -> Bool { c.map { ("0"..."9").contains($0) } ?? false }

  // MARK: Segments

  mutating func segments() throws(JSONPathFault) -> [JSONPathSyntax.Segment] {
    var segments: [JSONPathSyntax.Segment] = []
    while true {
      let back = i
      space()
      if take("..") {
        segments.append(.init(isDescendant: true, selectors: try afterDots()))
      } else if take(".") {
        segments.append(.init(isDescendant: false, selectors: [try shorthand()]))
      } else if next == "[" {
        segments.append(.init(isDescendant: false, selectors: try bracketed()))
      } else {
        i = back
        return segments
      }
    }
  }

  private mutating func afterDots() throws(JSONPathFault) -> [JSONPathSyntax.Selector] {
    if next == "[" { return try bracketed() }
    return [try shorthand()]
  }

  /// Parses `*` or a plain name after a dot.
  private mutating func shorthand() throws(JSONPathFault) -> JSONPathSyntax.Selector {
    if take("*") { return .wildcard }
    guard let first = next, Self.isNameFirst(first) else { throw fault("expected a name or * after the dot") }
    var name = ""
    while let c = next, Self.isNameFirst(c) || Self.isDigit(c) {
      name.unicodeScalars.append(c)
      i += 1
    }
    return .name(Array(name.utf8))
  }

  private mutating func bracketed() throws(JSONPathFault) -> [JSONPathSyntax.Selector] {
    i += 1
    var selectors: [JSONPathSyntax.Selector] = []
    while true {
      space()
      selectors.append(try selector())
      space()
      if take("]") { return selectors }
      guard take(",") else { throw fault("expected a comma or ]") }
    }
  }

  private mutating func selector() throws(JSONPathFault) -> JSONPathSyntax.Selector {
    switch next {
    case "'", "\"": return .name(try string())
    case "*":
      i += 1
      return .wildcard
    case "?":
      i += 1
      space()
      return .filter(try condition())
    case .some(let c) where c == ":" || c == "-" || Self.isDigit(c): return try indexOrSlice()
    default: throw fault("expected a name in quotes, an index, a slice, * or ?")
    }
  }

  private mutating func indexOrSlice() throws(JSONPathFault) -> JSONPathSyntax.Selector {
    var start: Int?
    if next != ":" {
      start = try integer()
      let back = i
      space()
      guard next == ":" else {
        i = back
        return .index(start ?? 0)
      }
    }
    i += 1
    space()
    let end = try optionalInteger()
    var back = i
    space()
    var step = 1
    if take(":") {
      back = i
      space()
      if let written = try optionalInteger() {
        step = written
        back = i
      }
    }
    i = back
    return .slice(start: start, end: end, step: step)
  }

  private mutating func optionalInteger() throws(JSONPathFault) -> Int? {
    guard next == "-" || Self.isDigit(next) else { return nil }
    return try integer()
  }

  /// Parses an integer without leading zeros, in the range that every JSON implementation represents exactly (I-JSON).
  mutating func integer() throws(JSONPathFault) -> Int {
    let isNegative = take("-")
    guard Self.isDigit(next) else { throw fault("expected a digit") }
    if next == "0" {
      if isNegative { throw fault("-0 is not an index") }
      i += 1
      if Self.isDigit(next) { throw fault("a number must not begin with 0") }
      return 0
    }
    var value = 0
    while let c = next, Self.isDigit(c) {
      value = value * 10 + Int(c.value - 0x30)
      if value > 9_007_199_254_740_991 { throw fault("the number is too large") }
      i += 1
    }
    return isNegative ? -value : value
  }
}

extension JSONPathParser {
  /// Parses a string in single or double quotes, as UTF-8.
  mutating func string() throws(JSONPathFault) -> [UInt8] {
    let quote = scalars[i]
    i += 1
    var text = ""
    while let c = next {
      if c == quote {
        i += 1
        return Array(text.utf8)
      }
      if c == "\\" {
        text.unicodeScalars.append(try escape(quote))
      } else if c.value < 0x20 {
        throw fault("a control character must be escaped")
      } else {
        text.unicodeScalars.append(c)
        i += 1
      }
    }
    throw fault("expected a closing quote")
  }

  private mutating func escape(_ quote: Unicode.Scalar) throws(JSONPathFault) -> Unicode.Scalar {
    i += 1
    guard let c = next else { throw fault("nothing after the backslash") }
    let simple: Unicode.Scalar?
    switch c {
    case "b": simple = "\u{8}"
    case "f": simple = "\u{C}"
    case "n": simple = "\n"
    case "r": simple = "\r"
    case "t": simple = "\t"
    case "/", "\\": simple = c
    case "'", "\"": simple = c == quote ? c : nil
    case "u":
      i += 1
      return try unicode()
    default: simple = nil
    }
    guard let simple else { throw fault("\\\(c) is not an escape here") }
    i += 1
    return simple
  }

  private mutating func unicode() throws(JSONPathFault) -> Unicode.Scalar {
    let high = try hex()
    if high & 0xFC00 == 0xD800, take("\\u") {
      let low = try hex()
      if low & 0xFC00 == 0xDC00, let pair = Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)) {
        return pair
      }
      throw fault("a surrogate without its partner")
    }
    guard let scalar = Unicode.Scalar(high) else { throw fault("a surrogate without its partner") }
    return scalar
  }

  private mutating func hex() throws(JSONPathFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let c = next, c.value < 0x80, let digit = Character(c).hexDigitValue else {
        throw fault("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      i += 1
    }
    return value
  }

  /// Parses a number in JSON syntax; `nil` if there is none here.
  mutating func number() throws(JSONPathFault) -> JSONShallowValue? {
    guard next == "-" || Self.isDigit(next) else { return nil }
    let start = i
    _ = take("-")
    guard Self.isDigit(next) else { throw fault("expected a digit") }
    if take("0") {
      if Self.isDigit(next) { throw fault("a number must not begin with 0") }
    } else {
      digits()
    }
    if next == "." {
      i += 1
      guard Self.isDigit(next) else { throw fault("expected a digit") }
      digits()
    }
    if next == "e" || next == "E" {
      i += 1
      if next == "+" || next == "-" { i += 1 }
      guard Self.isDigit(next) else { throw fault("expected a digit") }
      digits()
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<i])
    return .number(DecimalNumber(text))
  }

  private mutating func digits() { while Self.isDigit(next) { i += 1 } }
}
