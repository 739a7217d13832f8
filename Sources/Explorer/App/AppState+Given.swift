/// What features and views are given of the whole, so that they need not know it.
extension AppState: Appearance {
  var isProtected: Bool { environment.current?.isProtected ?? false }

  var clock: WallClock { WallClock(now: now, secondsFromGMT: secondsFromGMT) }
}

extension PaneFrame {
  /// What stands in the border: the pane, or where the top line names the panes, what is open in it.
  static func title(of pane: Pane, _ state: AppState) -> String {
    guard pane != .tree, state.layout.arrangement == .single, let session = state.session else { return pane.title }
    return session.draft.name.isEmpty ? pane.title : session.draft.name
  }
}
