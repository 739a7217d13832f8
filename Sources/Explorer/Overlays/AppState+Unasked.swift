import Terminal

/// Boxes that come by themselves: when a server answers, or the disk does. Somebody else chooses the moment, so that a key
/// which is meant for something else must not answer them.
extension AppState {
  /// Shows one where nobody is at work on something else; where somebody is, says what was not done instead, and how it
  /// is asked again.
  mutating func showUnasked(_ overlay: Overlay, orSay words: String) -> [Effect] {
    isOccupied ? say(.warning, words) : apply(.overlay(.show(overlay)))
  }

  /// Whether what is typed goes into a text or a box.
  var isOccupied: Bool { overlay != nil || isEditingText }

  /// The loop says after each frame that it is on the screen: the question in it can be answered from now on.
  public mutating func drawn() {
    guard case .question(var question)? = overlay, !question.isDrawn else { return }
    question.isDrawn = true
    overlay = .question(question)
  }

  /// Who presses a key or a button does not wait for the question of a send that is on its way.
  mutating func leaveDepartures(at event: Event) {
    switch event {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.kind == .press: break
    case .mouse, .resized, .terminationRequested, .focusGained, .focusLost, .background: return
    }
    for id in outbox.departures.keys { outbox.departures[id]?.isAwaited = false }
  }
}
