import Terminal

/// The command that sends under several environments.
enum SeveralCommands {
  typealias Command = CommandRecord<Situation, SeveralFeature.Action>

  struct Situation {
    /// Why the open request cannot be sent; `nil` if it can.
    var refusal: String?
    var count: Int
  }

  static let all: [Command] = [send]

  private static let send = Command(
    "sendUnderSeveral", "Send under several environments…", [.alt("e")], section: .request, rank: 12,
    refusal: { given in
      given.refusal
        ?? (given.count < 2 ? "This needs at least two environments: \(key: "editEnvironment") adds one" : nil)
    },
    handler: { _ in [.requested] })
}
