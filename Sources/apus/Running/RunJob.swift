import Sessions
import Synchronization
import Workspaces

/// One request of a run, with everything that all iterations share.
///
/// Its plan is made just before it is sent, so that the first request does not wait until the last is parsed.
final class RunJob: Sendable {
  let node: RequestNode
  private let parts: Result<(source: RequestSource, folder: RunFolder), Failure>
  private let made = Mutex<Result<SendPlan, Failure>?>(nil)

  init(_ node: RequestNode, _ source: RequestSource, in folder: RunFolder) {
    self.node = node
    parts = .success((source, folder))
  }

  /// A request that cannot be sent because of an error in its own file or in one it inherits from.
  init(_ node: RequestNode, refused failure: Failure) {
    self.node = node
    parts = .failure(failure)
  }

  /// The plan; every call returns the same.
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

/// Keeps the requests of a run alive.
final class KeptJobs: Sendable {
  private let jobs: [RunJob]

  init(jobs: [RunJob]) {
    self.jobs = jobs
  }
}

/// What the requests of one folder share.
final class RunFolder: Sendable {
  let context: SendContext
  let maker: PlanMaker

  init(_ context: SendContext, _ maker: PlanMaker) {
    self.context = context
    self.maker = maker
  }
}

/// The folders of a run's requests, each read once.
struct RunFolders {
  private let maker: PlanMaker
  private var known: [Substring: RunFolder] = [:]
  /// Most requests are in the same folder as the previous one.
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

  /// Whether a folder's settings could make one request need the response of another.
  var mayUseAnswers: Bool { known.values.contains { $0.context.mayUseAnswers } }
}

/// Makes the plans of one run; holds what they share in one object.
final class PlanMaker: Sendable {
  private let finder: TargetFinder
  private let location: WorkspaceLocator.Location
  private let transport: TransportChoice
  /// Whether the user confirmed changes in a protected environment.
  private let isConfirmed: Bool
  /// Whether the options change settings that a request defines itself.
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

  /// The context of the folder that contains `node`.
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
