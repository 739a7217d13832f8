import Synchronization
package import Workspaces

/// One request of a run, with everything that all iterations share.
///
/// Its plan is made just before it is sent, so that the first request does not wait until the last is parsed.
package final class RunJob: Sendable {
  package let node: RequestNode
  private let parts: Result<(source: RequestSource, folder: RunFolder), WorkspaceError>
  /// Whether the user agreed to send the listed method.
  private let isAgreed: Bool
  /// To what it asks for, by label.
  private let answers: [String: String]
  private let made = Mutex<Result<SendPlan, WorkspaceError>?>(nil)

  init(_ node: RequestNode, _ source: RequestSource, in folder: RunFolder, isAgreed: Bool) {
    self.node = node
    self.isAgreed = isAgreed
    answers = [:]
    parts = .success((source, folder))
  }

  /// The same request with answers to what it asks for.
  init(_ job: RunJob, answers: [String: String]) {
    node = job.node
    isAgreed = job.isAgreed
    parts = job.parts
    self.answers = answers
  }

  /// A request that cannot be sent because of an error in its own file or in one it inherits from.
  init(_ node: RequestNode, refused error: WorkspaceError) {
    self.node = node
    isAgreed = false
    answers = [:]
    parts = .failure(error)
  }

  /// The plan; every call returns the same.
  func plan() throws(WorkspaceError) -> SendPlan {
    let result = made.withLock { made in
      if let made { return made }
      let result = Result { () throws(WorkspaceError) in
        let (source, folder) = try parts.get()
        var plan = try folder.planner.plan(node, source, folder.context, isAgreed: isAgreed)
        if !answers.isEmpty { plan.context.answer(answers) }
        plan.memory = SendMemory()
        return plan
      }
      made = result
      return result
    }
    return try result.get()
  }
}

/// What the requests of one folder share.
final class RunFolder: Sendable {
  let context: SendContext
  let planner: RunPlanner
  /// Whether what its requests inherit or may use asks for something, or needs an answer to one that does.
  let mayAsk: Bool

  init(_ context: SendContext, _ planner: RunPlanner) {
    self.context = context
    self.planner = planner
    mayAsk = context.mayAsk || context.mayRefer
  }
}
