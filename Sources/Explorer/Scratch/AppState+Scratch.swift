import Basics
import Interchange
import Terminal
import Workspaces

/// Requests without a file: typed or pasted, sent immediately, and kept as drafts until `^S` asks for name and folder.
extension AppState {
  /// Their numbers, oldest first.
  var scratches: [Int] { sessions.keys.compactMap(\.scratchNumber).sorted() }

  mutating func apply(_ action: ScratchAction) -> [Effect] {
    switch action {
    case .make(let definitions): return makeScratches(definitions)
    case .found(let number, let definition):
      let key = RequestKey.scratch(number)
      guard sessions[key] == nil else { return [] }
      sessions[key] = RequestSession(key: key, collection: currentCollection, draft: definition)
      rebuildTree()
      return say(.information, "\(definition.name) from last time is back: ^S saves it")
    case .forget(let number):
      let key = RequestKey.scratch(number)
      sessions[key] = nil
      if current == key { current = nil }
      rebuildTree()
      return [.files(.journal(key, nil))]
    }
  }

  /// `^O`: starts a request with an empty URL to type or paste into, reusing one that is still blank.
  mutating func beginScratch() -> [Effect] {
    let kept = leaveEditing()
    if let blank = sessions.first(where: { $0.value.isBlankScratch })?.key { return kept + show(blank) + editURL() }
    return kept + makeScratch(.scratch()) + editURL()
  }

  mutating func makeScratch(_ definition: RequestDefinition) -> [Effect] {
    // Unique across runs, so that a draft of an earlier run is never overwritten.
    let number = Int(now.timeIntervalSince1970 * 1000) * 1000 + nextSerial() % 1000
    let key = RequestKey.scratch(number)
    sessions[key] = RequestSession(key: key, collection: currentCollection, draft: definition.withQueryInStep)
    let isBlank = sessions[key]?.isBlankScratch == true
    let effects = show(key) + (isBlank ? [] : [.files(.journal(key, definition.withQueryInStep))])
    showInTree(.scratch(number))
    return effects
  }

  /// Creates requests and edits the URL of the first, so that Enter sends it.
  private mutating func makeScratches(_ definitions: [RequestDefinition]) -> [Effect] {
    guard !definitions.isEmpty else { return [] }
    let former = current
    var effects: [Effect] = []
    for definition in definitions.reversed() { effects += makeScratch(definition) }
    forgetBlankScratch(former)
    let said = definitions.count == 1 ? "A new request" : "\(definitions.count) new requests"
    return effects + editURL() + say(.information, "\(said), not saved yet: Enter sends it, ^S saves it")
  }

  /// Removes a blank request once another one is shown.
  mutating func forgetBlankScratch(_ key: RequestKey?) {
    guard let key, key != current, sessions[key]?.isBlankScratch == true else { return }
    sessions[key] = nil
    rebuildTree()
  }

  /// Enter in the URL of a request without a file sends it. Other text may be a command, or the name of a request.
  mutating func enterScratchURL() -> [Effect] {
    guard let current, case .scratch = current, let draft = session?.draft, !draft.url.trimmed.isEmpty else {
      return []
    }
    if case .commands(let result)? = ScratchText(draft.url), let first = result.requests.first, !result.isRefused {
      return edit { $0 = Self.named(first.request).withQueryInStep } + perform(CommandTable.send)
    }
    if !ScratchText.isAddress(draft.url.trimmed), let node = onlyRequest(named: draft.url.trimmed) {
      sessions[current] = nil
      rebuildTree()
      return [.files(.journal(current, nil))] + open(node)
    }
    let named = draft.name.isEmpty ? edit { $0.name = RequestName.of(url: $0.url) } : []
    rebuildTree()
    return named + perform(CommandTable.send)
  }

  /// The draft for the journal: a file there needs a name.
  func kept(_ draft: RequestDefinition, of key: RequestKey) -> RequestDefinition {
    guard case .scratch = key, draft.name.isEmpty else { return draft }
    var named = draft
    named.name = RequestName.of(url: draft.url)
    return named
  }

  private func onlyRequest(named name: String) -> RequestNode? {
    let found = workspace.collections.flatMap(\.requests).filter { $0.node.name.lowercased() == name.lowercased() }
    return found.count == 1 ? found[0].node : nil
  }

  mutating func askToForget(scratch number: Int) -> [Effect] {
    let name = sessions[.scratch(number)]?.shownName ?? ""
    let question = Question.confirm(
      "\(name) was never saved. Delete it for good?", yes: .scratch(.forget(number)))
    return apply(.overlay(.show(.question(question))))
  }
}
