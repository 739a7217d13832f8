import ArgumentParser
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HistoryCommand {
  /// `apus history resend ID`: sends an exchange again.
  struct Resend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resend", abstract: "Send one exchange again: the saved request it came from, else as it was sent.")

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @OptionGroup var place: Place
    @OptionGroup(title: "Output") var printing: PrintOptions
    @Flag(help: "Send what went out then, not the saved request with the variables of today.") var asSent = false
    @Flag(help: "Send to a protected environment without asking.") var yes = false

    func run() async throws {
      let location = try WorkspaceLocator.locate(place.workspace)
      let history = try place.history(of: location.workspace)
      let id = try HistoryCommand.identifier(id, in: history)
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      let plan = try Resending.plan(for: record, asSent: asSent, in: location)
      try Protection.check(plan, isConfirmed: yes)
      let delivery = Delivery(plan: plan, printing: printing.chosen, records: true)
      try await Interruption.cancelling { try await delivery.run() }
    }
  }

  /// `apus history delete ID …`: deletes single exchanges with their bodies.
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete single exchanges, their bodies too.")

    @Argument(help: "The exchanges, as `list` names them; `last` is the newest.") var ids: [String]
    @OptionGroup var place: Place

    func run() throws {
      let history = try place.history()
      // All are looked up first: nothing is deleted where one is mistyped, and `last` means the same for all.
      let known = try ids.map { word in
        let id = try HistoryCommand.identifier(word, in: history)
        guard try Disk.run({ () throws(WorkspaceError) in try history.record(id) }) != nil else {
          throw HistoryCommand.missing(word)
        }
        return id
      }
      try Disk.run { () throws(WorkspaceError) in
        var forgotten: [ForgottenExchange] = []
        for id in known { if let one = try history.forget(id) { forgotten.append(one) } }
        try history.giveUp(forgotten)
      }
    }
  }

  /// `apus history clear`: deletes the history, or only what exceeds the given limits.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Delete the history of a workspace, its bodies too; or only what is too much.")

    @OptionGroup var place: Place
    @Flag(help: "Delete without asking.") var yes = false
    @Option(help: ArgumentHelp("Delete only what is older.", valueName: "days")) var olderThan: Double?
    @Option(help: ArgumentHelp("Keep so many of the newest.", valueName: "count")) var keep: Int?
    @Option(help: ArgumentHelp("Keep the newest that fit, bodies and all.", valueName: "megabytes")) var maxSize: Int?

    func validate() throws {
      guard (olderThan ?? 0) >= 0, (keep ?? 0) >= 0, (0...1_000_000).contains(maxSize ?? 0) else {
        throw ValidationError("--older-than, --keep and --max-size take numbers of 0 or more.")
      }
    }

    /// Removes what exceeds the given limits. It does not ask, because the limits already say what to remove.
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
        guard Output.error.isTerminal, Output.standardInputIsTerminal else {
          throw Failure(.usage, "this deletes \(folder); add --yes")
        }
        Output.error.write(quietly: "Delete \(folder)? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
          throw Failure(.interrupted, "nothing was deleted")
        }
      }
      try Disk.run { () throws(WorkspaceError) in try history.erase() }
    }
  }
}
