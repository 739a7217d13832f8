import Terminal

/// What explains variables.
enum VariableCommands {
  static let all: [Command] = [explain]

  private static let explain = Command(
    "explainVariables", "Why this value? Where the variables under the cursor come from",
    [.character("i"), .function(3)], in: Context.request, section: .request, rank: 60,
    footer: .word("why") { $0.hasVariableUnderCursor }, refusal: { $0.refusalWithoutReadableRequest },
    handler: { $0.explainVariables() })
}
