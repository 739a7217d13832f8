import ArgumentParser

extension DisplayMode: ExpressibleByArgument {}

/// The options for colours and layout.
struct DisplayOptions: ParsableArguments {
  @Option(help: "Colors and progress: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color = DisplayMode.auto

  @Option(help: "Format JSON, XML and HTML: auto (on a terminal), always or never.")
  var pretty = DisplayMode.auto

  var chosen: DisplayChoice { DisplayChoice(color: color, pretty: pretty) }
}
