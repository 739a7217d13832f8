import Terminal

/// Commands of linear mode that speak the content of the screen. They also act in boxes and while a text is edited.
enum LinearCommands {
  static let all: [Command] = [place, list, more]

  private static let place = command(
    "sayPlace", "Linear mode: read the place, the typed text and the keys", [.function(8), .alt("h")], rank: 91
  ) { $0.ask(.place) }

  private static let list = command(
    "sayList", "Linear mode: read the lines around the cursor", [.function(9), .alt("l")], rank: 92
  ) { $0.ask(.list(portion: 0)) }

  private static let more = command(
    "sayMore", "Linear mode: read the next lines", [.function(10), .alt("m")], rank: 93
  ) { $0.ask(.list(portion: $0.nextPortion)) }

  private static func command(
    _ name: String, _ title: String, _ keys: [Key], rank: Int, _ ask: @escaping @Sendable (inout LinearMode) -> Void
  ) -> Command {
    Command(
      name, title, keys, in: Context.anywhere, section: .window, rank: rank,
      refusal: { $0.capabilities.isLinear ? nil : "Only in linear mode: apus --linear" },
      handler: { state in
        ask(&state.linear)
        return []
      })
  }
}

extension AppState {
  /// The linear-mode command with that key; `nil` for a key of the focused element.
  func linearCommand(for key: Key) -> Command? {
    guard capabilities.isLinear, let command = commands.command(for: key, in: page?.context ?? .tree) else {
      return nil
    }
    return LinearCommands.all.contains(command) ? command : nil
  }
}
