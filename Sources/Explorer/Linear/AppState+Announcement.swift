import Terminal
import Workspaces

/// What linear mode says of a change: pure, from the states before and after it.
extension AppState {
  /// The pieces to append, in order; none where nothing changed for whoever listens.
  static func announce(_ before: AppState, _ after: AppState) -> [LinePiece] {
    LinearTurn(LinearScene(before), LinearScene(after), after).pieces
  }

  /// What is said first.
  static func greeting(_ state: AppState) -> [LinePiece] {
    let keys = [("help", "help"), ("sayPlace", "where I am"), ("sayList", "the lines"), ("quit", "quit")]
    let words = keys.compactMap { name, words in
      state.commands.command(named: name)?.keys.last.map { "\(SpokenText.key($0.name)) \(words)" }
    }
    return [.line("Apus, linear mode. Workspace \(state.workspace.title). \(words.joined(separator: ", ")).")]
  }
}

/// One change, and what is said of it.
struct LinearTurn {
  let before: LinearScene
  let after: LinearScene
  let state: AppState
  private(set) var pieces: [LinePiece] = []

  init(_ before: LinearScene, _ after: LinearScene, _ state: AppState) {
    (self.before, self.after, self.state) = (before, after, state)
    guard before != after else { return }
    let isAnnounced = state.settings.configuration.announce?.value ?? true
    // What went wrong is always said, and what a key led to.
    sayMessage(isAnnounced: isAnnounced)
    if before.environment != after.environment { say("Environment: \(after.environment)") }
    saySends(isAnnounced: isAnnounced)
    sayRun(isAnnounced: isAnnounced)
    sayFocus()
    if before.asked != after.asked { answer() }
  }

  private mutating func say(_ line: String) {
    if !line.isEmpty { pieces.append(.line(line)) }
  }

  private mutating func sayMessage(isAnnounced: Bool) {
    guard let message = after.message, message != before.message else { return }
    guard isAnnounced || message.kind != .information else { return }
    say(message.kind.mark + message.text)
  }

  private mutating func sayFocus() {
    if let edit = after.edit {
      if !edit.isFilter { return sayTyping(edit) }
      if let former = before.edit, former.title == edit.title { type(from: former, to: edit) }
    }
    // Who was typing hears where the cursor is now.
    sayPlace(isNew: before.edit.map { !$0.isFilter } ?? false)
  }

  private mutating func sayTyping(_ edit: LinearEdit) {
    guard let former = before.edit, former.title == edit.title else {
      if before.place.pane != after.place.pane, after.place.pane != edit.title {
        if after.place.cursor == nil { sayWhole(after.place.whole, true) } else { say(placeTitle()) }
      }
      let text = edit.isHidden ? (edit.text.isEmpty ? "" : "hidden") : edit.text
      say("Edit \(edit.title): \(text.isEmpty ? "empty" : text)\(edit.mode.isEmpty ? "" : ", \(edit.mode)")")
      if !edit.completion.isEmpty { say(edit.completion) }
      return
    }
    type(from: former, to: edit)
    if former.mode != edit.mode, !edit.mode.isEmpty { say(edit.mode) }
    if former.completion != edit.completion, !edit.completion.isEmpty { say(edit.completion) }
  }

  private mutating func type(from former: LinearEdit, to edit: LinearEdit) {
    pieces += LinearTyping(former, edit).pieces
  }
}

extension LinearTurn {
  /// Pane, title and detail.
  private func placeTitle() -> String {
    SpokenText.joined([after.place.pane, after.place.title, after.place.detail])
  }

  private mutating func sayPlace(isNew: Bool) {
    let (old, new) = (before.place, after.place)
    let isElsewhere = old.pane != new.pane || old.title != new.title
    // A request is on its way, which is said once it is there.
    if state.awaited != nil, state.overlay == nil, state.linear.motion == nil { return }
    // The run goes through its rows by itself.
    if state.page == .run, state.run.isInProgress, state.run.follows, !isElsewhere { return }
    guard let cursor = new.cursor else {
      guard isElsewhere || isNew || old.whole != new.whole || old.id != new.id else { return }
      // Of a text that moves on, only what is new.
      let fresh = isElsewhere || isNew ? new.whole : new.whole.filter { !old.whole.contains($0) }
      if fresh.isEmpty, !isElsewhere, !isNew { return say(old.detail == new.detail ? "" : new.detail) }
      return sayWhole(fresh, isElsewhere || isNew)
    }
    if isElsewhere || isNew {
      let pane = old.pane == new.pane && !new.title.isEmpty ? "" : new.pane
      return say(Self.line(SpokenText.joined([pane, new.title, isElsewhere ? new.detail : ""]), new, cursor))
    }
    let moved = cursor - (old.cursor ?? cursor)
    if new.isText, abs(moved) > 1, [.pageUp, .pageDown].contains(state.linear.motion) {
      return sayLines(moved > 0 ? cursor - moved + 1 : cursor, abs(moved))
    }
    if old.id != new.id || old.text != new.text {
      // The lines of a text stand for themselves.
      return say(new.isText ? new.text : Self.line(new.title.isEmpty ? new.pane : new.title, new, cursor))
    }
    if old.cell != new.cell { say(new.cell) }
    if old.detail != new.detail, old.count != new.count, after.edit?.isFilter == true { say(new.detail) }
  }

  private mutating func sayWhole(_ lines: [String], _ isTitled: Bool) {
    let title = isTitled ? placeTitle() : ""
    guard let first = lines.first else { return say(title) }
    say(title.isEmpty ? first : "\(title): \(first)")
    for line in lines.dropFirst() { say(line) }
    if after.place.count > after.place.whole.count {
      say("\(after.place.count - after.place.whole.count) more lines; \(state.spokenKey(of: "sayList")) says them")
    }
  }

  /// The lines that a page went over.
  private mutating func sayLines(_ first: Int, _ count: Int) {
    for line in state.linearList.lines(first, count) { say(line.text) }
  }

  /// `Headers, row 2 of 5: Accept, application/json, on`
  private static func line(_ title: String, _ place: LinearScene.Place, _ cursor: Int) -> String {
    let row = place.isText ? place.text : "row \(cursor + 1) of \(place.count): \(place.text)"
    return title.isEmpty ? row : title + (place.isText ? ": " : ", ") + row
  }
}

extension LinearTurn {
  private mutating func saySends(isAnnounced: Bool) {
    guard before.sends != after.sends || before.tests != after.tests else { return }
    for (key, send) in after.sends.sorted(by: { "\($0.key)" < "\($1.key)" }) where before.sends[key] != send {
      guard let session = state.sessions[key], isAnnounced || session.lastResult == .bad else { continue }
      say((key == state.current ? "" : "\(session.shownName): ") + state.words(for: session))
      for line in state.adviceWords(for: session) { say(line) }
    }
    let isSaid = state.current.map { before.sends[$0] != after.sends[$0] } ?? false
    if isAnnounced, !isSaid, before.tests != after.tests { say(after.tests) }
  }

  private mutating func sayRun(isAnnounced: Bool) {
    guard isAnnounced, before.run != after.run else { return }
    let run = state.run
    if before.run.phase != after.run.phase {
      switch after.run.phase {
      case .running: say("Running \(run.spokenCount)")
      case .stopping: say("Stopping the run")
      case .stopped, .finished:
        sayFailures()
        return say(state.runWords)
      case .ready: break
      }
    }
    sayFailures()
  }

  private mutating func sayFailures() {
    guard before.run.number == after.run.number else { return }
    guard before.run.failed.count != after.run.failed.count else { return }
    let known = Set(before.run.failed)
    for index in after.run.failed where !known.contains(index) { say(state.words(forRunAt: index)) }
  }

  private mutating func answer() {
    switch state.linear.question {
    case .place: for line in state.placeWords { say(line) }
    case .list(let portion): for line in state.listWords(portion) { say(line) }
    case nil: break
    }
  }
}
