import ArgumentParser
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HistoryCommand {
  /// `apus history resend ID`.
  struct Resend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resend", abstract: "Send one exchange again: the saved request it came from, else as it was sent.")

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @OptionGroup var place: Place
    @OptionGroup(title: "Output") var printing: PrintOptions
    @Flag(help: "Send to a protected environment without asking.") var yes = false

    func run() async throws {
      Interruption.ignoreBrokenPipes()
      let location = try WorkspaceLocator.locate(place.workspace)
      let history = History(workspace: location.workspace)
      let id = try HistoryCommand.identifier(id, in: history)
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      let plan = try Resending.plan(for: record, in: location)
      try Protection.check(plan, isConfirmed: yes)
      let delivery = Delivery(plan: plan, printing: printing, records: true)
      try await Interruption.cancelling { try await delivery.run() }
    }
  }

  /// `apus history clear`.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Delete the history of a workspace, its bodies too.")

    @OptionGroup var place: Place
    @Flag(help: "Delete without asking.") var yes = false

    func run() throws {
      let folder = try place.history().folder
      guard FileManager.default.fileExists(atPath: folder) else { return }
      if !yes {
        guard Output.error.isTerminal, Output.standardInputIsTerminal else {
          throw Failure(.usage, "this deletes \(folder); add --yes")
        }
        Output.error.write(quietly: "Delete \(TerminalText.shown(folder))? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
          throw Failure(.interrupted, "nothing was deleted")
        }
      }
      do { try FileManager.default.removeItem(atPath: folder) } catch {
        throw Failure(.file, "cannot delete \(folder): \(error)")
      }
    }
  }
}
