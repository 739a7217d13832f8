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

  /// `*` or a plain name after a dot.
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

  /// An integer without leading zeros, in the range that every JSON implementation represents exactly (I-JSON).
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
