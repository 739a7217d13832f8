import Terminal
import Workspaces

extension CommandTable {
  /// The commands with the keys that the settings ask for, and what is wrong in the files that say so.
  ///
  /// A key of the user's comes before any other command that has it. That one is named: it is no longer reached by it.
  package static func bound(by settings: UserSettings) -> (table: CommandTable, faults: [String]) {
    let configuration = settings.configuration
    guard configuration.keys != nil || configuration.bindings != nil else { return (CommandTable(), []) }
    var table = CommandTable()
    let choice = KeyChoice(configuration, settings.keys, known: table.records.map(\.name))
    for index in table.records.indices {
      if let keys = choice.keys[table.records[index].name] { table.records[index].keys = keys }
    }
    var faults = choice.faults
    for (index, binding) in choice.bindings.enumerated() {
      guard let command = table.command(named: binding.command) else { continue }
      // On a screen, nobody misses the keys of linear mode; there, each command has another one.
      let rivals = table.records.filter { other in
        other != command && other.keys.contains(binding.key) && !other.contexts.isDisjoint(with: command.contexts)
          && !LinearCommands.all.contains(other)
      }
      // The user's own come first, in their order.
      let earlier = choice.bindings[..<index].filter { $0.key == binding.key }.map(\.command)
      let later = choice.bindings[(index + 1)...].filter { $0.key == binding.key }.map(\.command)
      for rival in rivals where !later.contains(rival.name) {
        let isFirst = !earlier.contains(rival.name)
        faults.append(
          binding.fault(words(binding.key, of: isFirst ? command : rival, instead: isFirst ? rival : command)))
      }
      table.first[binding.key, default: []].append(command.name)
    }
    return (table, faults)
  }

  private static func words(_ key: Key, of command: Command, instead other: Command) -> String {
    let place = other.contexts.isSubset(of: command.contexts) ? "" : " where both work"
    return "\(key.name) is `\(command.name)`, no longer `\(other.name)` (\(other.title))\(place)"
  }

  /// The key that runs a command in a context; `nil` if none does.
  func key(of command: Command, in context: Context) -> Key? {
    // With its keys in force: a record by itself has those of the default table.
    guard !first.isEmpty, let record = self.command(named: command.name) else {
      return self.command(named: command.name)?.keys.first
    }
    return record.keys.first { self.command(for: $0, in: context) == command }
  }

  /// The key that runs a command in a context or, where it does not act there, in one where it does.
  func keyInForce(of command: Command, in context: Context) -> Key? {
    if command.contexts.contains(context) { return key(of: command, in: context) }
    return Context.allCases.lazy.filter { command.contexts.contains($0) }.compactMap { key(of: command, in: $0) }.first
  }
}
