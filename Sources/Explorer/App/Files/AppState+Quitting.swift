import Workspaces

extension AppState {
  /// The drafts that quitting would leave unsaved.
  var drafts: [RequestSession] {
    sessions.values.filter { session in
      switch session.key {
      case .history: return false
      // It is restored at the next start.
      case .scratch where draftsAreKept: return false
      case .scratch, .file: break
      }
      return session.isUnsaved && session.fault == nil
    }
  }

  /// `q`: quits immediately if nothing would be lost, else asks once.
  /// - Parameter other: the workspace to open instead of this one.
  mutating func quitRequested(for other: String? = nil) -> [Effect] {
    successor = other
    return leaveEditing() + askBeforeQuitting()
  }

  private mutating func askBeforeQuitting() -> [Effect] {
    let isSwitching = successor != nil
    let (title, leave) = isSwitching ? ("Open another workspace", "leave") : ("Quit", "quit")
    let count = drafts.count
    let sending = sessions.values.contains { if case .sending = $0.response.phase { true } else { false } }
    if count == 0, !sending, !run.isInProgress { return apply(.end) }
    if count == 0 {
      let what = sending ? "A request is still running" : "A run is still going"
      let question = Question.confirm(title, "\(what). \(isSwitching ? "Leave" : "Quit") and cancel it?", yes: .end)
      return apply(.overlay(.show(.question(question))))
    }
    var what = count == 1 ? "\(drafts[0].shownName) has unsaved changes" : "\(count) requests have unsaved changes"
    if !draftsAreKept { what += ", and drafts cannot be kept" }
    var choices: [Question.Choice] = [
      .init("s", "save and \(leave)", .files(.saveAll(thenEnd: true))),
      .init("k", "keep as drafts and \(leave)", .end),
      .init("d", "discard and \(leave)", .files(.saveAll(thenEnd: false))), .init("n", "stay", nil),
    ]
    // Keeping drafts is not offered unless they would be restored: a kept draft needs a file.
    if !draftsAreKept || drafts.contains(where: { $0.key.path == nil }) { choices.remove(at: 1) }
    return apply(.overlay(.show(.question(Question(title, what, choices)))))
  }

  /// Saves or discards all drafts, and ends after the last write.
  mutating func saveAll(thenEnd: Bool) -> [Effect] {
    if !thenEnd {
      let effects = drafts.map { Effect.files(.journal($0.key, nil)) }
      return effects + apply(.end)
    }
    endsWhenSaved = true
    // Drafts that need a decision come first and keep the program open.
    if let session = drafts.first(where: { $0.isGone || $0.onDisk != nil }) {
      endsWhenSaved = false
      return show(session.key) + file(.saveRequested)
    }
    return drafts.flatMap { file(.writeRequested, of: $0.key) } + endIfAllSaved()
  }

  mutating func endIfAllSaved() -> [Effect] {
    guard endsWhenSaved else { return [] }
    let left = drafts
    if left.isEmpty { return apply(.end) }
    // Requests without a file need a name before the program ends.
    if left.allSatisfy({ $0.key.path == nil }), let first = left.first, overlay == nil, let folder = folderOfCursor {
      current = first.key
      return askForName(of: first.key, in: folder)
    }
    return []
  }
}
