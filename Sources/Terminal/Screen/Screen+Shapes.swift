import Basics

// Areas, lines and boxes.

extension Screen {
  /// Fills a rectangle with a character of one column.
  package mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    let area = rect.intersection(bounds)
    let text = TextWidth.of(character) == 1 ? VisibleText.of(String(character)) : " "
    let cell = packed(text, style)
    for y in area.minY..<max(area.minY, area.maxY) {
      for x in area.minX..<max(area.minX, area.maxX) {
        put(cell, columns: 1, x: x, y: y)
      }
    }
  }

  /// Changes the style of a rectangle but not its text: selections, cursor rows, matches.
  package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let area = rect.intersection(bounds)
    for y in area.minY..<max(area.minY, area.maxY) {
      for x in area.minX..<max(area.minX, area.maxX) {
        change(&grid[y * size.columns + x].style)
      }
    }
  }

  /// Draws a box around the edge of a rectangle and leaves the inside unchanged. The title is at the left of the upper
  /// border, the facts are at the right. If space is short, the title is cut first, then the last facts are omitted.
  package mutating func box(
    _ rect: Rect, border: Border = .light, style: Style = .plain, title: String = "", facts: String = ""
  ) {
    box(
      rect, border: border, style: style, title: title.isEmpty ? [] : [StyledText(title, style)],
      facts: facts.isEmpty ? [] : [StyledText(facts, style)])
  }

  /// Draws a box whose title and facts have several styles.
  package mutating func box(
    _ rect: Rect, border: Border = .light, style: Style = .plain, title: [StyledText], facts: [StyledText] = []
  ) {
    guard rect.width >= 2 && rect.height >= 2 else { return }
    edges(rect, border, style, joined: false)
    caption(of: rect, title: title, facts: facts)
  }

  /// Draws the edge of a rectangle and joins it to existing lines.
  package mutating func outline(_ rect: Rect, border: Border = .round, style: Style = .plain) {
    guard rect.width >= 2 && rect.height >= 2 else { return }
    edges(rect, border, style, joined: true)
  }

  private mutating func edges(_ rect: Rect, _ border: Border, _ style: Style, joined: Bool) {
    let right = rect.maxX - 1
    let bottom = rect.maxY - 1
    for x in rect.minX + 1..<right {
      corner([.left, .right], x: x, y: rect.minY, border, style, joined)
      corner([.left, .right], x: x, y: bottom, border, style, joined)
    }
    for y in rect.minY + 1..<bottom {
      corner([.up, .down], x: rect.minX, y: y, border, style, joined)
      corner([.up, .down], x: right, y: y, border, style, joined)
    }
    corner([.right, .down], x: rect.minX, y: rect.minY, border, style, joined)
    corner([.left, .down], x: right, y: rect.minY, border, style, joined)
    corner([.right, .up], x: rect.minX, y: bottom, border, style, joined)
    corner([.left, .up], x: right, y: bottom, border, style, joined)
  }

  private mutating func corner(
    _ arms: Border.Arms, x: Int, y: Int, _ border: Border, _ style: Style, _ joined: Bool
  ) {
    guard bounds.contains(Point(x: x, y: y)) else { return }
    let standing = joined ? border.arms(of: self[x, y].text) : nil
    // `+` is used for every joint, so its arms are unknown.
    if let standing, standing.isEmpty {
      grid[y * size.columns + x].style = style
      return
    }
    put(border.stroke(standing.map(arms.union) ?? arms), columns: 1, style: style, x: x, y: y)
  }

  /// Draws the title and facts, each padded by blanks, between the upper corners with at least one stroke between them.
  package mutating func caption(of rect: Rect, title: [StyledText], facts: [StyledText] = []) {
    guard rect.width >= 2 else { return }
    let inside = rect.width - 2
    let titleNeed = title.isEmpty ? 0 : min(title.columns, 6) + 3
    let facts = facts.leading(fitting: inside - 3 - titleNeed)
    let factsWidth = facts.columns
    let hasFacts = factsWidth > 0
    let titleRoom = inside - 2 - (hasFacts ? factsWidth + 4 : 0)
    if !title.isEmpty, titleRoom > 0 {
      let cut = title.truncated(to: titleRoom)
      let padded = [StyledText(" ")] + cut + [StyledText(" ")]
      write(padded, at: Point(x: rect.minX + 1, y: rect.minY), clippedTo: rect)
    }
    if hasFacts {
      let padded = [StyledText(" ")] + facts + [StyledText(" ")]
      write(padded, at: Point(x: rect.maxX - 4 - factsWidth, y: rect.minY), clippedTo: rect)
    }
  }
}

/// The characters for lines and boxes.
package struct Border: Hashable, Sendable {
  /// The directions in which a stroke leaves the middle of its cell.
  struct Arms: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let up = Arms(rawValue: 1)
    static let down = Arms(rawValue: 2)
    static let left = Arms(rawValue: 4)
    static let right = Arms(rawValue: 8)
  }

  /// One stroke for each set of arms, in the order of `Arms.rawValue`; the first has no arms.
  private let strokes: [String]

  private init(_ strokes: String) { self.strokes = strokes.map { String($0) } }

  /// `┌─┐`
  package static let light = Border(" │││─┘┐┤─└┌├─┴┬┼")
  /// `╭─╮`
  package static let round = Border(" │││─╯╮┤─╰╭├─┴┬┼")
  /// `+-+`
  package static let ascii = Border(" |||-+++-+++-+++")

  func stroke(_ arms: Arms) -> String {
    strokes.indices.contains(arms.rawValue) ? strokes[arms.rawValue] : " "
  }

  /// The arms of a stroke that is already on the screen; `nil` if the text is not a stroke.
  func arms(of text: String) -> Arms? {
    guard text != " ", let index = strokes.lastIndex(of: text) else { return nil }
    // A stroke with one arm looks like a whole line, which comes later in the list; `+` does not reveal its arms.
    return index == 15 && text == "+" ? [] : Arms(rawValue: index == 8 ? 12 : index)
  }
}
