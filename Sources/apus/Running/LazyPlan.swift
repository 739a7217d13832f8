import Synchronization
import Workspaces

/// A plan that is made when its request is about to be sent: the first of a run need not wait for the last to be read.
final class LazyPlan: Sendable {
  private let make: @Sendable () throws(Failure) -> SendPlan
  private let made = Mutex<Result<SendPlan, Failure>?>(nil)

  init(_ make: @escaping @Sendable () throws(Failure) -> SendPlan) {
    self.make = make
  }

  /// The same at every call.
  func value() throws(Failure) -> SendPlan {
    let result = made.withLock { made in
      if let made { return made }
      let result = Result { () throws(Failure) in try make() }
      made = result
      return result
    }
    return try result.get()
  }
}

/// Makes the plans of one run: what is the same for all of them, behind one reference.
final class PlanMaker: Sendable {
  private let finder: TargetFinder
  private let location: WorkspaceLocator.Location
  private let transport: TransportChoice
  /// Whether any of them has a part in what a request itself says.
  private let changesSettings: Bool

  init(finder: TargetFinder, location: WorkspaceLocator.Location, transport: TransportChoice) {
    self.finder = finder
    self.location = location
    self.transport = transport
    var settings = RequestSettings()
    transport.apply(to: &settings)
    changesSettings = settings != RequestSettings()
  }

  func plan(_ node: RequestNode, _ source: RequestSource, _ context: SendContext) throws(Failure) -> SendPlan {
    let file = try Disk.run { () throws(WorkspaceError) in try source.file() }
    var plan = try finder.saved(node, file, in: location, context)
    if changesSettings { transport.apply(to: &plan.definition.settings) }
    return plan
  }
}
