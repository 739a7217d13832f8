import Basics
package import Networking
import Synchronization
package import Workspaces

/// One request of a run, with the data that all iterations share.
///
/// Its plan is made just before it is sent, so that the first request does not wait until the last is parsed.
package final class RunJob: Sendable {
  package let node: RequestNode
  private let parts: Result<(source: RequestSource, folder: RunFolder), WorkspaceError>
  /// True if the user agreed to send the listed method.
  private let isAgreed: Bool
  private let answers: [String: String]
  private let made = Mutex<Result<SendPlan, WorkspaceError>?>(nil)

  init(_ node: RequestNode, _ source: RequestSource, in folder: RunFolder, isAgreed: Bool) {
    self.node = node
    self.isAgreed = isAgreed
    answers = [:]
    parts = .success((source, folder))
  }

  /// A copy of the request with answers to its prompts.
  init(_ job: RunJob, answers: [String: String]) {
    node = job.node
    isAgreed = job.isAgreed
    parts = job.parts
    self.answers = answers
  }

  /// A request that cannot be sent because of an error in its own file or in an inherited one.
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
        return plan
      }
      made = result
      return result
    }
    return try result.get()
  }
}

/// The data that the requests of one folder share.
final class RunFolder: Sendable {
  let context: SendContext
  let planner: RunPlanner
  /// True if inherited or available values contain prompts, or need an answer to a request with prompts.
  let mayAsk: Bool

  init(_ context: SendContext, _ planner: RunPlanner) {
    self.context = context
    self.planner = planner
    mayAsk = context.mayAsk || context.mayRefer
  }
}

/// The requests of a run in order, ready to send.
package struct RunJobs: Sendable {
  package private(set) var jobs: [RunJob] = []
  /// True if no response can influence a later request.
  package private(set) var areForeseeable = true
  /// The errors of requests that cannot be sent; the others can.
  package private(set) var refusals: [WorkspaceError] = []
  /// The servers of the URLs that the user gave as values of variables, on the command line or in a file named there.
  package let givenOrigins: Set<String>
  /// The indexes of requests that may contain prompts.
  private var asking: [Int] = []

  /// Reads the settings of each folder now; each request file is parsed when its turn comes.
  /// - Parameter check: called for each request with its environment; returns whether the user agreed to send its
  ///   method there. An error aborts the run.
  package init<Stop: Error>(
    _ selection: RunSelection, _ planner: RunPlanner,
    check: (RequestNode, Environment?) throws(Stop) -> Bool
  ) throws(Stop) {
    var folders = RunFolders(planner)
    givenOrigins = planner.inputs.origins
    jobs.reserveCapacity(selection.items.count)
    var mayUseAnswers = false
    for item in selection.items {
      let parts = Result { () throws(WorkspaceError) in (try folders.folder(of: item.node), try item.source.get()) }
      switch parts {
      case .success(let (folder, source)):
        let isAgreed = try check(item.node, folder.context.environment)
        if source.mayAsk || folder.mayAsk { asking.append(jobs.count) }
        jobs.append(RunJob(item.node, source, in: folder, isAgreed: isAgreed))
        mayUseAnswers = mayUseAnswers || source.mayUseAnswers
      case .failure(let error):
        // A file error affects only its own request.
        refusals.append(error)
        jobs.append(RunJob(item.node, refused: error))
      }
    }
    areForeseeable = !mayUseAnswers && !folders.mayUseAnswers
  }

  /// The prompts of the run, each label once. Parses only the files of requests that may contain prompts.
  package func questions() -> [PromptQuestion] {
    var search = PromptSearch()
    for index in asking {
      // The error is reported when it is the request's turn.
      if let plan = try? jobs[index].plan() { search.add(plan) }
    }
    return search.questions
  }

  /// Adds answers to the prompts, by label.
  package mutating func answer(_ answers: [String: String]) {
    for index in asking { jobs[index] = RunJob(jobs[index], answers: answers) }
  }
}

/// The folders of a run's requests, each read once.
private struct RunFolders {
  private let planner: RunPlanner
  private var known: [Substring: RunFolder] = [:]
  /// Most requests are in the same folder as the previous one.
  private var last: (path: Substring, folder: RunFolder)?

  init(_ planner: RunPlanner) {
    self.planner = planner
  }

  mutating func folder(of node: RequestNode) throws(WorkspaceError) -> RunFolder {
    let path = node.path[..<(node.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? node.path.startIndex)]
    if let last, last.path == path { return last.folder }
    let folder = if let known = known[path] { known } else { try planner.folder(of: node) }
    known[path] = folder
    last = (path, folder)
    return folder
  }

  /// True if a folder's settings could make one request need the response of another.
  var mayUseAnswers: Bool { known.values.contains { $0.context.mayUseAnswers } }
}

/// Makes the plans of one run; holds what they share in one object.
package final class RunPlanner: Sendable {
  /// The changes to every request from the user's options.
  package struct Changes: Sendable {
    var options: @Sendable (inout TransferOptions) -> Void
    /// The changed settings; `nil` if the options change none that a request defines itself.
    package var settings: (@Sendable (inout RequestSettings) -> Void)?
    /// The user's files that may be sent to the servers of the requests, because the user named their folder.
    package var allowed: Set<UserValueSource> = []

    package init(options: @escaping @Sendable (inout TransferOptions) -> Void = { _ in }) {
      self.options = options
    }
  }

  let workspace: Workspace
  private let environment: String?
  let inputs: VariableInputs
  private let changes: Changes
  /// True if the user confirmed changes in a protected environment.
  private let isConfirmed: Bool

  package init(
    workspace: Workspace, environment: String?, inputs: VariableInputs, isConfirmed: Bool,
    changes: Changes = Changes()
  ) {
    self.workspace = workspace
    self.environment = environment
    self.inputs = inputs
    self.isConfirmed = isConfirmed
    self.changes = changes
  }

  func folder(of node: RequestNode) throws(WorkspaceError) -> RunFolder {
    var context = try workspace.context(for: node.path, environment: environment, inputs: inputs)
    changes.options(&context.options)
    context.consent?.named.formUnion(changes.allowed)
    return RunFolder(context, self)
  }

  /// - Parameter isAgreed: true if the user agreed to send the listed method.
  /// - Throws: also if the request would change data in a protected environment and the user was not asked, because the
  ///   file is newer than the list.
  func plan(
    _ node: RequestNode, _ source: RequestSource, _ context: SendContext, isAgreed: Bool
  ) throws(WorkspaceError) -> SendPlan {
    var plan = try SendPlan(
      saved: node, try source.file(), in: workspace, context, environment: environment)
    plan.isConfirmed = isConfirmed
    let method = plan.definition.method
    let isKnown = isConfirmed || isAgreed && method.uppercased() == node.method.uppercased()
    if let environment = context.environment, environment.asks(before: method), !isKnown {
      let why = "not sent: it is a \(method) now, and environment \(environment.name) is protected"
      throw .invalid(Notice(.error, node.path, why))
    }
    changes.settings?(&plan.definition.settings)
    return plan
  }
}

extension SendPlan {
  /// The plan for a saved request whose file has been read, in its folder's context.
  package init(
    saved request: RequestNode, _ file: RequestFile, in workspace: Workspace, _ context: SendContext,
    environment: String?
  ) throws(WorkspaceError) {
    for notice in file.notices where notice.severity == .error { throw WorkspaceError.invalid(notice) }
    self.init(
      definition: file.definition, context: context, workspace: workspace, requestID: request.id,
      environment: environment)
  }
}

/// The dependencies between the requests of an iteration. A request depends on an earlier one if it refers to its
/// answer (`{{login | body.token}}`) or to a variable that the answer or the earlier request's own scripts set. Only
/// dependent requests wait.
final class RunDependencies: Sendable {
  private let jobs: [RunJob]
  private let areNone: Bool
  private let known = Mutex(Known())

  private struct Known {
    var earlier: [Int: [Int]] = [:]
    var sets: [Int: Set<String>] = [:]
  }

  /// - Parameter areKnownToBeNone: true if dependencies need no search, as when requests are sent one after the other.
  init(_ jobs: [RunJob], areKnownToBeNone: Bool) {
    self.jobs = jobs
    areNone = areKnownToBeNone
  }

  /// The indexes of the earlier requests that this one waits for.
  func of(_ job: Int) -> [Int] {
    if areNone { return [] }
    if let known = known.withLock({ $0.earlier[job] }) { return known }
    let texts = jobs[job].uses
    let found = texts.isEmpty ? [] : (0..<job).filter { isUsed($0, in: texts) }
    known.withLock { $0.earlier[job] = found }
    return found
  }

  /// Returns whether one of the texts in braces is a variable that the answer sets, or names the request.
  private func isUsed(_ job: Int, in texts: Set<String>) -> Bool {
    let earlier = jobs[job]
    if !sets(of: job).isDisjoint(with: texts) { return true }
    return texts.contains { text in
      guard let bar = text.firstIndex(of: "|") else { return false }
      let name = text[..<bar].trimmed
      return earlier.node.id == name
    }
  }
}

extension RunDependencies {
  /// The variables that the answer to a request sets; cached, because each later request asks.
  private func sets(of job: Int) -> Set<String> {
    if let sets = known.withLock({ $0.sets[job] }) { return sets }
    let sets = jobs[job].sets
    known.withLock { $0.sets[job] = sets }
    return sets
  }
}

extension RunJob {
  /// The variables that its answer and its own scripts set.
  fileprivate var sets: Set<String> {
    // A request that cannot be read is not sent, so nothing waits for its answer.
    guard let plan = try? plan() else { return [] }
    let captures = plan.context.layers.flatMap(\.settings.captures) + plan.definition.captures
    let scripts = plan.definition.allScripts.flatMap(\.setVariables)
    return Set(captures.filter(\.isEnabled).map(\.variable)).union(scripts)
  }

  /// The texts in double braces in the request, its inherited settings and the values of variables, and the variables
  /// that its own scripts read.
  fileprivate var uses: Set<String> {
    // The error is reported when it is the request's turn.
    guard let plan = try? plan() else { return [] }
    let texts =
      plan.context.templates(of: plan.definition).map(\.2) + [plan.definition.condition]
      + plan.context.variables.entries.map(\.value)
    let scripts = plan.definition.allScripts
    let named = (texts + scripts.map(\.code)).flatMap(TemplateBraces.contents)
    return Set(named + named.compactMap { MemberName($0)?.variable }).union(scripts.flatMap(\.readVariables))
  }
}
