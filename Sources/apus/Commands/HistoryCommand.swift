import ArgumentParser
import Basics
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `apus history`: shows what was sent and received.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List what was sent, show it again, compare it, send it again.",
    subcommands: [
      List.self, Show.self, Compare.self, Times.self, Resend.self, Delete.self, Clear.self,
    ], defaultSubcommand: List.self)

  /// Selects the workspace.
  struct Place: ParsableArguments {
    @Option(
      name: [.customShort("w", allowingJoined: true), .customLong("workspace")],
      help: "The workspace; default: the one around the current folder.", completion: .directory)
    var workspace: String?

    func history() throws(Failure) -> History { try history(of: WorkspaceLocator.locate(workspace).workspace) }

    /// A folder that is not used must not look like an empty history, or one that was cleared.
    func history(of workspace: Workspace) throws(Failure) -> History {
      let folder = workspace.privateFolder
      if let reason = folder.refusal() { throw Failure(.file, TerminalText.shown("\(folder.path): \(reason)")) }
      return LiveSession.history(of: workspace)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the exchanges, the newest first.")

    @OptionGroup var place: Place
    @Flag(help: "Write JSON: a list of HAR entries.") var json = false
    @Option(help: "How many at most.") var limit = 50
    @OptionGroup(title: "Filter") var options: HistoryFilterOptions

    func validate() throws { try options.validate(limit: limit) }

    func run() throws {
      let history = try place.history()
      let exchanges = try options.entries(of: history, limit: limit)
      if json {
        let entries = try exchanges.compactMap { try Self.entry($0.id, in: history) }
        try Output.standard.write(JSONValue.array(entries))
      } else {
        try Output.standard.write(exchanges.map(Self.line).joined())
      }
    }

    /// One that is damaged is named, and the others are listed.
    private static func entry(_ id: String, in history: History) throws -> JSONValue? {
      try Disk.run { () throws(WorkspaceError) in
        do throws(WorkspaceError) { return try history.entry(id) } catch {
          guard case .invalid(let notice) = error else { throw error }
          Output.error.say("apus: \(notice.description)")
          return nil
        }
      }
    }

    private static func line(_ summary: HistorySummary) -> String {
      let status = summary.shortStatus.text ?? "---"
      let name = summary.requestID.map { "  \($0)" } ?? ""
      let text =
        "\(summary.id)  \(ISOTime.text(summary.date))  \(status)  \(Figures.padded(summary.method, 6)) "
        + "\(Figures.aligned(Quantity.duration(summary.duration), 8)) \(Figures.aligned(Quantity.bytes(summary.size), 9))  "
        + "\(summary.url)\(name)\(summary.failure.map { "  (\($0))" } ?? "")"
      return TerminalText.line(text) + "\n"
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show one exchange: both heads, the timing, and the body on standard output.")

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @OptionGroup var place: Place
    @Flag(help: "Write JSON: the HAR entry.") var json = false
    @Flag(help: "Write the body byte for byte to a terminal, too.") var raw = false

    func run() throws {
      let history = try place.history()
      let id = try HistoryCommand.identifier(id, in: history)
      if json {
        let entry = try Disk.run { () throws(WorkspaceError) in try history.entry(id) }
        guard let entry else { throw HistoryCommand.missing(id) }
        return try Output.standard.write(entry)
      }
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      var choice = PrintChoice(verbose: true, timing: true, raw: raw, rawWays: .show)
      choice.marksMessages = true
      var printer = try ExchangePrinter(choice, .none)
      for hop in record.exchange.redirects { try printer.show(.continued(hop)) }
      for message in record.exchange.conversation?.messages ?? [] { try printer.show(.message(message)) }
      try printer.show(.finished(record.exchange))
      try printer.close(keeping: true)
      if let failure = record.exchange.failure { Output.error.say("apus: \(failure.description)") }
      if let omitted = record.omittedBody { Output.error.say("apus: \(omitted.description)") }
      if let notice = record.exchange.notice { Output.error.say("apus: \(notice)") }
    }
  }

  static func identifier(_ text: String, in history: History) throws(Failure) -> String {
    guard text == "last" else { return text }
    let page = try Disk.run { () throws(WorkspaceError) in try history.list(limit: 1) }
    guard let newest = page.entries.first else { throw Failure(.file, "the history of this workspace is empty") }
    return newest.id
  }

  static func missing(_ id: String) -> Failure {
    Failure(.file, "no exchange \(id) in this history; `apus history list` shows what there is")
  }
}
