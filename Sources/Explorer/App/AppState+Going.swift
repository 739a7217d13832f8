import Documents
import Terminal

/// Commands that move between panes and within the focused pane. Each pane defines their effect.
enum GoingCommands {
  static let all: [Command] = [nextPane, previousPane, enter, leave] + motions + tabs

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
      text: { !$0.isEditingText && ($0.page == .cookies || Context.request.contains($0.context)) ? "edit" : "open" },
      lead: (10, Context.request.union([.tree]).union(Context.pages)),
      isOfUse: { $0.page != nil || $0.focus != .request || $0.session?.fault == nil }),
    handler: { $0.enter() })

  static let leave = Command(
    "leave", "Cancel the running request; go back; close a WebSocket or an event stream", [.escape],
    in: Context.anywhere, section: .going, rank: 40,
    footer: Command.FooterWord(
      text: { $0.page == nil ? $0.session?.response.wordOfEnd ?? "cancel" : "back" },
      lead: (28, Context.pages), also: (14, Context.request.union(Context.response)),
      isOfUse: { $0.page != nil || $0.focus != .tree && $0.endsConversation }),
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

  static let tabs: [Command] = (1...9).map { number in
    Command(
      "tab\(number)", "Tab \(number) of the pane", [.character(Character(String(number)))], section: .going,
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

  /// Changes the layout and remembers it.
  mutating func rearrange(_ change: (inout AppState) -> Void) -> [Effect] {
    change(&self)
    return [.system(.remember(preferences))]
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
    case .request: return isEditingText ? request(.pressed(.escape)) : inRequest { $0.request(.escaped) }
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
    let places = known.reduce(into: ContextSet()) { $0.formUnion($1.contexts) }.words
    guard !places.isEmpty else { return [] }
    let title = known.count == 1 ? " (\(first.title))" : ""
    return say(.information, "\(key.name) works in \(places)\(title)")
  }
}

extension ContextSet {
  /// The names of these contexts in screen order, without duplicates: "the tree, rows and the history".
  var words: String {
    let all: [(ContextSet, String)] = [
      ([.tree], "the tree"), ([.url], "the URL"), ([.rows], "rows"), ([.text], "texts"), ([.fields], "fields"),
      (Context.response, "the response"), ([.run], "a run"), ([.history], "the history"), ([.cookies], "the cookies"),
    ]
    let isWholeRequest = isSuperset(of: Context.request)
    let rest = isWholeRequest ? subtracting(Context.request) : self
    let places = (isWholeRequest ? ["the request"] : []) + all.filter { !rest.isDisjoint(with: $0.0) }.map(\.1)
    guard places.count > 1, let last = places.last else { return places.first ?? "" }
    return "\(places.dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// Commands that arrange the panes.
enum LayoutCommands {
  static let all: [Command] = [zoom, cycle, grow, shrink, widenTree, narrowTree, widenList, narrowList]

  private static let zoom = Command(
    "zoom", "Zoom the pane", [.character("f")], section: .window, rank: 10,
    handler: { state in
      state.rearrange { state in state.layoutChoice.zoomed = state.layoutChoice.zoomed == nil ? state.focus : nil }
    })

  private static let cycle = Command(
    "cycleLayout", "Switch the layout", [.character("v")], section: .window, rank: 20,
    refusal: { Layout.arrangements(for: $0.size).count > 1 ? nil : "This window fits only one layout" },
    handler: { state in
      state.rearrange { state in
        let allowed = Layout.arrangements(for: state.size)
        let index = allowed.firstIndex(of: state.layout.arrangement) ?? 0
        state.layoutChoice.arrangement = allowed[(index + 1) % allowed.count]
        state.layoutChoice.zoomed = nil
      }
    })

  private static let grow = Command(
    "grow", "Give the response more room", [.character("]")], in: outsideTree, section: .window, rank: 30,
    handler: { $0.rearrange { $0.layoutChoice.requestShare = max(15, $0.layoutChoice.requestShare - 5) } })

  private static let shrink = Command(
    "shrink", "Give the response less room", [.character("[")], in: outsideTree, section: .window, rank: 40,
    handler: { $0.rearrange { $0.layoutChoice.requestShare = min(85, $0.layoutChoice.requestShare + 5) } })

  private static let outsideTree = Context.everywhere.subtracting([.tree])

  private static let widenTree = Command(
    "widenTree", "Make the tree wider", [.character("]")], in: [.tree], section: .window, rank: 42,
    refusal: { $0.refusalToMoveTreeBorder }, handler: { $0.moveTreeBorder(by: 4) })

  private static let narrowTree = Command(
    "narrowTree", "Make the tree narrower", [.character("[")], in: [.tree], section: .window, rank: 44,
    refusal: { $0.refusalToMoveTreeBorder }, handler: { $0.moveTreeBorder(by: -4) })

  private static let widenList = Command(
    "widenList", "Make the list of a page larger", [.character("]")], in: [.run, .history], section: .window, rank: 46,
    handler: { state in state.page.map { state.moveLine(of: $0, by: 4) } ?? [] })

  private static let narrowList = Command(
    "narrowList", "Make the list of a page smaller", [.character("[")], in: [.run, .history], section: .window,
    rank: 48,
    handler: { state in state.page.map { state.moveLine(of: $0, by: -4) } ?? [] })
}

extension AppState {
  fileprivate var refusalToMoveTreeBorder: String? {
    layout.panes.count > 1 ? nil : "The tree fills the window"
  }

  fileprivate mutating func moveTreeBorder(by step: Int) -> [Effect] {
    guard let tree = layout.panes[.tree] else { return [] }
    return rearrange { state in
      // Limit the stored width to the possible widths, so that each key has an effect.
      state.layoutChoice.treeWidth = min(max(Layout.leastTreeWidth, tree.maxX - 1 + step), state.size.columns / 2)
    }
  }
}

/// `'` labels every jump target with a letter.
extension AppState {
  mutating func showLabels() -> [Effect] {
    apply(.overlay(.show(.labels(JumpLabels(labelledPlaces)))))
  }

  mutating func press(_ key: Key, in labels: JumpLabels) -> [Effect] {
    overlay = nil
    guard let place = labels.place(of: key) else { return [] }
    return click(Mouse(.press, at: place))
  }

  /// The targets by priority: tabs, fields and rows of the panes, then the environment, then the lines of the response.
  private var labelledPlaces: [Point] {
    let layout = layout
    var places: [Point] = []
    if let rect = layout.panes[.request], let session {
      places += session.places(in: rect, of: size, unicode: capabilities.unicode)
    }
    var lines: [Point] = []
    if let rect = layout.panes[.response], let session, case .finished = session.response.phase {
      let inner = rect.inset()
      let (bar, content) = ResponseView.parts(of: inner)
      let tabs = ResponseView.tabs(
        of: session.response, testCount: ResponseSubject(session, session.response, in: self).testCount)
      if !bar.isEmpty {
        places += tabs.places(width: inner.width - 1, chosen: session.response.tab).seen.map {
          Point(x: inner.minX + 1 + $0.range.lowerBound, y: bar.y)
        }
      }
      if let reading = session.response.reading {
        let count = min(content.height, reading.document.lines(in: reading.view).count)
        lines = (0..<count).map { Point(x: ResponseView.documentArea(of: reading, in: rect).x, y: content.y + $0) }
      }
    }
    if let rect = layout.panes[.tree]?.inset() {
      let count = min(rect.height, tree.rows.count - tree.cursor.offset)
      places += (0..<max(0, count)).map { Point(x: rect.x, y: rect.y + $0) }
    }
    places.append(Point(x: TopLine(state: self).environmentColumns.lowerBound, y: 0))
    return places + lines
  }
}
