import Terminal

/// Commands that explain variables.
enum VariableCommands {
  typealias Record = CommandRecord<VariableFeature.Surroundings, VariableFeature.Action>

  static let all: [Record] = [explain]

  private static let explain = Record(
    "explainVariables", "Why this value? Where the variables under the cursor come from",
    [.character("i"), .function(3)], in: Context.request, section: .request, rank: 60,
    footer: .word("why this value", lead: (25, [.rows])) { !$0.underCursor().all.isEmpty || $0.row() != nil },
    refusal: { $0.refusal },
    handler: { _ in [.explainRequested] })
}
