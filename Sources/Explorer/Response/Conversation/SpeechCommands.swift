import Terminal

/// Commands for what is said into an open conversation.
enum SpeechCommands {
  typealias Command = ResponseCommands.Command

  static let all: [Command] = [
    Command(
      "sayMessage", "Say a saved message into the open WebSocket or call", [.character("m")],
      in: Context.response.union(Context.request), section: .request, rank: 17,
      footer: .word("message", lead: (12, Context.request.union(Context.response))) { isOpen($0) },
      refusal: { isOpen($0) ? nil : "Nothing is open that takes messages: \(key: "send") opens it" },
      handler: { _ in [.savedMessagesRequested] }),
    Command(
      "endInput", "End what is said into the open call; the server may go on", [.alt("o")],
      in: Context.response.union(Context.request), section: .request, rank: 19,
      footer: .word("end input", lead: (13, Context.request.union(Context.response))) { isOpen($0) && $0.isCall },
      refusal: { isOpen($0) && $0.isCall ? nil : "No call is open that takes messages: \(key: "send") opens it" },
      handler: { _ in [.inputEndRequested] }),
  ]

  private static func isOpen(_ given: ResponseCommands.Situation) -> Bool {
    given.pane?.conversation?.takesInput == true
  }
}
