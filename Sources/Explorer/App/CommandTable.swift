package import Terminal

/// A command of the whole program: it sees the whole state and returns effects.
package typealias Command = CommandRecord<AppState, Effect>

/// The commands with their keys, in the order of help and palette. In each context the footer shows the commands that
/// have a footer word, in this order.
package struct CommandTable: Sendable {
  package var records: [Command]
  /// The commands that come before all others that have a key, because the user gave it to them; by name, in order.
  var first: [Key: [String]] = [:]

  package init(_ records: [Command] = CommandTable.standard) {
    self.records = records
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

  /// The command with that name.
  package func command(named name: String) -> Command? {
    records.first { $0.name == name }
  }
}

extension CommandTable: Hashable {
  package static func == (left: CommandTable, right: CommandTable) -> Bool {
    left.records == right.records && left.records.map(\.keys) == right.records.map(\.keys) && left.first == right.first
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(records.map(\.keys)) }
}

extension CommandTable {
  /// The commands of all features: a new feature adds its line here.
  package static let standard: [Command] = ordered(
    sending + several + scratch + files + ImportCommands.all + ConversionCommands.all + request + wire + schema
      + variables
      + history + historyPage + tree + folderSettings + undo + response + environments + cookies + find + run + export
      + switching + GoingCommands.all + LayoutCommands.all + MenuCommands.all + OverlayCommands.all
      + LinearCommands.all + ProgramCommands.all)

  private static let scratch = lifted(
    ScratchCommands.all, given: { _ in () }, perform: { $0.performScratch($1) })

  private static let switching = lifted(
    SwitchCommands.all, given: { _ in () }, perform: { state, action in state.apply(action) })

  private static let cookies = lifted(
    CookiesCommands.all, given: { $0.cookiesSituation }, perform: { $0.apply(.cookies($1)) })

  private static let files = lifted(
    FileCommands.all, given: { FileCommands.Situation(session: $0.session) },
    perform: { state, action in
      // Commits the text being edited, so that it is saved.
      let kept = action == .saveRequested ? state.endEditing() : []
      return kept + state.file(action)
    })

  private static let request = lifted(
    RequestCommands.all + RowCommands.all, given: { $0.requestSituation }, perform: { $0.requestInFocus($1) })

  private static let several = lifted(
    SeveralCommands.all, given: { $0.severalSituation }, perform: { $0.apply($1) })

  private static let wire = lifted(WireCommands.all, given: { $0.wireSituation }, perform: { $0.apply($1) })

  private static let schema = lifted(SchemaCommands.all, given: { $0.schemaSituation }, perform: { $0.apply($1) })

  private static let variables = lifted(
    VariableCommands.all, given: { $0.variableSurroundings }, perform: { $0.apply($1) })

  private static let history = lifted(
    HistoryCommands.all, given: { $0.history }, perform: { $0.apply(.history($1)) })

  private static let historyPage = lifted(
    HistoryPageCommands.all, given: { $0.historyPageSituation }, perform: { $0.apply(.historyPage($1)) })

  private static let tree = lifted(
    TreeCommands.all, given: { $0.treeSituation },
    perform: { state, action in state.inTree { $0.apply(.tree(action)) } })

  private static let folderSettings = lifted(
    FolderSettingsCommands.all, given: { $0.folderSettingsSituation }, perform: { $0.apply($1) })

  private static let undo = lifted(
    UndoCommands.all, given: { UndoCommands.Situation(steps: $0.undo, isTyping: $0.isEditingText) },
    perform: { $0.apply($1) })

  /// The command that sends the open request.
  static let send = sends([SendingCommands.send])[0]

  private static let sending = sends(SendingCommands.all)

  private static func sends(_ records: [SendingCommands.Command]) -> [Command] {
    lifted(
      records, given: { $0.sendingSituation },
      perform: { state, action in
        // Commits the text being edited, so that it is sent.
        let kept = action == .requested ? state.endEditing() : []
        return kept + state.send(action)
      })
  }

  private static let response = lifted(
    ResponseCommands.all + ReadingCommands.all + ComparisonCommands.all + OutCommands.all + FailureCommands.all
      + SpeechCommands.all,
    given: { $0.responseSituation }, perform: { $0.respondInFocus($1) })

  private static let environments = lifted(
    EnvironmentCommands.all, given: { $0.environment }, perform: { $0.apply(.environment($1)) })

  private static let find = lifted(
    FindCommands.all, given: { $0.findSurroundings }, perform: { $0.apply(.find($1)) })

  private static let run = lifted(
    RunCommands.all, given: { $0.runSituation }, perform: { $0.apply(.run($1)) })

  private static let export = lifted(
    ExportCommands.all, given: { $0.exportSurroundings }, perform: { $0.apply($1) })

  /// Converts commands of a feature into commands of the program.
  private static func lifted<Given, Action>(
    _ records: [CommandRecord<Given, Action>], given: @escaping @Sendable (AppState) -> Given,
    perform: @escaping @Sendable (inout AppState, Action) -> [Effect]
  ) -> [Command] {
    records.map { record in
      record.lifted(given: given, perform: { state, actions in actions.flatMap { perform(&state, $0) } })
    }
  }

  /// By section, then by rank.
  private static func ordered(_ commands: [Command]) -> [Command] {
    let sections: [Command.Section] = [.request, .editing, .reading, .environments, .going, .window]
    return sections.flatMap { section in
      commands.filter { $0.section == section }.sorted { $0.rank < $1.rank }
    }
  }
}
