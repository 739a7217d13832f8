import Terminal

/// What a piece of the screen means. Themes give each meaning a style; views use nothing else.
public enum Token: String, CaseIterable, Hashable, Sendable {
  case text, dim, accent, focus, ok, warn, error
  case selection, match, matchCurrent, border
  case methodGet, methodPost, methodPut, methodPatch, methodDelete, methodHead, methodOther
  case status1xx, status2xx, status3xx, status4xx, status5xx
  case jsonKey, jsonString, jsonNumber, jsonLiteral, jsonPunctuation, comment, markupTag, markupAttribute
  case variableResolved, variableUnresolved, secret
}

extension Token {
  /// The colour of a method; unknown ones are plain text.
  public static func method(_ name: String) -> Token {
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

  /// The colour of a status code; 0 stands for a failure.
  public static func status(_ code: Int) -> Token {
    switch code {
    case 100..<200: .status1xx
    case 200..<300: .status2xx
    case 300..<400: .status3xx
    case 400..<500: .status4xx
    default: .status5xx
    }
  }
}
