import Basics
import HTTPModel
import Terminal
import Workspaces

/// One script of a request, folder or collection: the number of the scripts of its phase before it. A phase without
/// scripts has an empty one, which typing creates.
package struct ScriptSlot: Hashable, Sendable {
  package var phase: String
  package var number = 0

  /// The title above the editor. A script in a phase that the request does not have is named as not run.
  func title(in definition: RequestDefinition) -> String {
    let word =
      switch phase {
      case "before-request": "Before request"
      case "after-response": "After response"
      case "tests": "Tests"
      case "grpc:before-call-start": "Before call"
      case "grpc:after-call-end": "After call"
      case "grpc:before-message-send": "Before message"
      case "grpc:after-message-receive": "After message"
      default: phase
      }
    let numbered = number == 0 ? word : "\(word) \(number + 1)"
    return RequestScripts.phases(of: definition.kind).contains(phase) ? numbered : "\(numbered) (not run)"
  }

  /// The text of an editor without code.
  var hint: String {
    switch phase {
    case "before-request": "No script runs before the request."
    case "after-response": "No script runs after the response."
    case "tests": "No script tests the response."
    case "grpc:before-call-start": "No script runs before the call."
    case "grpc:after-call-end": "No script runs after the call."
    default: "The script is empty."
    }
  }
}

extension RequestDefinition {
  /// The scripts by phase, with an empty one for each phase without a script. A call has its own phases; those of HTTP
  /// run, too, if they have a script.
  var scriptSlots: [ScriptSlot] {
    let offered = kind == .grpc ? RequestScripts.callPhases + ["tests"] : RequestScripts.phases(of: .http)
    let own = scripts.map(\.phase)
    let running = RequestScripts.phases(of: kind).filter { own.contains($0) || offered.contains($0) }
    return own.reduce(into: running) { if !$0.contains($1) { $0.append($1) } }.flatMap { phase in
      (0..<max(1, scripts.count { $0.phase == phase })).map { ScriptSlot(phase: phase, number: $0) }
    }
  }

  /// The index of a script in the definition; `nil` if its phase has no such script.
  private func index(of slot: ScriptSlot) -> Int? {
    scripts.indices.filter { scripts[$0].phase == slot.phase }.dropFirst(slot.number).first
  }

  func code(in slot: ScriptSlot) -> String { index(of: slot).map { scripts[$0].code } ?? "" }

  /// Without code, the last script of its phase is removed. An earlier one stays, because the others would change their
  /// numbers.
  mutating func setCode(_ code: String, in slot: ScriptSlot) {
    guard let index = index(of: slot) else {
      if !code.isEmpty { scripts.append(Script(phase: slot.phase, code: code)) }
      return
    }
    if code.isEmpty, scripts.lastIndex(where: { $0.phase == slot.phase }) == index {
      scripts.remove(at: index)
    } else {
      scripts[index].code = code
    }
  }

  /// The script around a line of the file, and the line of the file where its code begins or, for a place of the
  /// history, began. Such a script is found by its text, wherever it stands now.
  fileprivate func script(at place: ScriptPlace) -> (ScriptSlot, first: Int)? {
    let own = scripts.filter { $0.phase == place.phase }
    if let recorded = place.recorded {
      let number = own.firstIndex {
        PlacedScript(phase: $0.phase, code: $0.code, file: place.file).digest == recorded.digest
      }
      return number.map { (ScriptSlot(phase: place.phase, number: $0), recorded.line) }
    }
    let number = own.lastIndex { ($0.line ?? 1) <= place.line } ?? 0
    guard own.indices.contains(number) else { return nil }
    return (ScriptSlot(phase: place.phase, number: number), own[number].line ?? 1)
  }

  var scriptBar: TabBar<ScriptSlot> {
    TabBar(
      items: scriptSlots.map { slot in
        let code = code(in: slot)
        let lines = code.utf8.count { $0 == 0x0A } + (code.isEmpty || code.hasSuffix("\n") ? 0 : 1)
        return TabBar.Item(tab: slot, title: slot.title(in: self), count: lines == 0 ? nil : lines, isEmpty: lines == 0)
      })
  }
}

extension RequestSession {
  /// The script that the tab shows.
  var shownScript: ScriptSlot {
    if case .text(let edit)? = editor.editing, case .script(let slot) = edit.slot { return slot }
    let slots = draft.scriptSlots
    if let chosen = editor.script, slots.contains(chosen) { return chosen }
    return slots.first { !draft.code(in: $0).isEmpty } ?? slots[0]
  }

  var isInScripts: Bool {
    if case .text(.script) = content { return true }
    return false
  }
}

extension RequestPane {
  mutating func choose(_ slot: ScriptSlot) {
    leaveEditing()
    session.editor.isOnURL = false
    session.editor.script = slot
  }

  /// Moves to the adjacent script; false if there is none.
  mutating func moveToScript(by step: Int) -> Bool {
    let slots = session.draft.scriptSlots
    guard session.isInScripts, !session.editor.isOnURL,
      let index = slots.firstIndex(of: session.shownScript), slots.indices.contains(index + step)
    else { return false }
    choose(slots[index + step])
    return true
  }

  private static let scriptIsGone = "This script was removed since it ran"

  /// Moves the cursor to a line that a test or the console names, also in the file of a folder around the request.
  mutating func goToScript(_ place: ScriptPlace) {
    let path = "\(session.collection ?? context.app.workspace.path)/\(place.file)"
    guard session.key.path == path || session.key.path == nil && session.id == nil else {
      guard place.recorded == nil || context.app.workspace.lists(path) else { return context.say(Self.scriptIsGone) }
      return context.open(.file(path), to: .script(place))
    }
    guard let (slot, first) = session.draft.script(at: place) else {
      return context.say(place.recorded == nil ? Self.scriptIsGone : "This script has changed since it ran")
    }
    choose(RequestTab.scripts)
    choose(slot)
    let code = session.draft.code(in: slot)
    var pane = session.editor.texts[.script(slot)] ?? TextPane(code, viewport: Size(columns: 80, rows: 24))
    pane.area.moveCaret(toLine: place.line - first)
    session.editor.texts[.script(slot)] = pane
    context.focus(.request)
  }

  /// The result of a check of the syntax. A text that changed since is checked again.
  mutating func checked(_ slot: ScriptSlot, _ code: String, _ fault: QueryIssue?) {
    session.editor.texts[.script(slot)]?.checked(code, fault)
  }
}

/// Commands of scripts.
enum ScriptCommands {
  static let all: [Command] = [rerun]

  private static let rerun = Command(
    "rerunScripts", "Run the scripts again on the answer shown", [.character("T")], in: [.text, .facts],
    section: .request, rank: 56,
    footer: .word("run again", lead: (15, [.text]), also: (13, [.facts])) { state in
      let showsResults = state.session.map { [.tests, .console].contains($0.response.tab) } ?? false
      let isInPlace = state.focus == .request ? state.session?.isInScripts == true : showsResults
      return isInPlace && refusal(to: state) == nil
    },
    refusal: { refusal(to: $0) }, handler: { $0.rerunScripts() })

  private static func refusal(to state: AppState) -> String? {
    guard let session = state.session else { return state.refusalWithoutRequest }
    if session.draft.kind.isShared { return "Scripts run again from a request that was sent" }
    if case .history = session.key { return "Scripts of the history run again with `apus history replay`" }
    // The folders around it may have scripts, too; these have run with the answer.
    guard !session.draft.scripts.isEmpty || session.response.scripts != nil else { return "The request has no scripts" }
    return session.response.exchange?.response == nil
      ? "There is no answer: \(key: "send") sends the request and runs them" : nil
  }
}

extension AppState {
  fileprivate mutating func rerunScripts() -> [Effect] {
    inRequest { state in
      guard let session = state.session, let exchange = session.response.exchange else { return [] }
      return [.transfer(.rerunScripts(session.key, session.sent, state.terms(of: session), exchange))]
    }
  }

  /// Checks the syntax of the script that is shown. One check at a time runs, so typing does not pile them up.
  mutating func checkScript() -> [Effect] {
    guard let session, case .text(let slot) = session.content, case .script(let script) = slot,
      let code = sessions[session.key]?.editor.texts[slot]?.beginCheck()
    else { return [] }
    return [.transfer(.checkScript(session.key, script, code))]
  }
}
