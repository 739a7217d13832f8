import ArgumentParser
import Basics
import Explorer
import Terminal
import TerminalNCurses
import Workspaces

/// `apus themes`: lists the themes with a sample of each.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes", abstract: "List the themes: on a terminal with a sample of each, else the names alone.",
    discussion: """
      `theme: NAME` in config.yml chooses one for every workspace; on the screen, "Choose the theme" in the palette \
      (:) previews each theme under the cursor. Each file in themes/ next to config.yml is another theme.
      """)

  func run() throws {
    let files = SettingsFolder().themes()
    let choices = ThemeSwatch.choices(files)
    guard Output.standard.isTerminal else {
      for choice in choices { try Output.standard.write("\(VisibleText.of(choice.name))\n") }
      for fault in files.compactMap(\.fault) { Output.error.say("apus: \(VisibleText.of(fault))") }
      return
    }
    let width = (choices.map { TextWidth.of(VisibleText.of($0.name)) }.max() ?? 0) + 2
    // An unknown terminal gets no colors.
    var line = try? StyledLine(variable: Locale.variable)
    for (name, place, choice) in choices {
      let shown = VisibleText.of(name)
      let head = shown + String(repeating: " ", count: max(0, width - TextWidth.of(shown)))
      if line != nil, line?.capabilities.colors ?? 0 >= 8, let sample = sample(choice, &line) {
        try Output.standard.write(head)
        // Colors from Apus itself, without any other sequences.
        try Output.standard.write(raw: sample)
        try Output.standard.write("  \(VisibleText.of(place))\n")
      } else {
        try Output.standard.write("\(head)\(VisibleText.of(place))\n")
      }
    }
  }

  /// `nil` for a theme that cannot be shown.
  private func sample(_ choice: ThemeChoice, _ line: inout StyledLine?) -> [UInt8]? {
    if case .missing = choice { return nil }
    guard let capabilities = line?.capabilities else { return nil }
    return line?.bytes(ofRow: 0, in: ThemeSwatch.screen(choice, capabilities))
  }
}
