import Terminal
import Workspaces

extension Theme {
  /// A coloured URL: variables, `:parameters` of the path, names and values of the query.
  func pieces(ofURL text: String, in table: VariableTable?) -> [StyledText] {
    var part = URLPart.path
    let bytes = Array(text.utf8)
    return VariableSpan.spans(of: text, in: table).flatMap { span -> [StyledText] in
      let text = String(decoding: bytes[span.range], as: UTF8.self)
      guard case .plain = span.kind else { return [StyledText(text, style(of: span))] }
      return pieces(ofPlain: text, part: &part)
    }
  }

  /// The parts of a URL that have their own colours.
  private enum URLPart {
    case path, parameter, name, value, fragment

    var token: Token {
      switch self {
      case .path, .fragment: .text
      case .parameter: .urlParameter
      case .name: .urlName
      case .value: .urlValue
      }
    }
  }

  private func pieces(ofPlain text: String, part: inout URLPart) -> [StyledText] {
    var pieces: [StyledText] = []
    func add(_ character: Character, _ token: Token) {
      if pieces.last?.style == self[token] {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(StyledText(String(character), self[token]))
      }
    }
    var before: Character = " "
    for character in text {
      defer { before = character }
      switch (part, character) {
      case (.path, ":") where before == "/": part = .parameter
      case (.parameter, "/"): part = .path
      case (.path, "?"), (.parameter, "?"), (.value, "&"), (.name, "&"):
        part = .name
        add(character, .urlPunctuation)
        continue
      case (.name, "="):
        part = .value
        add(character, .urlPunctuation)
        continue
      case (_, "#"): part = .fragment
      default: break
      }
      add(character, part.token)
    }
    return pieces
  }
}
