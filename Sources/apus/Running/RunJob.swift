import Sessions
import Synchronization
import Workspaces

/// One request of a run, with all that stays the same from one iteration to the next.
///
/// Its plan is made when it is about to be sent: the first of a run need not wait for the last to be taken apart.
final class RunJob: Sendable {
  let node: RequestNode
  private let parts: Result<(source: RequestSource, folder: RunFolder), Failure>
  private let made = Mutex<Result<SendPlan, Failure>?>(nil)

  init(_ node: RequestNode, _ source: RequestSource, in folder: RunFolder) {
    self.node = node
    parts = .success((source, folder))
  }

  /// A request that cannot be sent, because of its own file or of one that it inherits from.
  init(_ node: RequestNode, refused failure: Failure) {
    self.node = node
    parts = .failure(failure)
  }

  /// The same at every call.
  func plan() throws(Failure) -> SendPlan {
    let result = made.withLock { made in
      if let made { return made }
      let result = Result { () throws(Failure) in
        let (source, folder) = try parts.get()
        return try folder.maker.plan(node, source, folder.context)
      }
      made = result
      return result
    }
    return try result.get()
  }
}

/// The requests of a run in one piece.
final class KeptJobs: Sendable {
  private let jobs: [RunJob]

  init(jobs: [RunJob]) {
    self.jobs = jobs
  }
}

/// What the requests of one folder have in common.
final class RunFolder: Sendable {
  let context: SendContext
  let maker: PlanMaker

  init(_ context: SendContext, _ maker: PlanMaker) {
    self.context = context
    self.maker = maker
  }
}

/// The folders of the requests of a run, each of them read once.
struct RunFolders {
  private let maker: PlanMaker
  private var known: [Substring: RunFolder] = [:]
  /// Nearly every request lies where the one before it does.
  private var last: (path: Substring, folder: RunFolder)?

  init(_ maker: PlanMaker) {
    self.maker = maker
  }

  mutating func folder(of node: RequestNode) throws(Failure) -> RunFolder {
    let path = node.path[..<(node.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? node.path.startIndex)]
    if let last, last.path == path { return last.folder }
    let folder = if let known = known[path] { known } else { try maker.folder(of: node) }
    known[path] = folder
    last = (path, folder)
    return folder
  }

  /// Whether what stands above the requests could say that one needs the answer to another.
  var mayUseAnswers: Bool { known.values.contains { $0.context.mayUseAnswers } }
}

/// Makes the plans of one run: what is the same for all of them, behind one reference.
final class PlanMaker: Sendable {
  private let finder: TargetFinder
  private let location: WorkspaceLocator.Location
  private let transport: TransportChoice
  /// The user agreed to change things in a protected environment.
  private let isConfirmed: Bool
  /// Whether any of them has a part in what a request itself says.
  private let changesSettings: Bool

  init(finder: TargetFinder, location: WorkspaceLocator.Location, transport: TransportChoice, isConfirmed: Bool) {
    self.isConfirmed = isConfirmed
    self.finder = finder
    self.location = location
    self.transport = transport
    var settings = RequestSettings()
    transport.apply(to: &settings)
    changesSettings = settings != RequestSettings()
  }

  /// What is around the requests of the folder that `node` lies in.
  func folder(of node: RequestNode) throws(Failure) -> RunFolder {
    var context = try finder.context(for: node, in: location)
    transport.apply(to: &context.options)
    return RunFolder(context, self)
  }

  func plan(_ node: RequestNode, _ source: RequestSource, _ context: SendContext) throws(Failure) -> SendPlan {
    let file = try Disk.run { () throws(WorkspaceError) in try source.file() }
    var plan = try finder.saved(node, file, in: location, context)
    plan.isConfirmed = isConfirmed
    if changesSettings { transport.apply(to: &plan.definition.settings) }
    return plan
  }
}
