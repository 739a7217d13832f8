import Terminal

/// What looks through the text of every file.
enum FindCommands {
  static let all: [Command] = [findInFiles]

  private static let findInFiles = Command(
    "findInFiles", "Find a text in all files", [.alt("/"), .function(7)], section: .going, rank: 140,
    footer: .word("find"), handler: { $0.leaveEditing() + $0.apply(.overlay(.show(.find(FindFeature.State())))) })
}
