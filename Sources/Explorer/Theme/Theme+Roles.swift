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
