import ArgumentParser
import Basics
import Explorer
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HistoryCommand {
  /// `apus history compare`: shows the differences between two exchanges.
  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare", abstract: "Show what differs between two exchanges: request, headers, JSON by its keys.",
      discussion: """
        With one exchange it is compared with the one before it of the same request. The status is 0 where nothing \
        differs and 1 where something does.

        Example:
          apus history compare last --ignore 'Body: $.items[*].id'
        """)

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @Argument(help: "The older one.") var older: String?
    @OptionGroup var place: Place
    @Option(
      help: ArgumentHelp(
        "Leave out what has this place, as it is printed, array indexes as [*]; may be repeated.", valueName: "place"))
    var ignore: [String] = []
    @Flag(help: "Write JSON.") var json = false

    func run() throws {
      let history = try place.history()
      let new = try record(try HistoryCommand.identifier(id, in: history), history)
      let old = try older.map { id throws(Failure) in try record(id, history) } ?? former(of: new, history)
      let comparison = ExchangeComparison(from: old.exchange, to: new.exchange)
      let ignored = Set(ignore + ["Headers: Date"])
      let changes = comparison.changes.filter { !ignored.contains($0.pattern) }
      if json {
        try Output.standard.write(JSONValue.array(changes.map(ComparisonText.json)))
      } else {
        try Output.standard.write(changes.map(ComparisonText.lines).joined())
      }
      if comparison.isCut {
        let what =
          changes.isEmpty ? "only the start of the bodies was compared" : "only the first differences are shown"
        Output.error.say("apus: there is more; \(what)")
      }
      if !changes.isEmpty { throw ExitCode(ExitStatus.unexpected.rawValue) }
    }

    private func record(_ id: String, _ history: History) throws(Failure) -> HistoryRecord {
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      return record
    }

    /// The previous exchange of the same request, or of the same URL.
    private func former(of record: HistoryRecord, _ history: History) throws(Failure) -> HistoryRecord {
      var filter = HistoryFilter()
      filter.requestID = record.requestID
      filter.collection = record.collection
      filter.before = record.exchange.startedAt
      if record.requestID == nil { filter.text = record.exchange.request?.url ?? "" }
      let page = try Disk.run { () throws(WorkspaceError) in try history.list(limit: 1, matching: filter) }
      guard let before = page.entries.first else {
        throw Failure(.file, "nothing was sent before it that it could be compared with; name another exchange")
      }
      return try self.record(before.id, history)
    }
  }

  /// `apus history times`: shows how long requests took.
  struct Times: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "times",
      abstract: "Show how long each request has taken: sends, p50, p95, and the last ones as bars.")

    @OptionGroup var place: Place
    @Option(help: "How many of the newest exchanges to look at.") var limit = 10_000
    @OptionGroup(title: "Filter") var options: HistoryFilterOptions

    func validate() throws { try options.validate(limit: limit) }

    func run() throws {
      let exchanges = try options.entries(of: try place.history(), limit: limit)
      var durations: [String: [Duration]] = [:]
      // Oldest first, so that the bars read from left to right.
      for entry in exchanges.reversed() where entry.status > 0 {
        let name = entry.requestID ?? "\(entry.method) \(entry.url)"
        durations[name, default: []].append(entry.duration)
      }
      for (name, durations) in durations.sorted(by: { $0.key < $1.key }) {
        let past = HistoryStatistics(durations: durations)
        guard let p50 = past.median, let p95 = past.percentile(0.95) else { continue }
        let count = Figures.aligned("\(past.durations.count)", 6)
        let usual = Figures.aligned(Quantity.duration(p50), 8)
        let slow = Figures.aligned(Quantity.duration(p95), 8)
        let bars = Figures.padded(Sparkline.text(past.durations.suffix(24)), 24)
        let text = "\(count)  p50 \(usual)  p95 \(slow)  \(bars)  \(name)"
        try Output.standard.write(TerminalText.line(text) + "\n")
      }
    }
  }
}
