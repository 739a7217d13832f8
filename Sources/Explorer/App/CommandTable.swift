import Basics
package import Terminal
import Workspaces

/// The commands with their keys, in the order of help and palette. In each context the footer shows the commands that
/// have a footer word, in this order.
package struct CommandTable: Sendable {
  package var records: [Command]
  /// The names of the commands that the user bound to a key, in order. They take precedence over other commands with
  /// that key.
  var first: [Key: [String]] = [:]
  /// The positions in `records` by name. A frame looks up some hundred commands.
  private let positions: [String: Int]

  package init(_ records: [Command] = CommandTable.standard) {
    self.records = records
    positions = Dictionary(uniqueKeysWithValues: zip(records.map(\.name), records.indices))
  }

  /// The command bound to a key in a context while no text is being edited.
  package func command(for key: Key, in context: Context) -> Command? {
    if let names = first[key] {
      let chosen = names.lazy.compactMap { command(named: $0) }.first { $0.contexts.contains(context) }
      if let chosen { return chosen }
    }
    return records.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// The command bound to a key while text is being edited: only Control, Alt and function keys act then.
  package func commandWhileEditing(for key: Key, in context: Context) -> Command? {
    switch key.code {
    case .function: break
    case .character where key.modifiers.contains(.control): break
    default: return nil
    }
    return command(for: key, in: context)
  }

  package func command(named name: String) -> Command? { positions[name].map { records[$0] } }
}

extension CommandTable: Hashable {
  package static func == (left: CommandTable, right: CommandTable) -> Bool {
    left.records == right.records && left.records.map(\.keys) == right.records.map(\.keys) && left.first == right.first
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(records.map(\.keys)) }
}

extension CommandTable {
  /// The commands of all features. A new feature adds its line here.
  package static let standard: [Command] = ordered(
    SendingCommands.all + EnvironmentComparisonCommands.all + ScratchCommands.all + FileCommands.all
      + ImportCommands.all
      + ConversionCommands.all + RequestCommands.all + RowCommands.all + ScriptCommands.all + SendPreviewCommands.all
      + SchemaCommands.all
      + VariableCommands.all
      + HistoryCommands.all + TreeCommands.all + FolderSettingsCommands.all + UndoCommands.all + response
      + EnvironmentCommands.all + CookiesCommands.all + FindCommands.all + RunCommands.all + ExportCommands.all
      + SwitchCommands.all + GoingCommands.all + LayoutCommands.all + MenuCommands.all + OverlayCommands.all
      + LinearCommands.all + ProgramCommands.all)

  static let send = SendingCommands.send

  private static let response =
    ResponseCommands.all + ReadingCommands.all + ComparisonCommands.all + OutCommands.all + FailureCommands.all
    + ComposerCommands.all

  /// By section, then by rank.
  private static func ordered(_ commands: [Command]) -> [Command] {
    let sections: [Command.Section] = [.request, .editing, .reading, .environments, .going, .window]
    return sections.flatMap { section in
      commands.filter { $0.section == section }.sorted { $0.rank < $1.rank }
    }
  }
}

extension CommandTable {
  /// The commands with the key bindings of the settings, and the problems found in those files.
  ///
  /// A key bound by the user takes precedence. A problem names each command that loses the key.
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
      // Hidden commands of linear mode are not reported: a screen does not use them, and each has a second key.
      let rivals = table.records.filter { other in
        other != command && other.keys.contains(binding.key) && !other.contexts.isDisjoint(with: command.contexts)
          && !LinearCommands.all.contains(other)
      }
      // The user's own bindings come first, in their order.
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
    let place = other.contexts.isSubset(of: command.contexts) ? "" : " where both apply"
    return "\(key.name) runs `\(command.name)`, no longer `\(other.name)` (\(other.title))\(place)"
  }

  /// The key that runs a command in a context; `nil` if none does.
  func key(of command: Command, in context: Context) -> Key? {
    // Look the command up, because a record on its own has the default keys.
    guard !first.isEmpty, let record = self.command(named: command.name) else {
      return self.command(named: command.name)?.keys.first
    }
    return record.keys.first { self.command(for: $0, in: context) == command }
  }

  /// The key that runs a command in a context or, if it does not act there, in one of its own contexts.
  func keyInForce(of command: Command, in context: Context) -> Key? {
    if command.contexts.contains(context) { return key(of: command, in: context) }
    return Context.allCases.lazy.filter { command.contexts.contains($0) }.compactMap { key(of: command, in: $0) }.first
  }
}

extension AppState {
  /// The key that runs a command at the cursor; on a line that is a text, one that is no character.
  func keyHere(of command: Command) -> Key? {
    guard isOnTextLine else { return commands.key(of: command, in: context) }
    let keys = commands.command(named: command.name)?.keys ?? []
    return keys.first { !$0.isTyped && commands.command(for: $0, in: context) == command }
  }

  /// Runs a command. If it is refused, the bottom line shows the reason.
  mutating func perform(_ command: Command) -> [Effect] {
    // The user types faster than files load: send the request being opened, not the one still shown.
    if command == CommandTable.send, opening != nil {
      sessions.awaited?.wish = .pressSend
      return []
    }
    if let reason = refusal(of: command) { return reason.isEmpty ? [] : say(.information, reason) }
    return command.handler(&self)
  }

  /// The reason why a command is refused now, for the palette and the bottom line; empty to ignore the key silently,
  /// `nil` if the command is available.
  package func refusal(of command: Command) -> String? { command.refusal(self).map(keys.filled) }

  /// The reason for refusing a command that needs an open request.
  var refusalWithoutRequest: String {
    "No request is open: choose one in the tree, or press \(key: "newRequest") there for a new one"
  }

  /// The reason why the open request cannot be used; `nil` if it can.
  var refusalWithoutReadableRequest: String? {
    guard let session else { return refusalWithoutRequest }
    return session.fault == nil ? nil : "This file cannot be read: fix it in an editor first"
  }

  /// True if a send of the open request is running.
  package var isSending: Bool {
    session?.isSending ?? false
  }
}

/// The report of `apus keys` about a key: the bytes sent by the terminal, the key they stand for, and its commands.
package struct KeyReport {
  private let table: CommandTable

  package init(_ table: CommandTable) { self.table = table }

  /// - Parameter bytes: the input from the terminal.
  package func lines(bytes: [UInt8], events: [Event]) -> [String] {
    let sent = Self.words(for: bytes)
    guard !events.isEmpty else { return ["unknown key  sent as \(sent)"] }
    return events.flatMap { event -> [String] in
      switch event {
      case .key(let key): ["\(key.name)  sent as \(sent)"] + uses(of: key).map { "    \($0)" }
      case .paste(let text): ["a paste of \(Quantity.count(text.count)) characters"]
      default: []
      }
    }
  }

  private func uses(of key: Key) -> [String] {
    let records = table.records.filter { $0.keys.contains(key) }
    let isTyped: Bool
    switch key.code {
    case .character: isTyped = !key.modifiers.contains(.control) && !key.modifiers.contains(.alt)
    default: isTyped = false
    }
    let uses = records.map { command in
      let places = Context.allCases.filter { table.command(for: key, in: $0) == command }
      let isEverywhere = Context.everywhere.isSubset(of: ContextSet(places))
      let words = isEverywhere ? "everywhere" : places.map(\.place).joined(separator: ", ")
      return "\(command.name): \(command.title)\(words.isEmpty ? ", but the key runs other commands" : " (\(words))")"
    }
    if uses.isEmpty { return [isTyped ? "no command; typed in texts" : "no command"] }
    return uses + (isTyped ? ["typed in texts"] : [])
  }

  /// `Esc [ 1 5 ~ (1b 5b 31 35 7e)`
  private static func words(for bytes: [UInt8]) -> String {
    let shown = bytes.prefix(32)
    let hex = shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    let isASCII = shown.allSatisfy { $0 < 0x80 }
    let names = isASCII ? shown.map { name(of: $0) }.joined(separator: " ") : String(decoding: shown, as: UTF8.self)
    return "\(VisibleText.of(names)) (\(hex)\(bytes.count > shown.count ? " …" : ""))"
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x1B: "Esc"
    case 0x20: "Space"
    case 0x7F: "Del"
    case 0..<0x20: "^\(Character(Unicode.Scalar(byte + 0x40)))"
    default: String(Character(Unicode.Scalar(byte)))
    }
  }
}
