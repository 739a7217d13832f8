import Basics
import Essentials
import Terminal
import Workspaces

/// Draws the URL line: method, coloured URL and button.
enum URLLineView {
  static func draw(
    _ scene: RequestScene, _ layout: RequestLayout, into screen: inout Screen
  ) {
    let session = scene.session
    let theme = scene.theme
    let method = session.draft.shownMethod
    let color = theme[.method(method)].adding(.bold)
    let pad = layout.method.width > TextWidth.of(method) + 2 ? " " : ""
    let (name, mark) = layout.method.splitRight(pad.isEmpty ? 2 : 3)
    screen.write(pad + method, in: name, style: color)
    if session.draft.kind != .webSocket {
      screen.write(scene.capabilities.unicode ? " ▾" : " v", in: mark, style: color)
    }
    Ground.lay(layout.method, on: .field, theme, &screen)
    drawURL(scene, layout, into: &screen)
    if !layout.send.isEmpty { drawButton(scene, in: layout.send, into: &screen) }
  }

  private static func drawURL(
    _ scene: RequestScene, _ layout: RequestLayout, into screen: inout Screen
  ) {
    let session = scene.session
    let theme = scene.theme
    let rect = layout.url
    defer { Ground.lay(layout.urlField, on: .field, theme, &screen) }
    if case .field(let field) = session.editor.editing, field.target == .url {
      field.field.draw(
        into: &screen, in: rect, style: TextFieldStyle(theme),
        runs: theme.runs(of: field.field.text, in: session.variables),
        isFocused: scene.isFocused && !scene.isCovered)
      if field.field.isEmpty, case .scratch = session.key {
        let hint = Rect(x: rect.x + 1, y: rect.y, width: max(0, rect.width - 1), height: 1)
        let words = ["Type a URL, or paste a cURL command", "URL or cURL command", "URL or cURL"]
        screen.write(words.first { $0.count <= hint.width } ?? "URL", in: hint, style: theme[.dim])
      }
      return
    }
    if session.draft.address.isEmpty {
      screen.write(scene.keys.filled("\(key: "enter") edits the URL"), in: rect, style: theme[.faint])
    } else {
      let pieces = theme.pieces(ofURL: session.draft.address, in: session.variables)
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    }
    if session.editor.isOnURL {
      Ground.markCursor(layout.urlField, isFocused: scene.isFocused, scene, &screen)
    }
  }

  /// Draws the filled button; during a send it cancels, and a marker moves across its label.
  private static func drawButton(
    _ scene: RequestScene, in rect: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    let theme = scene.theme
    guard case .sending(let sending) = session.response.phase else {
      let style = session.isReadOnly || session.isSending ? theme.laid(theme[.dim], on: .field) : theme[.accentInk]
      screen.write(RequestLayout.sendLabel(scene.keys["send"] ?? ""), in: rect, style: style)
      return
    }
    let label = RequestLayout.cancelLabel(scene.keys["leave"] ?? "", session.response.wordOfEnd)
    screen.write(label, in: rect, style: theme.laid(theme[.accent].adding(.bold), on: .field))
    guard scene.capabilities.motion else { return }
    let step = Int(max(0, scene.app.clock.now.timeIntervalSince(sending.startedAt)) * 10) % rect.width
    let style = theme[.accentInk]
    for column in step..<step + 3 {
      screen.restyle(Rect(x: rect.x + column % rect.width, y: rect.y, width: 1, height: 1)) { $0 = style }
    }
  }
}

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
