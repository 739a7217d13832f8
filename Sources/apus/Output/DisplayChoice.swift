/// Selects whether a command does something for a terminal: `auto` does it there only.
enum DisplayMode: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The user's choice of colours and layout: `--color` and `--pretty`.
struct DisplayChoice: Sendable {
  var color = DisplayMode.auto
  var pretty = DisplayMode.auto

  /// True if texts are formatted for people on this output.
  func formats(_ output: Output) -> Bool { pretty == .always || pretty == .auto && output.isTerminal }

  /// True if a terminal may receive control sequences, such as those of a progress line.
  var allowsControl: Bool { color == .always || color == .auto && TerminalControl.isWanted }
}
