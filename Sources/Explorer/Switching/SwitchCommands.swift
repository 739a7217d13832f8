import Terminal

/// The command that leaves this workspace for another.
enum SwitchCommands {
  typealias Record = CommandRecord<Void, SwitchAction>

  static let all: [Record] = [open]

  private static let open = Record(
    "openWorkspace", "Open another workspace or collection", [.character("W")], in: Context.everywhere,
    section: .window, rank: 75, handler: { _ in [.requested] })
}
