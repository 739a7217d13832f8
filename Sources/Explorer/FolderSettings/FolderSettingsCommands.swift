import Terminal

/// The command that opens the settings of a folder or a collection.
enum FolderSettingsCommands {
  struct Situation {
    var isInTree: Bool
  }

  typealias Record = CommandRecord<Situation, FolderSettingsFeature.Action>

  static let all: [Record] = [open]

  private static let open = Record(
    "folderSettings", "Settings of the folder or collection: headers, auth, variables, docs", [.character(",")],
    section: .request, rank: 26, footer: .word("settings", when: { $0.isInTree }), handler: { _ in [.requested] })
}
