import Sessions
import Workspaces

/// The messages that a request's file keeps by name.
enum SavedMessages {
  /// Selects those to be said.
  /// - Parameter names: empty for those that the file selects.
  static func choose(_ names: [String], in plan: inout SendPlan) throws(Failure) {
    guard !names.isEmpty else { return }
    let known = plan.definition.conversation.messages.map(\.name)
    guard let missing = plan.definition.conversation.select(names) else { return }
    let list = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
    throw Failure(.usage, TerminalText.line("the request has no message \(missing); \(list)"))
  }
}
