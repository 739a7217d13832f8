import Terminal

/// Boxes that open on their own, when a server or the disk responds. Others choose the moment, so a key meant for
/// something else must not answer them.
extension AppState {
  /// Shows a box unless the user is busy elsewhere; then a message says what was not done and how to be asked again.
  mutating func showUnasked(_ overlay: Overlay, orSay words: String) -> [Effect] {
    isOccupied ? say(.warning, words) : apply(.overlay(.show(overlay)))
  }

  /// Whether input goes to a text or a box.
  var isOccupied: Bool { overlay != nil || isEditingText }

  /// The loop calls this after showing a frame: a question in it accepts answers from now on. Returns whether a frame
  /// would look different now.
  @discardableResult package mutating func drawn() -> Bool {
    let hasNewKeys = failureDrawn()
    guard case .question(var question)? = overlay, !question.isDrawn, Layout.hasRoom(size) else { return hasNewKeys }
    question.isDrawn = true
    overlay = .question(question)
    return hasNewKeys
  }

  /// A user who presses a key or button is no longer waiting for the question of a starting send, or for its answer.
  mutating func leaveDepartures(at event: Event) {
    switch event {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.kind == .press: break
    case .mouse, .resized, .terminationRequested, .focusGained, .focusLost, .background: return
    }
    watched = nil
    for id in outbox.departures.keys { outbox.departures[id]?.isAwaited = false }
  }
}
