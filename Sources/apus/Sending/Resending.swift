import Networking
import Sessions
import Workspaces

/// Makes a plan from an exchange in the history: the saved request it came from, else the request as it was sent.
enum Resending {
  /// The headers that the transport itself adds to the request.
  private static let added = ["host", "content-length", "accept-encoding", "connection", "transfer-encoding", "expect"]

  static func plan(
    for record: HistoryRecord, asSent: Bool = false, in location: WorkspaceLocator.Location
  ) throws(Failure) -> SendPlan {
    if let id = record.requestID, !asSent {
      let options = WorkspaceChoice(workspace: location.workspace.path, environment: record.environment)
      return try TargetFinder(options: options).plan(for: id)
    }
    guard let sent = record.exchange.hops.first?.request else {
      throw Failure(.request, "this exchange sent nothing that could be sent again")
    }
    let context = try surroundings(for: record, in: location)
    // Proxy headers belong to the connection, not to the request; the transport adds them again.
    let isOfTheWay = context.ownProxy?.use == .own
    let ownAdded = added + (isOfTheWay ? ["proxy-authorization", "proxy-connection"] : [])
    let fields = sent.headers.fields.filter { !ownAdded.contains($0.name.lowercased()) }
    var texts = [sent.url] + fields.map(\.value)
    if let body = sent.body { texts.append(String(decoding: body.allBytes, as: UTF8.self)) }
    guard !texts.contains(where: { $0.contains(Redaction.standard.mask) }) else {
      throw Failure(.request, "the secrets of this request are masked in the history; send it with `apus send` instead")
    }
    var definition = RequestDefinition(name: sent.url, method: sent.method, url: sent.url, authentication: .none)
    definition.headers = fields.map { Row($0) }
    definition.settings.encodeURL = false
    definition.settings.followRedirects = record.exchange.hops.count > 1
    var plan = SendPlan(definition: definition, context: context, workspace: location.workspace)
    if let body = sent.body, body.count > 0 { plan.changes.append(.body(body.allBytes)) }
    return plan
  }

  /// Only the collection's current client certificates and proxy: the recorded request does not include them, and it
  /// contains no variables to resolve.
  private static func surroundings(
    for record: HistoryRecord, in location: WorkspaceLocator.Location
  ) throws(Failure) -> SendContext {
    let options = WorkspaceChoice(workspace: location.workspace.path, environment: record.environment)
    // A request that no longer exists belongs to no collection.
    guard let id = record.requestID, let saved = try? TargetFinder(options: options).plan(for: id),
      var layer = saved.context.layers.first, !saved.context.certificates.isEmpty || saved.context.proxy != nil
    else { return SendContext() }
    do throws(SendRefusal) { try saved.context.checkConsentOfTheWay(of: saved.definition) } catch {
      throw saved.failure(for: error)
    }
    let table = saved.context.table(for: saved.definition)
    layer.settings = SharedSettings(
      certificates: saved.context.certificates.map { $0.resolved(in: table) },
      proxy: saved.context.proxy?.resolved(in: table))
    var context = SendContext(layers: [layer], folder: saved.context.folder)
    context.consent = saved.context.consent
    return context
  }
}
