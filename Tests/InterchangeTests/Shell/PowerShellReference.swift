/// Parses a pasted command like PowerShell 7.3, written from about_Quoting_Rules, about_Special_Characters and
/// about_Parsing and independent of the reader and writer under test.
struct PowerShellReference {
  enum Failure: Error, Equatable {
    /// An expression that PowerShell would have evaluated, joined or redirected.
    case special(Unicode.Scalar)
    case unclosed
    case escape
  }

  var variables: [String: String] = [:]
  private var rest: ArraySlice<Unicode.Scalar> = []

  init(variables: [String: String] = [:]) {
    self.variables = variables
  }

  private static let singles: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}"]
  private static let doubles: Set<Unicode.Scalar> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]

  mutating func arguments(_ text: String) throws -> [String] {
    rest = Array(text.unicodeScalars)[...]
    var words: [String] = []
    while let scalar = rest.first {
      if scalar == "`", rest.dropFirst().first == "\n" {
        rest = rest.dropFirst(2)
      } else if scalar == " " || scalar == "\t" {
        rest.removeFirst()
      } else {
        words.append(try word())
      }
    }
    return words
  }

  private mutating func word() throws -> String {
    var word = String.UnicodeScalarView()
    let start = rest.startIndex
    while let scalar = rest.first, scalar != " ", scalar != "\t" {
      let isFirst = rest.startIndex == start
      rest.removeFirst()
      switch scalar {
      case _ where Self.singles.contains(scalar): try quoted(into: &word, by: Self.singles, expands: false)
      case _ where Self.doubles.contains(scalar): try quoted(into: &word, by: Self.doubles, expands: true)
      // Outside quotes these are special in PowerShell, or would not be read as text.
      case "$", "`", ";", "|", "&", "<", ">", "(", ")", "{", "}", ",", "\n", "\r": throw Failure.special(scalar)
      case "@", "#", "~", "*", "?", "[", "]", "%": throw Failure.special(scalar)
      // A parameter's name ends at a dot or a colon, so the rest would be another argument.
      case "-" where isFirst:
        let name = rest.prefix { $0 != " " && $0 != "\t" }
        if name.contains(".") || name.contains(":") || name.first == "%" { throw Failure.special(scalar) }
        word.append(scalar)
      case _ where !scalar.isASCII || scalar.value < 0x20: throw Failure.special(scalar)
      default: word.append(scalar)
      }
    }
    return String(word)
  }

  private mutating func quoted(
    into word: inout String.UnicodeScalarView, by marks: Set<Unicode.Scalar>, expands: Bool
  ) throws {
    while let scalar = rest.popFirst() {
      if marks.contains(scalar) {
        // Two of them represent one.
        guard let next = rest.first, marks.contains(next) else { return }
        rest.removeFirst()
        word.append(scalar)
      } else if expands, scalar == "`" {
        word.append(try escaped())
      } else if expands, scalar == "$" {
        try fill(&word)
      } else {
        word.append(scalar)
      }
    }
    throw Failure.unclosed
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    let named: [Unicode.Scalar: Unicode.Scalar] = [
      "0": "\0", "a": "\u{07}", "b": "\u{08}", "e": "\u{1B}", "f": "\u{0C}", "n": "\n", "r": "\r", "t": "\t",
      "v": "\u{0B}",
    ]
    guard let scalar = rest.popFirst() else { throw Failure.unclosed }
    guard scalar == "u" else { return named[scalar] ?? scalar }
    guard rest.popFirst() == "{" else { throw Failure.escape }
    let digits = rest.prefix { $0 != "}" }
    rest = rest.dropFirst(digits.count + 1)
    let text = String(String.UnicodeScalarView(digits))
    guard (1...6).contains(digits.count), let value = UInt32(text, radix: 16), let made = Unicode.Scalar(value) else {
      throw Failure.escape
    }
    return made
  }

  private mutating func fill(_ word: inout String.UnicodeScalarView) throws {
    let mark = Array("{env:".unicodeScalars)
    guard rest.starts(with: mark) else { throw Failure.special("$") }
    rest = rest.dropFirst(mark.count)
    let name = rest.prefix { $0 != "}" }
    rest = rest.dropFirst(name.count + 1)
    word.append(contentsOf: (variables[String(String.UnicodeScalarView(name))] ?? "").unicodeScalars)
  }
}
