import Basics
import SessionModel
import Terminal
import Workspaces

extension AppState {
  mutating func picked(_ purpose: Picker.Purpose, _ id: String) -> [Effect] {
    if let action = purpose.action(id) { return change(by: action) }
    switch purpose {
    case .palette: return pickedInPalette(id)
    case .menu(let subject): return pickedInMenu(of: subject, id)
    case .theme: return pickedTheme(id)
    default: return []
    }
  }
}

/// Commands that open a box above the panes: palette, help, jump, themes.
enum OverlayCommands {
  static let all: [Command] = [jump, labels, chooseTheme, palette, help]

  private static let jump = Command(
    "jump", "Jump to a request by name, URL or file", [.control("g")], section: .going, rank: 130,
    footer: .word("jump", when: { !$0.isListed || !$0.workspace.collections.isEmpty }),
    handler: { state in state.apply(.overlay(.show(.picker(.jump(in: state.workspace, and: state.unsavedRequests))))) })

  private static let labels = Command(
    "jumpLabels", "Show a letter at every place to jump to", [.character("'")], section: .going, rank: 135,
    handler: { $0.apply(.overlay(.show(.labels(JumpLabels($0.labelledPlaces))))) })

  private static let chooseTheme = Command(
    "chooseTheme", "Choose the theme", in: Context.anywhere, section: .window, rank: 50,
    handler: { state in
      state.apply(.overlay(.show(.picker(.themes(state.settings)))))
        + [.system(.readThemes)]
    })

  static let palette = Command(
    "palette", "Palette: every action by name", [.character(":"), .control("p")], in: Context.anywhere,
    section: .window, rank: 60,
    footer: .pinned("commands"),
    handler: { state in state.apply(.overlay(.show(.picker(.palette(for: state))))) })

  static let help = Command(
    "help", "Help for this place", [.character("?"), .function(1)], in: Context.anywhere, section: .window, rank: 70,
    footer: .pinned("help"),
    handler: { state in state.apply(.overlay(.show(.help(state.helpPage)))) })
}

extension Picker {
  static let automaticTheme = "auto"

  static func themes(_ settings: SettingsInForce) -> Picker {
    let place = settings.configuration.theme?.origin ?? .user
    let usual = settings.files.theme.map { "\($0), set in \(place.rawValue)" }
    let follows = Item(
      id: automaticTheme, title: automaticTheme, detail: usual ?? "dark or light, as the terminal is")
    let builtIn = Theme.Name.allCases.map { Item(id: $0.rawValue, title: $0.rawValue) }
    let own = settings.files.themes.map { file in
      Item(id: file.name, title: file.name, detail: file.isShipped ? "" : file.place, refusal: file.fault)
    }
    return Picker("Theme", .theme, items: [follows] + builtIn + own, selected: settings.picked?.name ?? automaticTheme)
  }
}
