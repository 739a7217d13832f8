import Basics
import Sessions
import Workspaces

/// Asks on the terminal about scripts that cannot run, or that may not run yet, before anything is sent.
struct ScriptQuestions {
  let session: SendSession

  /// - Returns: the plan as it may be sent. Without a terminal, it is unchanged, and the send is refused.
  func answered(_ plan: SendPlan) async throws(Failure) -> SendPlan {
    guard Confirmation.isPossible, let workspace = plan.workspace else { return plan }
    var plan = plan
    while let refusal = await session.scriptRefusal(of: plan) {
      switch refusal {
      case .unavailable(let count, let why):
        Output.error.say("apus: \(TerminalText.line(why))")
        try confirm("Send without its \(Quantity.amount(count, "script"))?", or: "nothing was sent")
        plan.runsScripts = false
      case .notAllowed(let question):
        question.show()
        try confirm(Self.consent, or: "nothing was sent; --no-scripts sends without its scripts")
        try question.allow(in: workspace)
      case .invalidRequest: return plan
      }
    }
    return plan
  }

  /// The question of `apus allow`, too.
  static let consent = "Allow this from now on?"

  private func confirm(_ question: String, or refusal: String) throws(Failure) {
    guard Confirmation.asked(question) == true else { throw Failure(.interrupted, refusal) }
  }
}

extension ScriptQuestion {
  /// Lists the scripts.
  func show() {
    for script in scripts { Output.error.say(TerminalText.line("\(script.file):\(script.line): \(script.phase)")) }
  }

  func allow(in workspace: Workspace) throws(Failure) {
    try Disk.run { () throws(WorkspaceError) in
      try CollectionConsents(workspace).allow(scripts.map(\.use), for: collection)
    }
    Output.error.say("apus: allowed: \(Quantity.amount(scripts.count, "script")) of \(collection)")
  }
}
