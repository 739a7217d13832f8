package import Documents
package import HTTPModel
import Terminal

/// The meaning of a piece of the screen. Themes give each meaning a style; views use nothing else.
///
/// A name that ends in `Ink` is text on the filled surface of that name; `field`, `selection`, `cell` and `shade` are
/// surfaces for other tokens (`Theme.laid`).
package enum Token: String, CaseIterable, Hashable, Sendable {
  case text, dim, faint, line
  case accent, accentInk
  case field, selection, cell, shade
  /// Selected text in a field, and selected lines.
  case selected
  case ok, okInk, info, infoInk, warn, warnInk, error, errorInk
  case match, matchCurrent
  case methodGet, methodPost, methodPut, methodPatch, methodDelete, methodHead, methodOther
  case status1xx, status2xx, status3xx, status4xx, status5xx
  case jsonKey, jsonString, jsonNumber, jsonLiteral, jsonPunctuation, comment, markupTag, markupAttribute
  case variableResolved, variableUnresolved, secret
  case urlParameter, urlName, urlValue, urlPunctuation
  case added, removed, changed
}

extension Token {
  /// The colour of a method; unknown ones are plain text.
  package static func method(_ name: String) -> Token {
    switch name.uppercased() {
    case "GET": .methodGet
    case "POST": .methodPost
    case "PUT": .methodPut
    case "PATCH": .methodPatch
    case "DELETE": .methodDelete
    case "HEAD", "OPTIONS": .methodHead
    default: .methodOther
    }
  }

  /// The colour of a status code; 0 for a failure.
  package static func status(_ code: Int) -> Token {
    switch code {
    case 100..<200: .status1xx
    case 200..<300: .status2xx
    case 300..<400: .status3xx
    case 400..<500: .status4xx
    default: .status5xx
    }
  }

  /// The colour of a status, which is that of a failure if the protocol defines it as one.
  package static func status(_ status: ShortStatus) -> Token { status.name == nil ? .status(status.code) : .error }

  static func badge(_ status: ShortStatus) -> Token { status.name == nil ? .badge(status.code) : .errorInk }

  static func badge(_ code: Int) -> Token {
    switch code {
    case 200..<300: .okInk
    case 100..<200, 300..<400: .infoInk
    case 400..<500: .warnInk
    default: .errorInk
    }
  }
}

extension Token {
  /// The colours of text and surface; `nil` keeps the colour underneath.
  var hues: (text: Hue?, surface: Hue?) {
    switch self {
    case .text, .methodOther: (nil, nil)
    case .dim, .jsonPunctuation, .comment, .status1xx, .secret: (.dim, nil)
    case .faint, .urlPunctuation: (.faint, nil)
    case .line: (.line, nil)
    case .accent: (.accent, nil)
    case .accentInk: (.accentInk, .accent)
    case .field: (.text, .field)
    case .selection: (.text, .selection)
    case .cell: (.cellInk, .cell)
    case .shade: (.faint, .shade)
    case .selected: (.selectedInk, .selectedSurface)
    case .ok, .methodGet, .status2xx, .jsonString, .urlValue: (.green, nil)
    case .okInk: (.okInk, .okSurface)
    case .info, .methodPut, .status3xx, .markupTag, .jsonKey: (.blue, nil)
    case .infoInk: (.infoInk, .infoSurface)
    case .warn, .methodPost, .status4xx, .jsonNumber: (.yellow, nil)
    case .warnInk: (.warnInk, .warnSurface)
    case .error, .methodDelete, .status5xx, .variableUnresolved: (.red, nil)
    case .errorInk: (.errorInk, .errorSurface)
    case .match: (.matchInk, .matchSurface)
    case .matchCurrent: (.currentInk, .currentSurface)
    case .methodPatch, .jsonLiteral, .urlParameter: (.magenta, nil)
    case .methodHead, .urlName: (.cyan, nil)
    case .variableResolved, .markupAttribute: (.teal, nil)
    case .added: (.green, .addedSurface)
    case .removed: (.red, .removedSurface)
    case .changed: (.yellow, .changedSurface)
    }
  }
}

extension TokenKind {
  /// Its colour in a document.
  package var themeToken: Token {
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
