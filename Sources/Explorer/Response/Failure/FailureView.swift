import Basics
import Networking
import Terminal
import Workspaces

/// Draws the page of a failure: what, why, the choices as rows under their keys, then the phases as far as it got.
enum FailureView {
  static func draw(_ page: FailurePage, _ scene: ResponseScene, in frame: Rect, into screen: inout Screen) {
    let layout = FailureLayout(page, in: FailureLayout.area(of: page, in: frame))
    let cursor = scene.pane.failureCursor(of: page)
    for (row, line) in layout.lines.enumerated() where row < layout.area.height {
      if case .choice(let index, let choice) = line {
        draw(choice, isCursor: index == cursor, scene, in: layout.row(row), into: &screen)
      } else {
        draw(pieces(of: line, isQuiet: page.isQuiet, scene), layout, at: row, into: &screen)
      }
    }
    guard let exchange = page.exchange else { return }
    let start = layout.lines.count + 1
    let phases = Waterfall.phases(of: exchange, given: scene.given, width: layout.text(0).width)
    for (row, line) in phases.enumerated() where start + row < layout.area.height {
      draw(line.pieces, layout, at: start + row, into: &screen)
    }
  }

  private static func draw(
    _ pieces: [StyledText], _ layout: FailureLayout, at row: Int, into screen: inout Screen
  ) {
    let place = layout.text(row)
    screen.write(pieces.truncated(to: place.width), at: place.origin, clippedTo: place)
  }

  private static func pieces(of line: FailureLayout.Line, isQuiet: Bool, _ scene: ResponseScene) -> [StyledText] {
    let theme = scene.theme
    switch line {
    case .blank, .choice: return []
    case .headline(let text): return [StyledText(text, theme[isQuiet ? .text : .error].adding(.bold))]
    case .words(let text): return [StyledText(text, theme[.dim])]
    case .hint:
      let words = scene.keys.filled("\(key: "nextPane") leads here: then a letter chooses.")
      return scene.isFocused ? [] : [StyledText(words, theme[.dim])]
    }
  }

  /// A row with its key, what it is and, where there is room, what it leads to.
  private static func draw(
    _ choice: FailureChoice, isCursor: Bool, _ scene: ResponseScene, in row: Rect, into screen: inout Screen
  ) {
    let theme = scene.theme
    let inside = row.width >= 40 ? Rect(x: row.x + 3, y: row.y, width: row.width - 5, height: 1) : row.splitLeft(1).1
    // A letter acts only here; what the other keys do, they do everywhere.
    let isReady = scene.isFocused || choice.deed == .command
    let pieces = [
      StyledText(key(of: choice, scene).padded(to: 4), theme[isReady ? .accent : .faint].adding(.bold)),
      StyledText(choice.title, theme[scene.isFocused ? .text : .dim]),
    ]
    screen.write(pieces.truncated(to: inside.width), at: inside.origin, clippedTo: inside)
    if pieces.columns + 3 + TextWidth.of(choice.effect) <= inside.width {
      screen.write(choice.effect, in: inside, style: theme[.dim], align: .right)
    }
    if isCursor { Ground.markCursor(row, isFocused: scene.isFocused, scene, &screen) }
  }

  static func key(of choice: FailureChoice, _ scene: ResponseScene) -> String {
    scene.keys[choice.command] ?? ":"
  }
}
