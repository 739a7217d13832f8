import Terminal

/// Draws rows of rendered Markdown.
enum MarkdownView {
  static func draw(
    _ rows: ArraySlice<MarkdownRow>, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let unicode = state.capabilities.unicode
    for (index, row) in rows.prefix(rect.height).enumerated() {
      let pieces = row.spans.map { span in
        // Only what the rendering adds has a form in ASCII; what is written stays as it is.
        let text = unicode || span.place != nil ? span.text : ascii(span.text)
        return StyledText(text, state.theme.style(of: span.style))
      }
      screen.write(pieces, at: Point(x: rect.x, y: rect.y + index), clippedTo: rect)
    }
  }

  private static func ascii(_ text: String) -> String {
    String(text.map { $0 == "•" ? "*" : $0 == "─" ? "-" : $0 })
  }
}

extension Theme {
  fileprivate func style(of markdown: MarkdownStyle) -> Style {
    var style = self[token(of: markdown)]
    if !markdown.isDisjoint(with: [.heading, .strong]) { style = style.adding(.bold) }
    return markdown.contains(.emphasis) ? style.adding(.italic) : style
  }

  private func token(of markdown: MarkdownStyle) -> Token {
    if markdown.contains(.faint) { return .dim }
    if markdown.contains(.code) { return .jsonString }
    return markdown.isDisjoint(with: [.heading, .link, .marker]) ? .text : .accent
  }
}
