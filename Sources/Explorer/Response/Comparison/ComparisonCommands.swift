import Terminal

/// What compares two answers.
enum ComparisonCommands {
  static let all: [Command] = [compare, compareWith, ignoreDifference, showIgnored]

  private static let compare = Command(
    "compare", "Compare with the answer before", [.character("d")], in: Context.response, section: .reading,
    rank: 150, footer: .word("compare"), refusal: refusalWithoutAnswer, handler: { $0.compareWithPrevious() })

  private static let compareWith = Command(
    "compareWith", "Compare with an exchange of the history", [.character("D")], in: Context.response.union([.tree]),
    section: .reading, rank: 160, refusal: refusalWithoutAnswer, handler: { $0.chooseComparand() })

  private static let ignoreDifference = Command(
    "ignoreDifference", "Leave this difference out for this request, or not", [.character("i")], in: [.grid],
    section: .reading, rank: 170, footer: .word("leave out", lead: (10, [.grid])), refusal: refusalOutside,
    handler: { $0.inComparison { $0.toggleIgnored($1) } })

  private static let showIgnored = Command(
    "showIgnored", "Show the differences that are left out", [.character("I")], in: [.grid], section: .reading,
    rank: 180, footer: .word("show left out", lead: (20, [.grid])), refusal: refusalOutside,
    handler: { $0.inComparison { $0.toggleShowingIgnored($1) } })

  private static let refusalWithoutAnswer: @Sendable (AppState) -> String? = { state in
    state.session?.response.exchange == nil ? "No answer to compare yet: ^R sends the request" : nil
  }

  private static let refusalOutside: @Sendable (AppState) -> String? = { state in
    ResponseCommands.isComparing(state) ? nil : "Only in a comparison: d opens one"
  }
}
