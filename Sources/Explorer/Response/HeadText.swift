import Documents
import Terminal

/// The colours of a request's head in the Sent tab and in the preview, which are those of the Headers tab: the method, the
/// names of the fields, dim punctuation.
enum HeadText {
  /// A part of a line in one colour.
  struct Span: Equatable {
    let text: Substring
    let token: Token
  }

  /// - Parameter isFirst: true for `GET /users HTTP/1.1`, false for a field.
  static func spans(of line: String, isFirst: Bool) -> [Span] {
    isFirst ? requestLine(line) : field(line)
  }

  private static func requestLine(_ line: String) -> [Span] {
    let method = line.prefix { $0 != " " }
    let rest = line[method.endIndex...]
    let version = rest.firstRange(of: " HTTP/").map { rest[$0.lowerBound...] } ?? rest[rest.endIndex...]
    return [
      Span(text: method, token: .method(String(method))),
      Span(text: rest[..<version.startIndex], token: .text), Span(text: version, token: .dim),
    ]
  }

  private static func field(_ line: String) -> [Span] {
    // A name of HTTP/2 may begin with a colon.
    guard let colon = line.dropFirst().firstIndex(of: ":") else { return [Span(text: line[...], token: .text)] }
    let value = line.index(after: colon)
    return [
      Span(text: line[..<colon], token: .jsonKey), Span(text: line[colon..<value], token: .jsonPunctuation),
      Span(text: line[value...], token: .text),
    ]
  }

  /// The parts within the first characters of a line.
  static func cut(_ spans: [Span], to count: Int) -> [Span] {
    var left = count
    return spans.compactMap { span in
      let text = span.text.prefix(left)
      left -= text.count
      return text.isEmpty ? nil : Span(text: text, token: span.token)
    }
  }

  static func pieces(of spans: [Span], _ theme: Theme) -> [StyledText] {
    spans.map { StyledText(String($0.text), theme[$0.token]) }
  }
}

extension DocumentLine {
  /// The line in the colours of a head. Matches keep their own.
  func colored(as spans: [HeadText.Span], _ theme: Theme) -> [StyledText] {
    var spans = spans[...]
    var left = spans.first?.text.count ?? 0
    return runs.flatMap { run -> [StyledText] in
      var rest = run.text[...]
      var pieces: [StyledText] = []
      while !rest.isEmpty {
        while left == 0, spans.count > 1 {
          spans = spans.dropFirst()
          left = spans.first?.text.count ?? 0
        }
        let piece = left == 0 ? rest : rest.prefix(left)
        left = max(0, left - piece.count)
        rest = rest[piece.endIndex...]
        pieces.append(StyledText(String(piece), run.matchStyle(theme) ?? theme[spans.first?.token ?? .text]))
      }
      return pieces
    }
  }
}

extension DocumentLine.Run {
  /// The style of a match; `nil` for other text.
  func matchStyle(_ theme: Theme) -> Style? {
    isCurrentMatch ? theme[.matchCurrent] : isMatch ? theme[.match] : nil
  }
}
