import Terminal
import Workspaces

/// `.` and a right click: what can be done with the variable under the cursor, and with its environment.
extension EnvironmentEditor {
  /// A key of the editor and what it does now; `nil` if it would do nothing.
  private func title(of key: Key) -> String? {
    let row = rows.indices.contains(cursor.row) ? rows[cursor.row] : nil
    switch key {
    case .enter: return brokenName == nil ? row.map { _ in "Edit" } : "Open the file in $EDITOR"
    case .character("n"): return "New environment"
    case _ where current == nil: return nil
    case .character("a"): return "Add a variable"
    case .character(" "): return row.map { $0.isEnabled ? "Switch off" : "Switch on" }
    case .character("s"): return row.map { $0.tag == .secret ? "Keep the value in the file" : "Make it a secret" }
    case .character("v"):
      return row?.tag == .secret ? (revealed == cursor.row ? "Hide the secret" : "Show the secret") : nil
    case .character("d"): return row.map { _ in "Duplicate" }
    case .delete: return row.map { _ in "Delete" }
    case .character("K"): return row != nil && cursor.row > 0 ? "Move up" : nil
    case .character("J"): return row != nil && cursor.row + 1 < rows.count ? "Move down" : nil
    case .character("D"): return "Duplicate the environment"
    case .character("r"): return "Rename the environment"
    case .character("X"): return "Delete the environment"
    case .character("="): return environments.count > 1 ? "Compare with another environment" : nil
    case .character("p"): return current?.isProtected == true ? "Do not ask before sending" : "Ask before sending"
    case .character("c"): return "Choose the colour"
    case .character("t"): return "Which servers it trusts (TLS)"
    case .character("u"): return done.isEmpty ? nil : "Undo"
    default: return nil
    }
  }

  private static let menuKeys: [Key] =
    [.enter] + letters("a", " ", "s", "v", "d") + [.delete]
    + letters("K", "J", "n", "D", "r", "X", "=", "p", "c", "t", "u")

  private static func letters(_ letters: Character...) -> [Key] { letters.map { .character($0) } }

  mutating func openMenu() -> Outcome {
    let items = Self.menuKeys.compactMap { key in
      title(of: key).map { Picker.Item(id: key.name, title: $0, detail: key.name) }
    }
    let name = rows.indices.contains(cursor.row) ? rows[cursor.row][0] : shownName
    mode = .menu(Picker(name ?? "Environments", .menu(of: nil), items: items))
    return Outcome()
  }

  /// What a key or the mouse in the menu led to.
  mutating func answer(_ answer: Picker.Answer, of menu: Picker) -> Outcome {
    switch answer {
    case .none:
      mode = .menu(menu)
      return Outcome()
    case .left:
      mode = .browsing
      return Outcome()
    case .taken:
      mode = .browsing
      guard let id = menu.current?.id, let key = Self.menuKeys.first(where: { $0.name == id }) else { return Outcome() }
      return browse(key)
    }
  }
}
