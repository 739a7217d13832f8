import Basics
import HTTPModel
import Terminal
import Workspaces

/// The menu for the item under the cursor: the commands that apply to it, with their keys.
///
/// In a document `.` opens the menu of the value instead (`ReadingCommands`).
enum MenuCommands {
  static let all: [Command] = [menu]

  /// The key of every menu. A right click acts like it.
  static let key = Key.character(".")

  private static let menu = Command(
    "menu", "Menu for the item under the cursor", [key],
    in: Context.anywhere.subtracting([.document]), section: .window, rank: 65,
    handler: { state in
      let picker = Picker.menu(for: state)
      guard !picker.items.isEmpty else { return state.say(.information, "There are no actions here") }
      return state.apply(.overlay(.show(.picker(picker))))
    })

  /// The commands of a menu, besides those that edit.
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
    case .facts: ["enter", "nextPage", "explainValue", "copyValue", "saveBody"]
    case .grid: ["enter", "copyValue", "nextPage", "order", "ignoreDifference", "saveBody"]
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
  /// The available commands for the item under the cursor.
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
  /// True if a command has an effect other than a refusal. Changing the state is pure, so the command is simply tried.
  fileprivate func isOfUse(_ command: Command) -> Bool {
    guard refusal(of: command) == nil else { return false }
    var tried = self
    let effects = tried.perform(command).filter { if case .after = $0 { false } else { true } }
    (tried.message, tried.serial) = (message, serial)
    return !effects.isEmpty || tried != self
  }

  /// The row that a menu is about, in panes where the row can vanish while the menu is open; `nil` in others.
  fileprivate var menuSubject: String? {
    if let page { return page.feature.item(in: self)?.id }
    return focus == .tree ? tree.selected.map { "\($0.id)" } : nil
  }

  /// Runs a menu command unless another program has deleted the row meanwhile, which leaves the cursor on a neighbour.
  mutating func pickedInMenu(of subject: String?, _ id: String) -> [Effect] {
    guard subject == menuSubject else {
      return say(.warning, "Nothing was changed: the item no longer exists")
    }
    return commands.command(named: id).map { perform($0) } ?? []
  }

  /// The title of a command in the menu. Enter differs by context, so its footer word is used.
  fileprivate func menuTitle(of command: Command) -> String {
    guard command == GoingCommands.enter, let word = command.footer?.text(self) else { return command.title }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  fileprivate var menuTitle: String {
    guard let page else { return nameUnderCursor ?? focus.title }
    return page.feature.item(in: self).flatMap { named($0.kind, $0.name) } ?? page.title
  }

  /// The kind and name of the item under the cursor.
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
