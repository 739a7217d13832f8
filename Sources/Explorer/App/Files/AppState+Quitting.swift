import Basics
import Workspaces

extension AppState {
  /// The drafts that quitting would lose: kept ones are there again at the next start.
  var drafts: [RequestSession] {
    if draftsAreKept { return [] }
    return sessions.values.filter { session in
      if case .history = session.key { return false }
      return session.isUnsaved && session.fault == nil
    }
  }

  /// A text in the smart line that is no request yet is no draft either: it is kept when the program ends.
  func keepEntries() -> [Effect] {
    sessions.values.filter { session in
      // A path that leads to the next workspace has been used.
      session.isEntry && !session.draft.url.trimmed.isEmpty
        && !(!successor.isEmpty && TypedPath(session.draft.url) != nil)
    }.map { session in
      .files(.journal(session.key, session.keptEntry))
    }
  }

  /// `q`: quits immediately if nothing would be lost, else asks once.
  /// - Parameter other: the folders to open instead of these.
  mutating func quitRequested(for other: [String] = []) -> [Effect] {
    successor = other
    return leaveEditing() + askBeforeQuitting()
  }

  private mutating func askBeforeQuitting() -> [Effect] {
    let isSwitching = !successor.isEmpty
    let (title, leave) = isSwitching ? ("Open another workspace", "leave") : ("Quit", "quit")
    let count = drafts.count
    let sending = sessions.values.contains { if case .sending = $0.response.phase { true } else { false } }
    if count == 0, !sending, !run.isInProgress { return apply(.end) }
    if count == 0 {
      let what = sending ? "A request is still running" : "A run is still going"
      let question = Question.confirm(title, "\(what). \(isSwitching ? "Leave" : "Quit") and cancel it?", yes: .end)
      return apply(.overlay(.show(.question(question))))
    }
    let whose = count == 1 ? "\(drafts[0].shownName) has" : "\(count) requests have"
    let what = "\(whose) unsaved changes, and drafts cannot be kept"
    let choices: [Question.Choice] = [
      .init("s", "save and \(leave)", .files(.saveAll(thenEnd: true))),
      .init("d", "discard and \(leave)", .files(.saveAll(thenEnd: false))), .init("n", "stay", nil),
    ]
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
