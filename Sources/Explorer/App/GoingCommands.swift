import Terminal

/// Commands that move between panes and within the focused pane; each pane gives them their meaning.
enum GoingCommands {
  static let all: [Command] = [nextPane, previousPane, enter, leave] + motions + tabs

  /// The commands that move among the rows of a list, or open one.
  static let onRows: Set<Command> = Set([enter] + motions)

  private static let nextPane = Command(
    "nextPane", "Next pane", [.tab], section: .going, rank: 10,
    footer: .word("next pane", lead: (50, Context.request.union([.tree]))), handler: { $0.moveFocus(by: 1) })

  private static let previousPane = Command(
    "previousPane", "Previous pane", [.backTab], section: .going, rank: 20, handler: { $0.moveFocus(by: -1) })

  /// Edits the field under the cursor in a request; opens the row elsewhere.
  static let enter = Command(
    "enter", "Open; edit the field under the cursor", [.enter], section: .going, rank: 30,
    footer: Command.FooterWord(
      text: { !$0.isEditingText && Context.request.contains($0.context) ? "edit" : "open" },
      lead: (10, Context.request.union([.tree])), isOfUse: { $0.focus != .request || $0.session?.fault == nil }),
    handler: { $0.enter() })

  static let leave = Command(
    "leave", "Cancel the running request; leave; close", [.escape], section: .going, rank: 40,
    handler: { $0.leave() })

  private static let motions: [Command] = [
    Command("up", "Up", [.up, .character("k")], section: .going, rank: 50, handler: { $0.move(.up) }),
    Command("down", "Down", [.down, .character("j")], section: .going, rank: 60, handler: { $0.move(.down) }),
    Command("left", "Left", [.left, .character("h")], section: .going, rank: 70, handler: { $0.move(.left) }),
    Command("right", "Right", [.right, .character("l")], section: .going, rank: 80, handler: { $0.move(.right) }),
    Command(
      "pageUp", "Page up", [.pageUp, .control("b")], section: .going, rank: 90, handler: { $0.move(.pageUp) }),
    Command(
      "pageDown", "Page down", [.pageDown, .control("f")], section: .going, rank: 100,
      handler: { $0.move(.pageDown) }),
    Command("top", "To the top", [.character("g"), .home], section: .going, rank: 110, handler: { $0.move(.top) }),
    Command(
      "bottom", "To the bottom", [.character("G"), .end], section: .going, rank: 120, handler: { $0.move(.bottom) }),
  ]

  private static let tabs: [Command] = (1...9).map { number in
    Command(
      "tab\(number)", "Tab \(number) of the pane", [.character(Character(String(number)))], section: .going,
      rank: 150 + number, isListed: false, handler: { $0.chooseTab(at: number - 1) })
  }
}
