package import Terminal

/// A row of a theme's colours on its own background, for the list of themes on the command line.
package enum ThemeSwatch {
  /// A sample of what a request and its answer look like: words with their tokens, and badges on their surfaces.
  private static let pieces: [(text: String, token: Token)] = [
    (" GET ", .methodGet), ("POST ", .methodPost), ("DELETE ", .methodDelete), ("accent ", .accent), ("dim ", .dim),
    (" 200 ", .okInk), (" 404 ", .warnInk), (" 500 ", .errorInk), (" \"key\"", .jsonKey), (": ", .jsonPunctuation),
    ("\"text\" ", .jsonString), ("42 ", .jsonNumber), ("true ", .jsonLiteral), ("{{x}} ", .variableResolved),
  ]

  package static let columns = pieces.reduce(0) { $0 + $1.text.count }

  /// One row of `columns` cells.
  package static func screen(_ choice: ThemeChoice, _ capabilities: Capabilities) -> Screen {
    let automatic = Theme.Name(for: capabilities)
    let theme = choice.theme(colors: capabilities.colors, automatic: automatic).fitted(to: capabilities)
    var screen = Screen(Size(columns: columns, rows: 1))
    var column = 0
    for (text, token) in pieces {
      column += screen.write(text, at: Point(x: column, y: 0), style: theme[token], clippedTo: screen.bounds)
    }
    guard let ground = theme.ground else { return screen }
    screen.restyle(screen.bounds) { style in
      if style.foreground == .terminal { style.foreground = ground.text }
      if style.background == .terminal { style.background = ground.background }
    }
    return screen
  }

  /// Every theme that can be chosen, the built-in ones first: its name, where it is from, and what is wrong with it.
  package static func choices(_ files: [ThemeFile]) -> [(name: String, place: String, choice: ThemeChoice)] {
    Theme.Name.allCases.map { ($0.word, "built in", .builtIn($0)) }
      + files.map { file in
        let choice = file.theme.map { ThemeChoice.own($0) } ?? .missing(file.name)
        return (file.name, file.fault ?? "themes/\(file.name).yml", choice)
      }
  }
}
