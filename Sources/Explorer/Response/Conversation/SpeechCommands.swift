import Terminal

/// Commands for what is said into an open conversation.
enum SpeechCommands {
  typealias Command = ResponseCommands.Command

  static let all: [Command] = [
    Command(
      "sayMessage", "Say a saved message into the open WebSocket", [.character("m")],
      in: Context.response.union(Context.request), section: .request, rank: 17,
      footer: .word("message", lead: (12, Context.response)) { isOpen($0) },
      refusal: { isOpen($0) ? nil : "No WebSocket is open: \(key: "send") opens one" },
      handler: { _ in [.savedMessagesRequested] })
  ]

  private static func isOpen(_ given: ResponseCommands.Situation) -> Bool {
    given.pane?.conversation?.takesInput == true
  }
}
