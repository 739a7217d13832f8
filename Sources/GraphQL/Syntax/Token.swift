/// One lexical token of a GraphQL text, as a range of it.
struct Token: Hashable, Sendable {
  /// What a token is. Punctuators carry no text of their own.
  enum Kind: Hashable, Sendable {
    case name, int, float, string, blockString
    case bang, dollar, ampersand, parenOpen, parenClose, spread, colon, equals, at, bracketOpen, bracketClose, braceOpen
    case pipe, braceClose
    /// No token starts here; the lexer says why.
    case invalid(LexicalFault)
    case end

    /// For messages: `found …`.
    var words: String {
      switch self {
      case .name: "a name"
      case .int, .float: "a number"
      case .string, .blockString: "a string"
      case .bang: "!"
      case .dollar: "$"
      case .ampersand: "&"
      case .parenOpen: "("
      case .parenClose: ")"
      case .spread: "..."
      case .colon: ":"
      case .equals: "="
      case .at: "@"
      case .bracketOpen: "["
      case .bracketClose: "]"
      case .braceOpen: "{"
      case .pipe: "|"
      case .braceClose: "}"
      case .invalid(let fault): fault.words
      case .end: "the end of the text"
      }
    }
  }

  var kind: Kind
  /// In bytes of UTF-8.
  var range: Range<Int>
}

/// Why some characters are no token.
enum LexicalFault: Hashable, Sendable {
  case character, singleQuote, lonelyDots, leadingZero, missingDigit, nameAfterNumber, unterminatedString
  case unknownEscape, unicodeEscape

  /// In plain words, for people.
  var words: String {
    switch self {
    case .character: "a character that GraphQL does not know"
    case .singleQuote: "a single quote; strings stand in double quotes"
    case .lonelyDots: "dots that are not three (...)"
    case .leadingZero: "a number with a leading zero"
    case .missingDigit: "a number without its digits"
    case .nameAfterNumber: "a number that runs into what follows"
    case .unterminatedString: "a string without its end"
    case .unknownEscape: "an unknown escape in a string"
    case .unicodeEscape: "an escape that is no Unicode character"
    }
  }
}
