import Terminal

/// A command as one of all: it may look at everything, and what it asks for is carried out.
public typealias Command = CommandRecord<AppState, Effect>

/// The commands with their keys. Order is the order of help and palette; within a context the footer shows those that
/// have a word there in this order.
public struct CommandTable: Sendable {
  public var records: [Command]

  public init(_ records: [Command] = CommandTable.standard) {
    self.records = records
  }

  /// The command that a key asks for in a context, where no text is being edited.
  public func command(for key: Key, in context: Context) -> Command? {
    records.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// The command that a key asks for while text is being edited: only Control, Alt and function keys act there.
  public func commandWhileEditing(for key: Key, in context: Context) -> Command? {
    switch key.code {
    case .function: break
    case .character where key.modifiers.contains(.control): break
    default: return nil
    }
    return command(for: key, in: context)
  }

  /// The command of that name.
  public func command(named name: String) -> Command? {
    records.first { $0.name == name }
  }
}

extension CommandTable: Hashable {
  public static func == (left: CommandTable, right: CommandTable) -> Bool {
    left.records == right.records && left.records.map(\.keys) == right.records.map(\.keys)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(records.map(\.keys)) }
}

extension CommandTable {
  /// What every feature offers: a new one adds its line here.
  public static let standard: [Command] = ordered(
    SendingCommands.all + FileCommands.all + RequestCommands.all + RowCommands.all + VariableCommands.all
      + HistoryCommands.all + TreeCommands.all + UndoCommands.all + ResponseCommands.all + ReadingCommands.all
      + ComparisonCommands.all + OutCommands.all + EnvironmentCommands.all + FindCommands.all + GoingCommands.all
      + LayoutCommands.all + OverlayCommands.all + ProgramCommands.all)

  /// By section, and in it by rank.
  private static func ordered(_ commands: [Command]) -> [Command] {
    let sections: [Command.Section] = [.request, .editing, .reading, .environments, .going, .window]
    return sections.flatMap { section in
      commands.filter { $0.section == section }.sorted { $0.rank < $1.rank }
    }
  }
}
