import Basics
import Networking
import Terminal
import Workspaces

/// The menu of what is under the cursor: the commands that mean something there, each with its key.
///
/// In a document `.` opens the menu of the value instead (`ReadingCommands`).
enum MenuCommands {
  static let all: [Command] = [menu]

  /// The key of every menu; a right click presses it.
  static let key = Key.character(".")

  private static let menu = Command(
    "menu", "Menu for what is under the cursor", [key],
    in: Context.anywhere.subtracting([.document]), section: .window, rank: 65,
    handler: { state in
      let picker = Picker.menu(for: state)
      guard !picker.items.isEmpty else { return state.say(.information, "There is nothing to do here") }
      return state.apply(.overlay(.show(.picker(picker))))
    })

  /// The commands of a menu besides those that edit there.
  static func named(in context: Context) -> [String] {
    switch context {
    case .tree:
      [
        "enter", "sendRow", "copyRowAsCurl", "previewWire", "runFolder", "folderSettings", "export", "compareWith",
        "newFromClipboard",
      ]
    case .url: ["enter", "send", "chooseMethod", "previewWire", "explainVariables", "goToDefinition", "copyAsCurl"]
    case .rows, .fields: ["enter", "explainVariables", "goToDefinition"]
    case .text: ["enter", "explainVariables", "goToDefinition", "chooseBodyKind"]
    case .facts: ["enter", "explainValue", "copyValue", "saveBody"]
    case .grid: ["enter", "copyValue", "order", "ignoreDifference", "saveBody"]
    case .run:
      [
        "enter", "runStop", "runAgain", "runFailedOnly", "runData", "runUntil", "runTempo", "runMore", "runFewer",
        "runReport",
      ]
    case .history:
      [
        "enter", "historySendToday", "historySendAgain", "historyCompare", "historyMark", "historyCopy",
        "historyForget", "historyRestore",
      ]
    case .cookies:
      [
        "enter", "cookieReveal", "cookieCopy", "cookieDelete", "cookieAdd", "cookieFilter", "cookieClear",
        "cookieRestore",
      ]
    case .document, .overlay: []
    }
  }
}

extension Picker {
  /// The commands for what is under the cursor that are possible now.
  static func menu(for state: AppState) -> Picker {
    let context = state.context
    let named = MenuCommands.named(in: context).compactMap { state.commands.command(named: $0) }
    let own = state.commands.records.filter { command in
      command.section == .editing && command.contexts.contains(context) && !named.contains(command)
        && !Context.everywhere.isSubset(of: command.contexts)
    }
    let items = (named + own).filter { state.isOfUse($0) }.map { command in
      Item(
        id: command.name, title: state.menuTitle(of: command),
        detail: state.commands.keyInForce(of: command, in: context)?.name ?? "")
    }
    return Picker(state.menuTitle, .menu(of: state.menuSubject), items: items)
  }
}

extension AppState {
  /// Whether a command does something here besides saying why not. Changing the state is pure, so it can be tried.
  fileprivate func isOfUse(_ command: Command) -> Bool {
    guard refusal(of: command) == nil else { return false }
    var tried = self
    let effects = tried.perform(command).filter { if case .after = $0 { false } else { true } }
    (tried.message, tried.serial) = (message, serial)
    return !effects.isEmpty || tried != self
  }

  /// The row that a menu is about, where it can vanish under the menu; `nil` in other panes.
  fileprivate var menuSubject: String? {
    switch page {
    case .run: run.current.map { "\(run.node($0).path) \($0)" }
    case .history: historyPage.current?.id
    case .cookies: cookies.current.map { "\($0.domain) \($0.path) \($0.name)" }
    case nil: focus == .tree ? tree.selected.map { "\($0.id)" } : nil
    }
  }

  /// While a menu is open, another program can delete the row that it is about. The cursor is on its neighbour then.
  mutating func pickedInMenu(of subject: String?, _ id: String) -> [Effect] {
    guard subject == menuSubject else {
      return say(.warning, "Nothing was done: the item of the menu is gone")
    }
    return commands.command(named: id).map { perform($0) } ?? []
  }

  /// Enter means one thing in each place: its word in the bottom line says which.
  fileprivate func menuTitle(of command: Command) -> String {
    guard command == GoingCommands.enter, let word = command.footer?.text(self) else { return command.title }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// What the menu is about, in words.
  fileprivate var menuTitle: String {
    switch page {
    case .run: named("Request", run.current.map { run.node($0).name }) ?? Page.run.title
    case .history: named("Exchange", historyPage.current.map { "\($0.method) \($0.path)" }) ?? Page.history.title
    case .cookies: named("Cookie", cookies.current?.name) ?? Page.cookies.title
    case nil: nameUnderCursor ?? focus.title
    }
  }

  /// What is under the cursor, and which one.
  private func named(_ kind: String?, _ name: String?) -> String? {
    let name = name.flatMap { $0.isEmpty ? nil : VisibleText.of($0) }
    let words = [kind, name].compactMap(\.self)
    return words.isEmpty || name == nil ? nil : words.joined(separator: " ")
  }

  private var nameUnderCursor: String? {
    switch focus {
    case .tree: named(tree.selected?.content.noun, tree.selected?.name)
    case .request: named(session?.nounUnderCursor, session?.nameUnderCursor)
    case .response: named("Response:", session.flatMap { $0.response.exchange == nil ? nil : $0.response.tab.rawValue })
    }
  }
}
