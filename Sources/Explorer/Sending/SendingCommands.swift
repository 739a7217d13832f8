import SessionModel
import Terminal
import Workspaces

/// Commands that start or cancel a send.
enum SendingCommands {
  static let all: [Command] = [send, cancel, resendToday]

  /// The command that sends the open request, or speaks in its open conversation.
  static let send = Command(
    "send", "Send the request", [.control("r"), .function(5)], section: .request, rank: 10,
    footer: .init(
      text: { $0.session?.response.conversation?.takesInput == true ? "say" : "send" }, lead: (0, Context.everywhere)),
    refusal: { $0.refusalToSend },
    // Commits the text being edited, so that it is sent.
    handler: { state in state.endEditing() + (state.current.map { state.pressSend($0) } ?? []) })

  static let cancel = Command(
    "cancel", "Cancel the running request", section: .request, rank: 20,
    refusal: { $0.isSending ? nil : "No request is running" }, handler: { $0.cancelSend() })

  static let resendToday = Command(
    "resendToday", "Send the request of an old exchange as it is now, with current variables", [.alt("r")],
    section: .request, rank: 120,
    refusal: { state in
      guard case .history? = state.current else { return "Open an exchange of the history first" }
      return state.current.flatMap { state.savedRequest(of: $0) } == nil ? "The request of this exchange is gone" : nil
    },
    handler: { state in state.current.map { state.apply(.step($0, .resendToday), to: \.outbox) } ?? [] })
}

extension AppState {
  /// The reason why the open request cannot be sent; `nil` if it can.
  var refusalToSend: String? {
    if session?.draft.kind.isShared == true {
      return "Settings cannot be sent: open a request, or press \(key: "runFolder") to send a whole folder"
    }
    if case .unsupported(let word)? = session?.draft.kind, !sends(session?.draft) {
      return "Apus shows \(word) requests but cannot send them"
    }
    return refusalWithoutReadableRequest
  }

  mutating func pressSend(_ key: RequestKey) -> [Effect] {
    if sending(key)?.takesInput == true { return sendMessage(in: key) }
    return apply(.step(key, .requested), to: \.outbox)
  }

  mutating func cancelSend() -> [Effect] { current.map { apply(.step($0, .cancelled), to: \.outbox) } ?? [] }

  /// Records that the user has pressed a key or button, and so no longer waits for a send's question or response.
  mutating func commitRevocableSends(at event: Event) {
    switch event {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.kind == .press: break
    case .mouse, .resized, .terminationRequested, .focusGained, .focusLost, .background: return
    }
    outbox.stopWaiting()
  }
}
