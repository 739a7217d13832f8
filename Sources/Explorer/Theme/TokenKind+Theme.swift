import Documents

extension TokenKind {
  /// Its colour in a document.
  var themeToken: Token {
    switch self {
    case .text: .text
    case .key: .jsonKey
    case .string: .jsonString
    case .number: .jsonNumber
    case .literal: .jsonLiteral
    case .punctuation: .jsonPunctuation
    case .comment, .summary, .hexOffset, .lineEnd: .dim
    case .keyword: .jsonLiteral
    case .tag: .markupTag
    case .attribute: .markupAttribute
    case .heading: .accent
    case .substitute: .warn
    case .fault: .error
    case .hexByte: .text
    }
  }
}
