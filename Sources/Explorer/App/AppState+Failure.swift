import Terminal

/// What the choices of a failure's page lead to.
extension AppState {
  /// The loop says after each frame that it is on the screen: the letters of its page act from now on.
  mutating func failureDrawn() {
    guard overlay == nil, page == nil, let session else { return }
    let shown = session.response.shownChoices(given: responseSurroundings(of: session))
    if session.response.offered != shown { sessions[session.key]?.response.offered = shown }
  }
}
