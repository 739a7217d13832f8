import Terminal
import Workspaces

@testable import Explorer

/// A user of linear mode, who presses keys and hears the announcements.
struct LinearListener {
  var journey: Journey
  /// The announcements since the last query.
  private var pieces: [LinePiece] = []

  init() {
    var capabilities = Capabilities(colors: 0, mouse: false)
    capabilities.isLinear = true
    journey = Journey(columns: 200, rows: 24, capabilities: capabilities)
  }

  var state: AppState { journey.state }

  mutating func apply(_ action: Action) {
    let before = journey.state
    journey.apply(action)
    pieces += LinearReducer(LinearScene(before), LinearScene(journey.state), journey.state).pieces
  }

  /// The announcements for these keys, one per line, with typed text joined.
  mutating func press(_ keys: Key...) -> [String] {
    for key in keys { apply(.terminal(.key(key))) }
    return announced()
  }

  mutating func type(_ text: String) -> [String] {
    for character in text { apply(.terminal(.key(.character(character)))) }
    return announced()
  }

  mutating func lines(after action: Action) -> [String] {
    apply(action)
    return announced()
  }

  /// Opens a request as if its file had been read, and discards the announcements.
  mutating func open(_ definition: RequestDefinition = Samples.getUser) {
    journey.open(definition)
    pieces = []
  }

  private mutating func announced() -> [String] {
    var lines: [String] = []
    var typed = ""
    for piece in pieces {
      switch piece {
      case .typed(let text): typed += text
      case .line(let line):
        if !typed.isEmpty { lines.append(typed) }
        typed = ""
        lines.append(line)
      }
    }
    pieces = []
    return lines + (typed.isEmpty ? [] : [typed])
  }
}
