import Essentials
import HTTPModel
package import Terminal
import Workspaces

/// The announced values of a state. Comparing two scenes gives the lines to speak.
struct LinearScene: Equatable {
  /// The focused element, and the line under the cursor.
  struct Place: Equatable {
    var pane: String
    var title: String
    var detail: String
    var count: Int
    var cursor: Int?
    var id: String
    var cell: String
    var isText: Bool
    var text: String
    /// The complete text of an element without a cursor.
    var whole: [String] = []
  }

  /// The progress of a send.
  enum Send: Equatable {
    case sending(Int)
    case finished(Date, Duration)
    case refused(String)
  }

  /// The progress of a run.
  struct RunProgress: Equatable {
    var number = 0
    var phase = Run.Phase.ready
    var failed: [Int] = []
  }

  var place: Place
  var edit: LinearEdit?
  var message: Message?
  var environment: String
  var sends: [RequestKey: Send]
  var scripts: ScriptProgress
  /// The test results of the open request.
  var tests: String
  var run: RunProgress
  var asked: Int

  /// The number of lines spoken from a text without a cursor. The user requests more.
  static let most = 24

  init(_ state: AppState) {
    let list = state.linearList
    place = Place(
      pane: list.pane, title: list.title, detail: list.detail, count: list.count, cursor: list.cursor, id: list.id,
      cell: list.cell, isText: list.isText, text: list.text)
    let most = state.box?.isReadWhole == true ? list.count : Self.most
    if list.cursor == nil { place.whole = list.lines(0, most).map(\.text) }
    edit = state.linearEdit
    message = state.message
    environment = state.environmentWords
    sends = state.sessions.all.compactMapValues { Self.send($0.response.phase) }
    scripts = ScriptProgress(state.session)
    tests = state.session?.testWords ?? ""
    run = RunProgress(number: state.run.number, phase: state.run.phase, failed: state.run.failed)
    asked = state.linear.count
  }

  private static func send(_ phase: ResponsePane.Phase) -> Send? {
    switch phase {
    case .empty: nil
    case .sending(let sending): .sending(sending.id)
    case .finished(let exchange): .finished(exchange.startedAt, exchange.duration)
    case .refused(let refusal): .refused(refusal.message)
    }
  }
}

extension AppState {
  /// `local, protected`
  var environmentWords: String {
    guard let name = environment.chosen else { return "none" }
    return SpokenText.joined([
      name, isProtected ? "protected" : nil, environment.current?.trust.verifies == false ? "TLS not verified" : nil,
    ])
  }
}

/// The announcement of one change: a pure function of the states before and after it.
struct LinearReducer {
  let before: LinearScene
  let after: LinearScene
  let state: AppState
  private(set) var pieces: [LinePiece] = []

  init(_ before: LinearScene, _ after: LinearScene, _ state: AppState) {
    (self.before, self.after, self.state) = (before, after, state)
    guard before != after else { return }
    let isAnnounced = state.settings.configuration.announce?.value ?? true
    // Always announce failures and the results of keys.
    sayMessage(isAnnounced: isAnnounced)
    if before.environment != after.environment { say("Environment: \(after.environment)") }
    if isAnnounced { sayScripts() }
    saySends(isAnnounced: isAnnounced)
    sayRun(isAnnounced: isAnnounced)
    sayFocus()
    if before.asked != after.asked { answer() }
  }

  mutating func say(_ line: String) {
    if !line.isEmpty { pieces.append(.line(state.keys.spoken.filled(line))) }
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
    // After typing ends, announce the position of the cursor.
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

extension LinearReducer {
  private func placeTitle() -> String {
    SpokenText.joined([after.place.pane, after.place.title, after.place.detail])
  }

  private mutating func sayPlace(isNew: Bool) {
    let (old, new) = (before.place, after.place)
    let isElsewhere = old.pane != new.pane || old.title != new.title
    // A request is being opened, and is announced once it is shown.
    if state.sessions.awaited != nil, state.overlay == nil, state.linear.motion == nil { return }
    // A run moves the cursor without the user.
    if state.page == .run, state.run.isInProgress, state.run.follows, !isElsewhere { return }
    // Scripts of a send also move it in the tabs of their results, which are announced as they come.
    let isInScripts = state.focus == .response && reportedSend != nil
    if isInScripts, !isElsewhere, state.linear.motion == nil { return }
    guard let cursor = new.cursor else {
      guard isElsewhere || isNew || old.whole != new.whole || old.id != new.id else { return }
      // Announce only the new lines of a text that scrolls.
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
      // The lines of a text need no title.
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
      say("\(after.place.count - after.place.whole.count) more lines; \(key: "sayList") reads them")
    }
  }

  /// Announces the lines of a page motion.
  private mutating func sayLines(_ first: Int, _ count: Int) {
    for line in state.linearList.lines(first, count) { say(line.text) }
  }

  /// `Headers, row 2 of 5: Accept, application/json, on`
  private static func line(_ title: String, _ place: LinearScene.Place, _ cursor: Int) -> String {
    let row = place.isText ? place.text : "row \(cursor + 1) of \(place.count): \(place.text)"
    return title.isEmpty ? row : title + (place.isText ? ": " : ", ") + row
  }
}

extension LinearReducer {
  private mutating func saySends(isAnnounced: Bool) {
    guard before.sends != after.sends || before.tests != after.tests else { return }
    for (key, send) in after.sends.sorted(by: { "\($0.key)" < "\($1.key)" }) where before.sends[key] != send {
      guard let session = state.sessions[key], isAnnounced || session.lastResult == .bad else { continue }
      say((key == state.current ? "" : "\(session.shownName): ") + session.answerWords(state.clock))
      if key == state.current { for line in state.responseScene?.adviceWords ?? [] { say(line) } }
    }
    let isSaid = state.current.map { before.sends[$0] != after.sends[$0] } ?? false
    // Later results, of scripts that ran again, have a message.
    let isFirst = before.tests.isEmpty && before.scripts.key == after.scripts.key
    if isAnnounced, !isSaid, isFirst { say(after.tests) }
  }

  private mutating func sayRun(isAnnounced: Bool) {
    guard isAnnounced, before.run != after.run else { return }
    let run = state.run
    if before.run.phase != after.run.phase {
      switch after.run.phase {
      case .running: say("Running \(run.extent)")
      case .stopping: say("Stopping the run")
      case .stopped, .finished:
        sayFailures()
        return say(run.endWords)
      case .ready: break
      }
    }
    sayFailures()
  }

  private mutating func sayFailures() {
    guard before.run.number == after.run.number else { return }
    guard before.run.failed.count != after.run.failed.count else { return }
    let known = Set(before.run.failed)
    for index in after.run.failed where !known.contains(index) { say(state.run.words(forRequest: index)) }
  }

  private mutating func answer() {
    switch state.linear.question {
    case .place: for line in state.placeWords { say(line) }
    case .list(let portion): for line in state.listWords(portion) { say(line) }
    case nil: break
    }
  }
}

/// Announces changes of the state on a line terminal, each change once.
@MainActor package final class LinearVoice {
  private let device: any LineDevice
  private var announced: LinearScene?

  package init(_ device: any LineDevice) { self.device = device }

  func announce(_ state: AppState) {
    let scene = LinearScene(state)
    defer { announced = scene }
    guard let announced else { return device.append(Self.greeting(state)) }
    for piece in LinearReducer(announced, scene, state).pieces { device.append(piece) }
  }

  /// The announcement at startup.
  private static func greeting(_ state: AppState) -> LinePiece {
    let keys = [("help", "help"), ("sayPlace", "where I am"), ("sayList", "the lines"), ("quit", "quit")]
    let words = keys.compactMap { name, words in
      state.commands.command(named: name)?.keys.last.map { "\(SpokenText.key($0.name)) \(words)" }
    }
    return .line("Apus, linear mode. Workspace \(state.workspace.title). \(words.joined(separator: ", ")).")
  }
}
