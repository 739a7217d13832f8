import ArgumentParser

extension DisplayMode: ExpressibleByArgument {
  /// Also takes the words of newman, `on` and `off`.
  init?(argument: String) {
    switch argument {
    case "on": self = .always
    case "off": self = .never
    default: self.init(rawValue: argument)
    }
  }
}

/// The options for colours and layout.
struct DisplayOptions: ParsableArguments {
  @Option(help: "Colors and progress: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color = DisplayMode.auto

  @Option(help: "Format JSON, XML and HTML: auto (on a terminal), always or never.")
  var pretty = DisplayMode.auto

  var chosen: DisplayChoice { DisplayChoice(color: color, pretty: pretty) }
}
