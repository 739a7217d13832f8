import Basics

/// The first syntax error of code that runs as the body of a function, with its place in the code.
///
/// The engine reports the error of the function, and its line only: a missing brace is an error of the function's end,
/// and a brace too many one of what follows it.
struct SyntaxFault: Hashable {
  typealias Check = (_ program: String) -> (message: String, line: Int)?

  var message: String
  /// From 1.
  var line: Int
  /// From 1; `nil` if it is not known.
  var column: Int?

  private init(message: String, line: Int) { (self.message, self.line) = (message, line) }

  /// - Parameters:
  ///   - head: what stands before the code, on its first line: `(` and a function up to its brace.
  ///   - check: the error that the engine finds in a program.
  /// - Returns: `nil` if the function has no error.
  init?(in code: String, after head: String, check: Check) {
    guard let found = check("\(head)\(code)\n})") else { return nil }
    let bytes = Array(code.utf8)
    let lines = LineIndex(bytes: bytes)
    let isPastEnd = found.line > lines.position(of: bytes.count).line
    let end = isPastEnd ? nil : Self.end(of: found, in: bytes, head, check)
    if isPastEnd || found.message.contains("Expected ')' to end a compound expression"),
      let brace = Self.braceTooMany(in: bytes[..<(end ?? bytes.count)], head, check)
    {
      self.init("Unexpected token '}'", at: brace, lines)
    } else if isPastEnd {
      let isOfToken = found.message.hasPrefix("Unexpected ") || found.message == "Parser error"
      let last = bytes.lastIndex { !$0.isASCIIWhitespace } ?? 0
      self.init(isOfToken ? "Unexpected end of script" : found.message, at: last, lines)
    } else if let end {
      self.init(found.message, at: end - Self.sizeOfToken(before: bytes[..<end], found.message), lines)
    } else {
      self = SyntaxFault(message: found.message, line: max(1, found.line))
    }
  }

  private init(_ message: String, at offset: Int, _ lines: LineIndex) {
    let position = lines.position(of: offset)
    (self.message, line, column) = (message, position.line, position.column)
  }

  private static func program(_ head: String, _ bytes: ArraySlice<UInt8>) -> String {
    head + String(decoding: bytes, as: UTF8.self)
  }

  /// The offset after the token at which the parser stops: the shortest beginning of the code with the same error.
  private static func end(
    of found: (message: String, line: Int), in bytes: [UInt8], _ head: String, _ check: Check
  ) -> Int? {
    func hasError(_ end: Int) -> Bool { check(program(head, bytes[..<end])).map { $0 == found } ?? false }
    var low = 0
    for _ in 1..<max(1, found.line) { low = bytes[low...].firstIndex { $0 == 0x0A }.map { $0 + 1 } ?? low }
    var high = bytes[low...].firstIndex { $0 == 0x0A } ?? bytes.count
    guard hasError(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if hasError(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  /// The size of the token that the message names, or of the last word.
  private static func sizeOfToken(before bytes: ArraySlice<UInt8>, _ message: String) -> Int {
    let named = message.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    if named.count == 3, !named[1].isEmpty {
      let isQuoted = message.hasPrefix("Unexpected string literal")
      let token = isQuoted ? bytes.dropLast() : bytes
      if token.reversed().starts(with: named[1].reversed()) { return named[1].count + (isQuoted ? 2 : 0) }
    }
    return max(min(1, bytes.count), bytes.reversed().prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }.count)
  }

  /// The offset of a brace that ends the function before the code ends.
  private static func braceTooMany(in bytes: ArraySlice<UInt8>, _ head: String, _ check: Check) -> Int? {
    // The brace is the token before the error; those before it are in strings and comments.
    let braces = bytes.indices.reversed().lazy.filter { bytes[$0] == UInt8(ascii: "}") }.prefix(10)
    return braces.first { check(program(head, bytes[...$0]) + "\n)") == nil }
  }
}

extension SyntaxFault {
  var form: JSONValue {
    .object(["message": .string(message), "line": .int(line), "column": column.map { .int($0) }])
  }
}
