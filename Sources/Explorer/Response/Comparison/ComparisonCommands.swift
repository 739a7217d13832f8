import Terminal
import Workspaces

/// Commands that compare two responses.
enum ComparisonCommands {
  typealias Command = ResponseCommands.Command

  static let all: [Command] = [compare, compareWith, ignoreDifference, showIgnored]

  private static let compare = Command(
    "compare", "Compare with the answer before", [.character("d")], in: Context.response, section: .reading,
    rank: 150, footer: .word("compare", lead: (22, [.document, .facts])) { $0.pane?.exchange?.isAnswered != false },
    refusal: refusalWithoutAnswer,
    handler: { _ in [.comparisonRequested] })

  private static let compareWith = Command(
    "compareWith", "Compare with an exchange of the history", [.character("D")], in: Context.response.union([.tree]),
    section: .reading, rank: 160, refusal: refusalWithoutAnswer, handler: { _ in [.comparandRequested] })

  private static let ignoreDifference = Command(
    "ignoreDifference", "Ignore this difference for this request, or not", [.character("i")], in: [.grid],
    section: .reading, rank: 170, footer: .word("ignore", lead: (10, [.grid])), refusal: refusalOutside,
    handler: { _ in [.differenceIgnored] })

  private static let showIgnored = Command(
    "showIgnored", "Show the ignored differences", [.character("I")], in: [.grid], section: .reading,
    rank: 180, footer: .word("show ignored", lead: (20, [.grid])), refusal: refusalOutside,
    handler: { _ in [.ignoredToggled] })

  private static let refusalWithoutAnswer: @Sendable (ResponseCommands.Situation) -> String? = { state in
    state.pane?.exchange == nil ? "No answer to compare yet: \(key: "send") sends the request" : nil
  }

  private static let refusalOutside: @Sendable (ResponseCommands.Situation) -> String? = { state in
    ResponseCommands.isComparing(state) ? nil : "Only in a comparison: \(key: "compare") opens one"
  }
}
