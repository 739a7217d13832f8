import Terminal

/// Commands that explain variables.
enum VariableCommands {
  typealias Record = CommandRecord<VariableFeature.Surroundings, VariableFeature.Action>

  static let all: [Record] = [explain, define, back]

  private static let explain = Record(
    "explainVariables", "Why this value? Where the variables under the cursor come from",
    [.character("i"), .function(3)], in: Context.request, section: .request, rank: 60,
    footer: .word("why this value", lead: (25, [.rows])) { !$0.underCursor().all.isEmpty || $0.row() != nil },
    refusal: { $0.refusal },
    handler: { _ in [.explainRequested] })

  /// The keys are those of Emacs; the function key acts while a text is edited, too.
  private static let define = Record(
    "goToDefinition", "Go to the definition of the variable under the cursor, or define it",
    [.alt("."), .function(12)], in: Context.request, section: .going, rank: 142,
    refusal: { $0.refusal }, handler: { _ in [.definitionRequested] })

  private static let back = Record(
    "goBack", "Go back to where the variable is used", [.alt(",")], section: .going, rank: 144,
    refusal: { $0.canReturn ? nil : "There is no place to go back to" }, handler: { _ in [.backRequested] })
}
