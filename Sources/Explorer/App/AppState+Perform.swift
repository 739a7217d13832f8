extension AppState {
  /// Does what a command asks, wherever the user is; says in the bottom line why not where it cannot be done.
  mutating func perform(_ command: Command) -> [Effect] {
    // Fingers are faster than files: what was opened a moment ago is meant, not what is still shown.
    if command == CommandTable.send, opening != nil {
      sendsOnceOpen = true
      return []
    }
    if let reason = refusal(of: command) { return reason.isEmpty ? [] : say(.information, reason) }
    return command.handler(&self)
  }

  /// Why a command cannot be done now: a sentence for the palette and the bottom line; empty for "just nothing";
  /// `nil` when it can.
  public func refusal(of command: Command) -> String? { command.refusal(self) }

  /// Why nothing can be done with a request.
  var refusalWithoutRequest: String { "No request is open: choose one in the tree, or press n there for a new one" }

  /// Why the open request cannot be used; `nil` when it can.
  var refusalWithoutReadableRequest: String? {
    guard let session else { return refusalWithoutRequest }
    return session.fault == nil ? nil : "This file cannot be read: mend it in an editor first"
  }

  /// Whether the open request is on its way.
  public var isSending: Bool {
    if case .sending = session?.response.phase { return true }
    return false
  }
}
