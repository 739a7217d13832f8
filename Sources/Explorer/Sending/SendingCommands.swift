import Terminal

/// What sends and what ends a send.
enum SendingCommands {
  static let all: [Command] = [send, cancel, resendToday]

  static let send = Command(
    "send", "Send the request", [.control("r"), .function(5)], section: .request, rank: 10,
    footer: .word("send", lead: (0, Context.everywhere)),
    refusal: { state in
      if case .unsupported(let kind)? = state.session?.draft.kind, !state.sends(state.session?.draft) {
        return "A \(kind) request is shown and kept, but Apus cannot send it"
      }
      return state.refusalWithoutReadableRequest
    },
    handler: { $0.sendRequested() })

  static let cancel = Command(
    "cancel", "Cancel the running request", section: .request, rank: 20,
    refusal: { $0.isSending ? nil : "No request is running" }, handler: { $0.cancelRunning() })

  static let resendToday = Command(
    "resendToday", "Send the request of an old exchange as it is now, with today's variables", [.alt("r")],
    section: .request, rank: 120,
    refusal: { state in
      guard let current = state.current, case .history = current else { return "Open an exchange of the history first" }
      return state.savedRequest(of: current) == nil ? "The request of this exchange is not there any more" : nil
    },
    handler: { state in state.current.map { state.resendToday($0) } ?? [] })
}
