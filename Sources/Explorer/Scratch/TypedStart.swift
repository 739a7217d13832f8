import Essentials
import Terminal
import Workspaces

/// Recognizes the first letters of a URL or a curl command typed while no field is open. Each letter acts as a key
/// until they are unambiguous; then the smart line opens with them.
///
/// `http` has to be typed in full, because `h` moves the cursor. `curl`, `{{` and mostly `ws:` begin with a key without a
/// command, so their second key is already text; otherwise the `u` of `curl` would undo.
struct TypedStart: Equatable, Sendable {
  private(set) var text = ""
  /// True if a key so far was a command.
  private var wasCommand = false
  private var last = Date(timeIntervalSince1970: 0)

  /// After a longer pause in seconds, the keys are taken as single keys.
  private static let longestPause: TimeInterval = 2
  private static let starts = ["http", "curl", "{{", "ws:", "wss:"]

  /// Takes a key that nothing else handles. Returns true if the keys are now text.
  /// - Parameter isCommand: whether the key has a command in this context.
  mutating func takes(_ key: Key, isCommand: Bool, at now: Date) -> Bool {
    guard case .character(let character) = key.code, key.modifiers.isEmpty else {
      self = TypedStart()
      return false
    }
    if now.timeIntervalSince(last) > Self.longestPause { self = TypedStart() }
    if !begins(text + String(character)) { self = TypedStart() }
    guard begins(text + String(character)) else { return false }
    text.append(character)
    last = now
    if Self.starts.contains(text) || text.count > 1 && !wasCommand { return true }
    wasCommand = wasCommand || isCommand
    return false
  }

  private func begins(_ typed: String) -> Bool { Self.starts.contains { $0.hasPrefix(typed) } }
}

/// Redirects a URL or curl command typed outside a text field to the smart line.
extension AppState {
  /// Opens the smart line with the typed text once it cannot be a command; `nil` while it can.
  mutating func beginTyping(with key: Key) -> [Effect]? {
    let isCommand = commands.command(for: key, in: context) != nil
    // The start page has only the smart line and no tabs, so a digit starts an address.
    if case .character("0"..."9") = key.code, key.modifiers.isEmpty, startLayout != nil {
      return beginScratch() + request(.pressed(key))
    }
    let isText = scratch.typed.takes(key, isCommand: isCommand, at: clock.now)
    if scratch.typed.text.count == 1 { scratch.beforeTyped = TypedPlace(self) }
    guard isText else { return nil }
    let text = scratch.typed.text
    scratch.typed = TypedStart()
    if text == "{{", let effects = typeIntoRow(text) { return effects }
    // Commands and WebSockets become another kind of request.
    let lacksURL = scratch.beforeTyped?.lacksURL == true && (text == "http" || text == "{{")
    var effects = goBack()
    page = nil
    effects += lacksURL ? editURL() : beginScratch()
    // ^Z restores the previous text.
    if session?.draft.url.isEmpty == false { effects += request(.pressed(.control("u"))) }
    return effects + text.flatMap { request(.pressed(.character($0))) }
  }

  /// True if the open request, such as a new one, has no URL yet, so that a typed one is meant for it.
  fileprivate var lacksURL: Bool {
    guard page == nil, focus == .request, refusalToEdit == nil, let draft = session?.draft else { return false }
    return draft.url.isEmpty && !draft.kind.isShared
  }

  /// Types a variable into the row under the cursor; `nil` if there is none.
  private mutating func typeIntoRow(_ text: String) -> [Effect]? {
    guard page == nil, focus == .request, session?.editor.isOnURL == false,
      let enter = commands.command(for: .enter, in: context)
    else { return nil }
    var editing = self
    let effects = editing.perform(enter)
    guard editing.isEditingText else { return nil }
    self = editing
    return effects + text.flatMap { request(.pressed(.character($0))) }
  }

  /// Reverts the moves made by the letters before they were recognized as text.
  private mutating func goBack() -> [Effect] {
    guard let before = scratch.beforeTyped else { return [] }
    scratch.beforeTyped = nil
    if tree.expanded != before.expanded {
      tree.expanded = before.expanded
      rebuildTree()
    }
    guard let current, current == before.request, let session else { return [] }
    var effects: [Effect] = []
    if session.editor.tab != before.tab {
      let isOnURL = session.editor.isOnURL
      effects += request(.tabChosen(before.tab))
      sessions[current]?.editor.isOnURL = isOnURL
    }
    sessions[current]?.editor.column = before.column
    if session.response.tab != before.answerTab { effects += respond(.tabChosen(before.answerTab)) }
    return effects
  }
}

/// The positions that `h` can change: the branch of the tree, the tab or column of the request, the tab of the
/// response, and the focus.
struct TypedPlace: Equatable, Sendable {
  let expanded: Set<String>
  let request: RequestKey?
  let tab: RequestTab
  let column: Int
  let answerTab: ResponseTab
  let lacksURL: Bool

  init(_ state: AppState) {
    expanded = state.tree.expanded
    request = state.current
    tab = state.session?.editor.tab ?? .params
    column = state.session?.editor.column ?? 0
    answerTab = state.session?.response.tab ?? .body
    lacksURL = state.lacksURL
  }
}
