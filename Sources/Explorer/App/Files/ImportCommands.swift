import Terminal

/// Commands that bring requests of other tools in.
enum ImportCommands {
  static let all: [Command] = [importing]

  private static let importing = Command(
    "import", "Import a file or a paste: Postman, OpenAPI, Insomnia, Bruno, HAR, .http, Hurl", [.character("I")],
    in: [.tree], section: .editing, rank: 35, footer: .word("import", lead: (60, [.tree])),
    handler: { $0.apply(.overlay(.show(.prompt(.importSource)))) })
}
