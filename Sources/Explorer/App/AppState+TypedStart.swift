import Terminal
import Workspaces

/// A URL or curl command typed while nothing takes text goes to the smart line.
extension AppState {
  /// Opens the smart line with what was typed, once it can only be text; `nil` while the key may be a command.
  mutating func beginTyping(with key: Key) -> [Effect]? {
    let isCommand = commands.command(for: key, in: context) != nil
    // The smart line is all that there is on the start page, and has no tabs: a digit begins an address.
    if case .character("0"..."9") = key.code, key.modifiers.isEmpty, startLayout != nil {
      return beginScratch() + request(.pressed(key))
    }
    let isText = typedStart.takes(key, isCommand: isCommand, at: now)
    if typedStart.text.count == 1 { beforeTypedStart = TypedPlace(self) }
    guard isText else { return nil }
    let text = typedStart.text
    typedStart = TypedStart()
    if text == "{{", let effects = typeIntoRow(text) { return effects }
    var effects = goBack()
    page = nil
    effects += beginScratch()
    // What stood there comes back with ^Z.
    if session?.draft.url.isEmpty == false { effects += request(.pressed(.control("u"))) }
    return effects + text.flatMap { request(.pressed(.character($0))) }
  }

  /// A variable typed on a row of the request is meant for that row; `nil` where there is none to type into.
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

  /// Takes back the moves that the letters made before they were text.
  private mutating func goBack() -> [Effect] {
    guard let before = beforeTypedStart else { return [] }
    beforeTypedStart = nil
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

/// What `h` can move: the branch of the tree, the tab or column of the request, the tab of the answer.
struct TypedPlace: Equatable, Sendable {
  let expanded: Set<String>
  let request: RequestKey?
  let tab: RequestTab
  let column: Int
  let answerTab: ResponseTab

  init(_ state: AppState) {
    expanded = state.tree.expanded
    request = state.current
    tab = state.session?.editor.tab ?? .params
    column = state.session?.editor.column ?? 0
    answerTab = state.session?.response.tab ?? .body
  }
}
