import Terminal

/// What the choices of a failure's page lead to.
extension AppState {
  /// The loop says after each frame that it is on the screen: the letters of its page act from now on.
  /// Returns whether they are others than before.
  mutating func failureDrawn() -> Bool {
    guard overlay == nil, page == nil, let session else { return false }
    let shown = session.response.shownChoices(given: responseSurroundings(of: session))
    guard session.response.offered != shown else { return false }
    sessions[session.key]?.response.offered = shown
    return true
  }

  /// A failure takes the keyboard to the page that says what to do, unless the user went on with something else.
  mutating func goToFailure(of key: RequestKey) -> [Effect] {
    guard watched == key, let session = sessions[key] else { return [] }
    switch session.response.phase {
    case .empty, .sending: return []
    case .finished, .refused: watched = nil
    }
    guard key == current, page == nil, !isOccupied,
      let page = FailurePage(session.response, given: responseSurroundings(of: session)), page.isHelpful
    else { return [] }
    // One message in one place: the page has it.
    if message?.text == page.headline { message = nil }
    return setFocus(.response)
  }
}

extension FailurePage {
  /// Whether it has more to choose than what acts everywhere.
  fileprivate var isHelpful: Bool { choices.contains { $0.deed != .command } }
}
