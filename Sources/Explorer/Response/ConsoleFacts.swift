import Basics
import SessionModel
import Terminal
import Workspaces

/// The Console tab: the lines that scripts wrote, with level and place.
extension ResponseFacts {
  static func console(_ state: ResponseSubject, _ width: Int) -> [Line] {
    let lines = state.scripts?.console ?? []
    guard !lines.isEmpty else {
      let words = state.scripts == nil ? "No scripts ran." : "The scripts wrote no lines."
      return [words, "console.log(value) in a script writes one."].map { note($0, state) }
    }
    let shown = lines.suffix(most)
    let hidden = Quantity.amount(lines.count - shown.count, "earlier line")
    return (shown.count < lines.count ? [note("\(hidden) not shown", state)] : [])
      + shown.flatMap { rows(of: $0, state.theme, width) }
  }

  /// The lines are laid out for each frame, so a flood must not slow the screen down.
  private static let most = 500
  private static let mostRows = 100

  /// The place stands right of the first row if there is room.
  private static func rows(of line: ConsoleLine, _ theme: Theme, _ width: Int) -> [Line] {
    let token = token(of: line.level)
    let level = line.level.padded(to: levelWidth)
    let place = line.place.map { "\($0.file):\($0.line)" } ?? ""
    let text = max(2, width - levelWidth)
    let rows = line.text.split(separator: "\n", maxSplits: mostRows, omittingEmptySubsequences: false)
      .flatMap { VisibleLine.of(String($0)).cut(to: text).map(String.init) }
    return (rows.isEmpty ? [""] : rows).enumerated().map { index, row in
      let lead = index == 0 ? level : String(repeating: " ", count: levelWidth)
      var pieces = [StyledText(lead, theme[token]), StyledText(row, theme[token == .dim ? .text : token])]
      let rest = width - levelWidth - TextWidth.of(row) - TextWidth.of(place)
      if index == 0, rest >= 2 { pieces.append(StyledText(String(repeating: " ", count: rest) + place, theme[.faint])) }
      var fact = Line(pieces, copy: line.text, label: "the console line")
      fact.script = line.place
      return fact
    }
  }

  private static let levelWidth = 7

  private static func token(of level: String) -> Token {
    switch level {
    case "error": .error
    case "warn": .warn
    default: .dim
    }
  }
}
