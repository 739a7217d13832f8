import Terminal

/// Commands that search the text of all files.
enum FindCommands {
  typealias Record = CommandRecord<FindFeature.Surroundings, FindFeature.Action>

  static let all: [Record] = [findInFiles]

  private static let findInFiles = Record(
    "findInFiles", "Find a text in all files", [.alt("/"), .function(7)], section: .going, rank: 140,
    footer: .word("find"), handler: { _ in [.requested] })
}
