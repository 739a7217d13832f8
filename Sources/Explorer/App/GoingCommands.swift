import Documents
import Terminal

/// Commands that move between panes and within the focused pane. Each pane defines their effect.
enum GoingCommands {
  static let all: [Command] = [nextPane, previousPane, enter, leave, leavePage] + motions + tabs

  /// The commands that move through the rows of a list or open a row.
  static let onRows: Set<Command> = Set([enter] + motions)

  static let nextPane = Command(
    "nextPane", "Next pane", [.tab], section: .going, rank: 10,
    footer: .word("next pane", lead: (50, Context.request.union([.tree]))), handler: { $0.moveFocus(by: 1) })

  private static let previousPane = Command(
    "previousPane", "Previous pane", [.backTab], section: .going, rank: 20, handler: { $0.moveFocus(by: -1) })

  /// In a request, edits the field under the cursor; elsewhere, opens the row.
  static let enter = Command(
    "enter", "Open; edit the field under the cursor", [.enter], in: Context.anywhere, section: .going, rank: 30,
    footer: Command.FooterWord(
      text: { state in
        guard !state.isEditingText, state.page == .cookies || Context.request.contains(state.context) else {
          return "open"
        }
        guard state.page == nil, let session = state.session, session.isOnKinds else { return "edit" }
        return session.content == .nothing ? "list kinds" : "edit the body"
      },
      lead: (10, Context.request.union([.tree]).union(Context.pages)),
      isOfUse: { $0.page != nil || $0.focus != .request || $0.session?.fault == nil }),
    handler: { $0.enter() })

  static let leave = Command(
    "leave", "Cancel the running request; go back; close a WebSocket or an event stream", [.escape],
    in: Context.anywhere, section: .going, rank: 40,
    footer: Command.FooterWord(
      text: { state in
        if state.page != nil { return "back" }
        return state.focus == .tree ? "end filter" : state.session?.response.wordOfEnd ?? "cancel"
      },
      lead: (28, Context.pages), also: (14, Context.request.union(Context.response).union([.tree])),
      isOfUse: { $0.page != nil || ($0.focus == .tree ? $0.endsFilter : $0.endsConversation) }),
    handler: { $0.leave() })

  /// As in boxes, which the key closes.
  private static let leavePage = Command(
    "leavePage", "Go back from a page", [.character("q")], in: Context.pages, section: .going, rank: 42,
    handler: { $0.leave() })

  private static let motions: [Command] = [
    motion("up", "Up", [.up, .character("k")], rank: 50, .up),
    motion("down", "Down", [.down, .character("j")], rank: 60, .down),
    motion("left", "Left", [.left, .character("h")], rank: 70, .left),
    motion("right", "Right", [.right, .character("l")], rank: 80, .right),
    motion("pageUp", "Page up", [.pageUp, .control("b")], rank: 90, .pageUp),
    motion("pageDown", "Page down", [.pageDown, .control("f")], rank: 100, .pageDown),
    motion("top", "To the top", [.character("g"), .home], rank: 110, .top),
    motion("bottom", "To the bottom", [.character("G"), .end], rank: 120, .bottom),
  ]

  private static func motion(
    _ name: String, _ title: String, _ keys: [Key], rank: Int, _ motion: Motion
  ) -> Command {
    Command(name, title, keys, in: Context.anywhere, section: .going, rank: rank, handler: { $0.move(motion) })
  }

  static let tabs: [Command] = (1...10).map { number in
    Command(
      "tab\(number)", "Tab \(number) of the pane", [.character(Character(String(number % 10)))], section: .going,
      rank: 150 + number, isListed: false, handler: { $0.chooseTab(at: number - 1) })
  }
}

extension AppState {
  /// The part of the window with the focus, for the lookup of keys.
  package var context: Context {
    overlay == nil ? page?.context ?? context(in: focus) : .overlay
  }

  private func context(in pane: Pane) -> Context {
    switch pane {
    case .tree: return .tree
    case .request: return session?.context ?? .url
    case .response: return session?.response.context ?? .facts
    }
  }

  /// The pane drawn with the focus; `nil` while the schema beside the request has it.
  var focusedPane: Pane? { isInSchemaBeside ? nil : focus }

  /// The pane that a command acts in: the focused pane if the command applies there, else the first pane where it does;
  /// `nil` if it applies to no pane's current tab.
  func pane(for command: Command) -> Pane? {
    ([focus] + Pane.allCases).first { command.contexts.contains(context(in: $0)) }
  }

  /// Moves the focus through the panes in reading order, wrapping around. A schema beside the request follows the
  /// request.
  mutating func moveFocus(by step: Int) -> [Effect] {
    if isSchemaBeside, focus == (step > 0 ? .request : .response) { return leaveEditing() + focusSchema() }
    let all = Pane.allCases
    guard let index = all.firstIndex(of: focus) else { return [] }
    return setFocus(all[(index + step + all.count) % all.count])
  }

  mutating func setFocus(_ pane: Pane) -> [Effect] {
    guard pane != focus else { return [] }
    // Commit typed text to the draft before the focus moves.
    let effects = leaveEditing()
    focus = pane
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = pane }
    return effects
  }
}

extension AppState {
  /// Moves the cursor in the focused pane.
  mutating func move(_ motion: Motion) -> [Effect] {
    linear.motion = motion
    if let page { return page.feature.move(motion, in: &self) }
    switch focus {
    case .tree: return inTree { $0.apply(.moved(motion), to: \.tree) }
    case .request: return request(.moved(motion))
    case .response: return respond(.moved(motion))
    }
  }

  mutating func enter() -> [Effect] {
    if let page { return page.feature.enter(in: &self) }
    switch focus {
    case .tree: return inTree { $0.apply(.entered, to: \.tree) }
    case .request: return isEditingText ? request(.pressed(.enter)) : inRequest { $0.request(.entered) }
    case .response: return respond(.entered)
    }
  }

  mutating func leave() -> [Effect] {
    if let page { return page.feature.leave(in: &self) }
    switch focus {
    case .tree: return inTree { $0.leaveTree() }
    case .request where session == nil: return leave(to: .tree)
    case .request: return isEditingText ? request(.pressed(.escape)) : inRequest { $0.inRequestPane { $0.escape() } }
    case .response: return respond(.left)
    }
  }

  /// Handles Esc in a pane that has nothing left to close: ends the zoom, else moves the focus to `pane`.
  mutating func leave(to pane: Pane) -> [Effect] {
    guard layoutChoice.zoomed == nil else {
      layoutChoice.zoomed = nil
      return []
    }
    return setFocus(pane)
  }

  mutating func chooseTab(at index: Int) -> [Effect] {
    switch focus {
    case .tree:
      return say(.information, "\(key: "tab\(index + 1)") chooses a tab of the request or the response")
    case .request:
      return inRequest {
        let tabs = $0.session.map { RequestTab.tabs(of: $0.draft) } ?? []
        return tabs.indices.contains(index) ? $0.request(.tabChosen(tabs[index])) : $0.reportTabs(tabs.count)
      }
    case .response:
      let tabs = session?.response.tabs ?? []
      return tabs.indices.contains(index) ? respond(.tabChosen(tabs[index])) : reportTabs(tabs.count)
    }
  }

  private mutating func reportTabs(_ count: Int) -> [Effect] {
    count == 0 ? [] : say(.information, "This pane has \(count) tabs")
  }

  /// Runs a command of the tree, then scrolls the row under the cursor into view.
  mutating func inTree(_ body: (inout AppState) -> [Effect]) -> [Effect] {
    defer { _ = apply(.revealed, to: \.tree) }
    return body(&self)
  }

  /// Runs a command of the open request after committing the text being edited.
  mutating func inRequest(_ body: (inout AppState) -> [Effect]) -> [Effect] {
    guard session != nil else { return [] }
    let kept = leaveEditing()
    return kept + body(&self)
  }
}

/// Explains where a key acts that has no command in the current context.
extension AppState {
  mutating func explain(unused key: Key) -> [Effect] {
    // Keys such as Esc and the arrows need no explanation where they do nothing.
    switch key.code {
    case .character where key != .character(" "): break
    case .function: break
    default: return []
    }
    let known = commands.records.filter { $0.keys.contains(key) && $0.isListed }
    guard let first = known.first else {
      return say(
        .information, "\(key.name) does nothing: \(key: "help") shows the keys, \(key: "palette") finds every command")
    }
    let places = known.reduce([] as ContextSet) { $0.union($1.contexts) }.words
    guard !places.isEmpty else { return [] }
    let title = known.count == 1 ? " (\(first.title))" : ""
    return say(.information, "\(key.name) works in \(places)\(title)")
  }
}

extension ContextSet {
  /// The names of these contexts in screen order, without duplicates: "the tree, rows and the history".
  var words: String {
    let all: [(ContextSet, String)] = [
      ([.tree], "the tree"), ([.url], "the URL"), ([.rows], "the rows of a table"), ([.text], "texts"),
      ([.fields], "fields"),
      (Context.response, "the response"), ([.run], "a run"), ([.history], "the history"), ([.cookies], "the cookies"),
    ]
    let isWholeRequest = Context.request.isSubset(of: self)
    let rest = isWholeRequest ? subtracting(Context.request) : self
    let places = (isWholeRequest ? ["the request"] : []) + all.filter { !rest.isDisjoint(with: $0.0) }.map(\.1)
    guard places.count > 1, let last = places.last else { return places.first ?? "" }
    return "\(places.dropLast().joined(separator: ", ")) and \(last)"
  }
}
