import ArgumentParser
import Basics
import Essentials
import Networking
import Sessions
import Workspaces

extension HistoryCommand {
  /// `apus history resend ID`: sends an exchange again.
  struct Resend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resend", abstract: "Resend an exchange: from its saved request, else as sent.")

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @OptionGroup var place: WorkspacePlace
    @OptionGroup(title: "Output") var printing: PrintOptions
    @OptionGroup(title: "Output") var display: DisplayOptions
    @Flag(help: "Resend it as sent, not from the saved request with current variables.") var asSent = false
    @Flag(help: "Send to a protected environment without asking.") var yes = false

    func validate() throws { try printing.chosen(display).validate() }

    func run() async throws {
      let demo = place.demo ? try HelperProcess.demo() : nil
      defer { demo?.stop() }
      let location = try place.locateHistory()
      let history = try place.history(of: location.workspace)
      let id = try HistoryCommand.identifier(id, in: history)
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      let plan = try Resending.plan(for: record, asSent: asSent, in: location, demoURL: demo?.url)
      try Protection.check(plan, isConfirmed: yes)
      let delivery = Delivery(plan: plan, printing: printing.chosen(display), records: true)
      try await Interruption.cancelling { try await delivery.run() }
    }
  }

  /// `apus history delete ID …`: deletes single exchanges with their bodies.
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete single exchanges with their bodies.")

    @Argument(help: "The exchanges, as `list` names them; `last` is the newest.") var ids: [String]
    @OptionGroup var place: WorkspacePlace

    func run() throws {
      let history = try place.history()
      // All are looked up first: nothing is deleted if one is mistyped, and `last` means the same exchange throughout.
      let known = try ids.map { word in
        let id = try HistoryCommand.identifier(word, in: history)
        guard try Disk.run({ () throws(WorkspaceError) in try history.record(id) }) != nil else {
          throw HistoryCommand.missing(word)
        }
        return id
      }
      try Disk.run { () throws(WorkspaceError) in
        for id in known { _ = try history.forget(id) }
      }
    }
  }

  /// `apus history clear`: deletes the history, or only what exceeds the given limits.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Delete the history of a workspace with its bodies, or only what exceeds limits.")

    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Delete without asking.") var yes = false
    @Option(help: ArgumentHelp("Delete only older exchanges.", valueName: "days")) var olderThan: Double?
    @Option(help: ArgumentHelp("Keep this many of the newest.", valueName: "count")) var keep: Int?
    @Option(help: ArgumentHelp("Keep the newest that fit, with bodies.", valueName: "megabytes")) var maxSize: Int?

    func validate() throws {
      guard (olderThan ?? 0) >= 0, (keep ?? 0) >= 0, (0...1_000_000).contains(maxSize ?? 0) else {
        throw ValidationError("--older-than, --keep and --max-size take numbers of 0 or more.")
      }
    }

    /// Removes the exchanges that exceed the given limits. It does not ask, because the limits already say what to
    /// remove.
    private func prune(_ history: History) throws {
      let retention = HistoryRetention(days: olderThan, entries: keep, bytes: maxSize.map { $0 * 1_000_000 })
      let removed = try Disk.run { () throws(WorkspaceError) in try history.prune(retention) }
      Output.error.say("apus: \(removed) removed")
    }

    func run() throws {
      let history = try place.history()
      if olderThan != nil || keep != nil || maxSize != nil { return try prune(history) }
      let folder = history.folder
      guard try Disk.run({ () throws(WorkspaceError) in try history.isThere() }) else { return }
      if !yes {
        switch Confirmation.asked("Delete \(folder)?") {
        case true?: break
        case false?: throw Failure(.interrupted, "nothing was deleted")
        case nil: throw Failure(.usage, "this deletes \(folder); add --yes")
        }
      }
      try Disk.run { () throws(WorkspaceError) in try history.erase() }
    }
  }
}

/// Creates a plan from a recorded exchange: the saved request it came from, otherwise the request as it was sent.
enum Resending {
  static func plan(
    for record: HistoryRecord, asSent: Bool = false, in location: WorkspaceLocator.Location, demoURL: String? = nil
  ) throws(Failure) -> SendPlan {
    if let id = record.requestID, !asSent {
      let options = WorkspaceChoice(workspace: location.workspace.path, environment: record.environment)
      return try TargetFinder(options: options, demoURL: demoURL).plan(for: id)
    }
    let context = try surroundings(for: record, in: location)
    let copy = SentCopy(record, defaults: LiveClient.defaults, usesOwnProxy: context.ownProxy?.use == .own)
    guard let copy else { throw Failure(.request, "this exchange sent nothing that can be resent") }
    guard !copy.isMasked else {
      throw Failure(.request, "the secrets of this request are masked in the history; send it with `apus send` instead")
    }
    if let reason = copy.missingBody {
      throw Failure(.request, "this request cannot be resent as sent: \(reason)")
    }
    return copy.plan(in: context, of: location.workspace)
  }

  /// The collection's current client certificates and proxy, which the recorded request does not include. It contains
  /// no variables to resolve.
  private static func surroundings(
    for record: HistoryRecord, in location: WorkspaceLocator.Location
  ) throws(Failure) -> SendContext {
    let options = WorkspaceChoice(workspace: location.workspace.path, environment: record.environment)
    // A deleted request belongs to no collection.
    guard let id = record.requestID, let saved = try? TargetFinder(options: options).plan(for: id) else {
      return SendContext()
    }
    var environment = saved.context.environment.map { Environment(name: $0.name) }
    guard var layer = saved.context.layers.first,
      !saved.context.certificates.isEmpty || saved.context.proxy != nil
        || saved.context.trustsMore(for: saved.definition)
    else {
      // Selects the cookies to send.
      return SendContext(folder: saved.context.folder, environment: environment)
    }
    do throws(SendRefusal) { try saved.context.checkConnectionConsent(of: saved.definition) } catch {
      throw saved.failure(for: error)
    }
    let table = saved.context.table(for: saved.definition)
    layer.settings = SharedSettings(
      certificates: saved.context.certificates.map { $0.resolved(in: table) },
      proxy: saved.context.proxy?.resolved(in: table), trust: layer.settings.trust)
    // The recorded request has no certificate settings of its own.
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
