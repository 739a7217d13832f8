/// The string literals of a program in a C-like language, parsed independently of the writer: between two double quotes
/// on one line, with backslashes before special characters.
struct ProgramLiterals {
  enum Failure: Error, Equatable {
    /// A string that does not end on its line.
    case open(line: String)
    /// A character that would be invisible.
    case control(line: String)
    /// A backslash without a meaning.
    case escape(Unicode.Scalar)
  }

  private(set) var texts: [String] = []

  /// - Parameters:
  ///   - comment: the mark that begins a comment; its lines have no strings.
  ///   - special: the characters with a meaning in quotes.
  init(_ program: String, comment: String, special: Set<Unicode.Scalar> = []) throws {
    for line in program.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix(comment) {
      guard line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
        throw Failure.control(line: String(line))
      }
      var rest = line.unicodeScalars[...]
      while let quote = rest.firstIndex(of: "\"") {
        rest = rest[rest.index(after: quote)...]
        guard let text = try Self.text(&rest, special) else { throw Failure.open(line: String(line)) }
        texts.append(text)
      }
    }
  }

  /// The text up to the closing quote; `nil` if there is none.
  private static func text(_ rest: inout Substring.UnicodeScalarView, _ special: Set<Unicode.Scalar>) throws -> String?
  {
    var made = ""
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return made }
      if special.contains(scalar) { throw Failure.escape(scalar) }
      guard scalar == "\\" else {
        made.unicodeScalars.append(scalar)
        continue
      }
      guard let next = rest.popFirst() else { return nil }
      made += try escaped(next, &rest, special)
    }
    return nil
  }

  private static func escaped(
    _ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView, _ special: Set<Unicode.Scalar>
  ) throws -> String {
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "\"", "\\": return String(scalar)
    case "u" where rest.first == "{":
      let digits = rest.dropFirst().prefix { $0 != "}" }
      rest = rest.dropFirst(digits.count + 2)
      return try character(String(digits))
    case "u":
      let first = try unit(&rest)
      guard UTF16.isLeadSurrogate(first) else { return String(decoding: [first], as: UTF16.self) }
      rest = rest.dropFirst(2)
      return String(decoding: [first, try unit(&rest)], as: UTF16.self)
    case "x":
      let digits = rest.prefix(2)
      rest = rest.dropFirst(2)
      return try character(String(digits))
    case "U":
      let digits = rest.prefix(8)
      rest = rest.dropFirst(8)
      return try character(String(digits))
    case _ where special.contains(scalar): return String(scalar)
    default: throw Failure.escape(scalar)
    }
  }

  private static func unit(_ rest: inout Substring.UnicodeScalarView) throws -> UInt16 {
    let digits = String(rest.prefix(4))
    rest = rest.dropFirst(4)
    guard digits.count == 4, let unit = UInt16(digits, radix: 16) else { throw Failure.escape("u") }
    return unit
  }

  private static func character(_ digits: String) throws -> String {
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { throw Failure.escape("u") }
    return String(scalar)
  }
}
