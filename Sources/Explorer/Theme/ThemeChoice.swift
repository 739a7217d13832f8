package import Terminal
package import Workspaces

/// The requested theme: picked by the user, which is remembered, or named by `theme:` in the settings.
package enum ThemeChoice: Hashable, Sendable {
  case builtIn(Theme.Name)
  case own(OwnTheme)
  /// A file that is missing or broken. The name is kept, so that the theme returns once its file is fixed.
  case missing(String)

  /// - Parameter themes: the files that were read.
  init(_ name: String, in themes: [ThemeFile]) {
    if let builtIn = Theme.Name(rawValue: name) {
      self = .builtIn(builtIn)
    } else if let theme = themes.first(where: { $0.name == name })?.theme {
      self = .own(theme)
    } else {
      self = .missing(name)
    }
  }

  /// The name saved between runs.
  package var name: String {
    switch self {
    case .builtIn(let name): name.rawValue
    case .own(let theme): theme.name
    case .missing(let name): name
    }
  }

  /// - Parameter automatic: the theme for the terminal's background.
  func theme(colors: Int, automatic: Theme.Name) -> Theme {
    switch self {
    case .builtIn(let name): Theme(name, colors: colors)
    case .own(let theme): Theme(theme, colors: colors)
    case .missing: Theme(automatic, colors: colors)
    }
  }
}

/// One file of the folder `themes` beside the settings, or of the themes that ship with the program, as it was read.
package struct ThemeFile: Hashable, Sendable {
  /// The name of the file without `.yml`.
  package let name: String
  package let content: Result<OwnTheme, YAMLError>
  /// True if the file ships with the program.
  package let isShipped: Bool

  package init(name: String, content: Result<OwnTheme, YAMLError>, isShipped: Bool = false) {
    self.name = name
    self.content = content
    self.isShipped = isShipped
  }

  /// - Parameter bytes: the content of the file.
  package init(name: String, _ bytes: [UInt8], isShipped: Bool = false) {
    self.name = name
    self.isShipped = isShipped
    guard !Self.isReserved(name) else {
      content = .failure(YAMLError(line: 1, column: 1, "this is the name of a built-in theme: rename the file"))
      return
    }
    content = Result { () throws(YAMLError) in try OwnTheme(name: name, bytes) }
  }

  /// True if a name belongs to a built-in theme.
  package static func isReserved(_ name: String) -> Bool {
    name == "auto" || Theme.Name(rawValue: name) != nil
  }

  /// `nil` if the file is broken.
  package var theme: OwnTheme? {
    // `fault` reports the error.
    try? content.get()
  }

  /// The origin, for lists.
  package var place: String { isShipped ? "built in" : "themes/\(name).yml" }

  /// The error with its position: `themes/solar.yml:3:9: …`; `nil` for a valid theme.
  package var fault: String? {
    if case .failure(let error) = content { "themes/\(name).yml:\(error)" } else { nil }
  }
}

/// A row of a theme's colours on its own background, for the list of themes on the command line.
package enum ThemeSwatch {
  /// A sample of a request and its answer: words with their tokens, and badges on their surfaces.
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
    theme.paint(&screen)
    return screen
  }

  /// All themes, built-in ones first: the name, the origin or fault, and the choice.
  package static func choices(_ files: [ThemeFile]) -> [(name: String, place: String, choice: ThemeChoice)] {
    Theme.Name.allCases.map { ($0.rawValue, "built in", .builtIn($0)) }
      + files.map { file in
        let choice = file.theme.map { ThemeChoice.own($0) } ?? .missing(file.name)
        return (file.name, file.fault ?? file.place, choice)
      }
  }
}
