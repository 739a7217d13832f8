import Basics
import Networking
import Sessions
import Workspaces

/// Makes a plan from an exchange in the history: the saved request it came from, else the request as it was sent.
enum Resending {
  static func plan(
    for record: HistoryRecord, asSent: Bool = false, in location: WorkspaceLocator.Location
  ) throws(Failure) -> SendPlan {
    if let id = record.requestID, !asSent {
      let options = WorkspaceChoice(workspace: location.workspace.path, environment: record.environment)
      return try TargetFinder(options: options).plan(for: id)
    }
    let context = try surroundings(for: record, in: location)
    let copy = SentCopy(record, defaults: LiveClient.defaults, usesOwnProxy: context.ownProxy?.use == .own)
    guard let copy else { throw Failure(.request, "this exchange sent nothing that could be sent again") }
    guard !copy.isMasked else {
      throw Failure(.request, "the secrets of this request are masked in the history; send it with `apus send` instead")
    }
    if let reason = copy.missingBody {
      throw Failure(.request, "this request cannot be sent again as it was: \(reason)")
    }
    return copy.plan(in: context, of: location.workspace)
  }

  /// Only the collection's current client certificates and proxy: the recorded request does not include them, and it
  /// contains no variables to resolve.
  private static func surroundings(
    for record: HistoryRecord, in location: WorkspaceLocator.Location
  ) throws(Failure) -> SendContext {
    let options = WorkspaceChoice(workspace: location.workspace.path, environment: record.environment)
    // A request that no longer exists belongs to no collection.
    guard let id = record.requestID, let saved = try? TargetFinder(options: options).plan(for: id) else {
      return SendContext()
    }
    var environment = saved.context.environment.map { Environment(name: $0.name) }
    guard var layer = saved.context.layers.first,
      !saved.context.certificates.isEmpty || saved.context.proxy != nil
        || saved.context.trustsMore(for: saved.definition)
    else {
      // Whose cookies are sent.
      return SendContext(folder: saved.context.folder, environment: environment)
    }
    do throws(SendRefusal) { try saved.context.checkConsentOfTheWay(of: saved.definition) } catch {
      throw saved.failure(for: error)
    }
    let table = saved.context.table(for: saved.definition)
    layer.settings = SharedSettings(
      certificates: saved.context.certificates.map { $0.resolved(in: table) },
      proxy: saved.context.proxy?.resolved(in: table), trust: layer.settings.trust)
    // The request that is sent again says nothing itself of whom to believe.
    let inner = saved.context.layers.dropFirst().map { ($0.path, $0.name, $0.settings.trust) }
    let own = [(saved.definition.name, saved.definition.name, saved.definition.trust)]
    let trusting = (inner + own).map {
      SendContext.Layer(path: $0.0, name: $0.1, settings: SharedSettings(trust: $0.2))
    }
    var context = SendContext(layers: [layer] + trusting, folder: saved.context.folder)
    context.consent = saved.context.consent
    if let trust = saved.context.environment?.trust { environment?.trust = trust }
    context.environment = environment
    return context
  }
}
