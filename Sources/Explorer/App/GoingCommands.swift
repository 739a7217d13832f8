import Terminal

/// Commands that move between panes and within the focused pane; each pane gives them their meaning.
enum GoingCommands {
  static let all: [Command] = [nextPane, previousPane, enter, leave] + motions + tabs

  /// The commands that move among the rows of a list, or open one.
  static let onRows: Set<Command> = Set([enter] + motions)

  static let nextPane = Command(
    "nextPane", "Next pane", [.tab], section: .going, rank: 10,
    footer: .word("next pane", lead: (50, Context.request.union([.tree]))), handler: { $0.moveFocus(by: 1) })

  private static let previousPane = Command(
    "previousPane", "Previous pane", [.backTab], section: .going, rank: 20, handler: { $0.moveFocus(by: -1) })

  /// Edits the field under the cursor in a request; opens the row elsewhere.
  static let enter = Command(
    "enter", "Open; edit the field under the cursor", [.enter], in: Context.anywhere, section: .going, rank: 30,
    footer: Command.FooterWord(
      text: { !$0.isEditingText && ($0.page == .cookies || Context.request.contains($0.context)) ? "edit" : "open" },
      lead: (10, Context.request.union([.tree]).union(Context.pages)),
      isOfUse: { $0.page != nil || $0.focus != .request || $0.session?.fault == nil }),
    handler: { $0.enter() })

  static let leave = Command(
    "leave", "Cancel the running request; leave; close, also a WebSocket or an event stream", [.escape],
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
