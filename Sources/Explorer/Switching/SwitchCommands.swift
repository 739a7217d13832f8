import Terminal

/// The command that leaves this workspace for another.
enum SwitchCommands {
  typealias Record = CommandRecord<Void, SwitchAction>

  static let all: [Record] = [open, openBeside, close]

  private static let open = Record(
    "openWorkspace", "Open another workspace or collection", [.character("W")], in: Context.everywhere,
    section: .window, rank: 75, handler: { _ in [.requested] })

  private static let openBeside = Record(
    "openBeside", "Open another collection beside this", [], in: Context.everywhere, section: .window, rank: 76,
    handler: { _ in [.besideRequested] })

  private static let close = Record(
    "closeFolder", "Close this collection, of several that are open", [], in: Context.everywhere, section: .window,
    rank: 77,
    handler: { _ in [.closeRequested] })
}
