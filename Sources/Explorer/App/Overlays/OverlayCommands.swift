import Terminal
import Workspaces

/// Commands that open a box above the panes: palette, help, jump, themes.
enum OverlayCommands {
  static let all: [Command] = [jump, labels, chooseTheme, palette, help]

  private static let jump = Command(
    "jump", "Jump to a request by name, URL or file", [.control("g")], section: .going, rank: 130,
    footer: .word("jump", when: { !$0.isListed || !$0.workspace.collections.isEmpty }),
    handler: { state in state.apply(.overlay(.show(.picker(.jump(in: state.workspace))))) })

  private static let labels = Command(
    "jumpLabels", "Show a letter on every place to jump to", [.character("'")], section: .going, rank: 135,
    handler: { $0.showLabels() })

  private static let chooseTheme = Command(
    "chooseTheme", "Choose the theme", in: Context.anywhere, section: .window, rank: 50,
    handler: { state in
      state.apply(.overlay(.show(.picker(.themes(chosen: state.chosenTheme, state.settings)))))
        + [.system(.readThemes)]
    })

  static let palette = Command(
    "palette", "Palette: every action by name", [.character(":"), .control("p")], in: Context.anywhere,
    section: .window, rank: 60,
    footer: .pinned("commands"),
    handler: { state in state.apply(.overlay(.show(.picker(.palette(for: state))))) })

  static let help = Command(
    "help", "Help for where you are", [.character("?"), .function(1)], in: Context.anywhere, section: .window, rank: 70,
    footer: .pinned("help"),
    handler: { state in state.apply(.overlay(.show(.help(HelpPage(state.helpPlace))))) })
}
