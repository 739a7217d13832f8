import Terminal

/// Commands that suspend or quit the program.
enum ProgramCommands {
  static let all: [Command] = [suspend, quit]

  private static let suspend = Command(
    "suspend", "Suspend", [.control("z")], in: Context.anywhere, section: .window, rank: 80,
    handler: { _ in [.system(.suspend)] })

  private static let quit = Command(
    "quit", "Quit", [.character("q"), .control("c")], in: Context.anywhere, section: .window, rank: 90,
    footer: .word("quit"), handler: { $0.quitRequested() })
}
