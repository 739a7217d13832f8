extension AppState {
  /// Runs a command from anywhere; if it is refused, the bottom line says why.
  mutating func perform(_ command: Command) -> [Effect] {
    // The user types faster than files load: send the request being opened, not the one still shown.
    if command == CommandTable.send, opening != nil {
      awaited?.wish = .pressSend
      return []
    }
    if let reason = refusal(of: command) { return reason.isEmpty ? [] : say(.information, reason) }
    return command.handler(&self)
  }

  /// Why a command is refused now: a sentence for the palette and the bottom line; empty to ignore the key silently;
  /// `nil` if it is not refused.
  package func refusal(of command: Command) -> String? { command.refusal(self).map(keys.filled) }

  /// The refusal of commands that need an open request.
  var refusalWithoutRequest: String {
    "No request is open: choose one in the tree, or press \(key: "newRequest") there for a new one"
  }

  /// Why the open request cannot be used; `nil` if it can.
  var refusalWithoutReadableRequest: String? {
    guard let session else { return refusalWithoutRequest }
    return session.fault == nil ? nil : "This file cannot be read: fix it in an editor first"
  }

  /// Whether a send of the open request is running.
  package var isSending: Bool {
    session?.isSending ?? false
  }
}
