import Basics

/// A position in a text: looks ahead without running past the end, counts lines.
struct ScalarCursor {
  let scalars: [Unicode.Scalar]
  private(set) var index = 0
  private(set) var line = 1

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { index >= scalars.count }

  func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    let place = index + offset
    return place >= 0 && place < scalars.count ? scalars[place] : nil
  }

  @discardableResult
  mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    let scalar = scalars[index]
    index += 1
    if scalar == "\n" { line += 1 }
    return scalar
  }

  mutating func skip(_ count: Int) {
    let end = min(scalars.count, index + max(0, count))
    while index < end {
      if scalars[index] == "\n" { line += 1 }
      index += 1
    }
  }

  func starts(with text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

  /// The rest of the line, without its end.
  var lineAhead: ArraySlice<Unicode.Scalar> { scalars[index...].prefix { $0 != "\n" } }

  /// The number of scalars from `offset` that satisfy the condition.
  func count(from offset: Int = 0, while condition: (Unicode.Scalar) -> Bool) -> Int {
    scalars[index...].dropFirst(offset).prefix(while: condition).count
  }

  /// The text ahead that satisfies the condition, without consuming it.
  func text(ahead condition: (Unicode.Scalar) -> Bool) -> String {
    String(scalars[index..<(index + count(while: condition))])
  }

  /// The text from an earlier index to the current one.
  func text(from start: Int) -> String { String(scalars[min(start, index)..<index]) }
}

extension String {
  init(_ scalars: ArraySlice<Unicode.Scalar>) { self.init(UnicodeScalarView(scalars)) }
}

extension Unicode.Scalar {
  var isNameStart: Bool { isASCII && (properties.isAlphabetic || self == "_") }
  var isNamePart: Bool { isNameStart || isASCIIDigit }
}

extension ScalarCursor {
  /// Consumes a comment and returns its text unless it is empty; a shebang line is skipped.
  mutating func comment() -> [ShellScript.Problem] {
    let (begin, line) = (index, line)
    skip(count { $0 != "\n" })
    let text = text(from: begin)
    let content = text.unicodeScalars.drop { $0 == "#" }.filter { $0 != "\r" }
    let comment = ForeignText.trimmed(String(String.UnicodeScalarView(content)))
    return comment.isEmpty || text.hasPrefix("#!") ? [] : [.init(line: line, message: comment)]
  }
}

extension Unicode.Scalar {
  /// White space as in C and curl: other Unicode white space is ordinary text.
  var isCurlSpace: Bool { self == " " || ("\t"..."\r").contains(self) }
}
