import ArgumentParser
import Basics
import Essentials
import Explorer
import Networking
import Workspaces

/// `apus history`: shows sent requests and their responses.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List, show, compare and resend exchanges.",
    subcommands: [
      List.self, Show.self, Compare.self, Times.self, Resend.self, Replay.self, Delete.self, Clear.self,
    ], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the exchanges, the newest first.")

    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Write JSON: a list of HAR entries.") var json = false
    @Option(help: "The maximum number.") var limit = 50
    @OptionGroup(title: "Filter") var options: HistoryFilterOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws { try options.validate(limit: limit) }

    func run() throws {
      let workspace = try place.locateHistory().workspace
      let history = try place.history(of: workspace)
      var colors = OutputColors(for: .standard, display.chosen, in: workspace)
      let exchanges = try options.entries(of: history, limit: limit)
      if json {
        let entries = try exchanges.compactMap { try Self.entry($0.id, in: history) }
        try Output.standard.write(JSONValue.array(entries), in: colors)
      } else {
        try Output.standard.write(HistoryTable(exchanges, for: .standard).text, in: &colors)
      }
    }

    /// A damaged exchange is reported, and the others are listed.
    private static func entry(_ id: String, in history: History) throws -> JSONValue? {
      try Disk.run { () throws(WorkspaceError) in
        do throws(WorkspaceError) { return try history.entry(id) } catch {
          guard case .invalid(let notice) = error else { throw error }
          Output.error.say("apus: \(notice.description)")
          return nil
        }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show one exchange: both heads, the timing, and the body on standard output.")

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Write JSON: the HAR entry.") var json = false
    @Flag(help: "Write the body byte for byte to a terminal, too.") var raw = false
    @OptionGroup var display: DisplayOptions

    func run() throws {
      let workspace = try place.locateHistory().workspace
      let history = try place.history(of: workspace)
      let id = try HistoryCommand.identifier(id, in: history)
      if json {
        let entry = try Disk.run { () throws(WorkspaceError) in try history.entry(id) }
        guard let entry else { throw HistoryCommand.missing(id) }
        return try Output.standard.write(entry, in: OutputColors(for: .standard, display.chosen, in: workspace))
      }
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      if let signature = record.received {
        Output.error.say("* \(signature.isEmpty ? "Received, not sent" : "Received, not sent; \(signature)")")
      }
      var choice = PrintChoice(display: display.chosen, verbose: true, timing: true, raw: raw, rawWays: .show)
      choice.marksMessages = true
      var printer = try ExchangePrinter(choice, .none, in: workspace)
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
    Failure(.file, "no exchange \(id) in this history; `apus history list` lists the exchanges")
  }
}

extension HistoryCommand {
  /// `apus history compare`: shows the differences between two exchanges.
  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare", abstract: "Show what differs between two exchanges: request, headers, JSON by its keys.",
      discussion: """
        One exchange is compared with the previous one of the same request. The exit status is 0 without differences \
        and 1 with some.

        Example:
          apus history compare last --ignore 'Body: $.items[*].id'
        """)

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @Argument(help: "The older one.") var older: String?
    @OptionGroup var place: WorkspacePlace
    @Option(
      help: ArgumentHelp(
        "Ignore differences at this place, as printed, array indexes as [*]; may be repeated.", valueName: "place"))
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
        Output.error.say("apus: incomplete: \(what)")
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
        throw Failure(.file, "no earlier exchange to compare with; name another exchange")
      }
      return try self.record(before.id, history)
    }
  }

  /// `apus history times`: shows how long requests took.
  struct Times: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "times",
      abstract: "Show the duration of each request: sends, p50, p95, and the last sends as bars.")

    @OptionGroup var place: WorkspacePlace
    @Option(help: "How many of the newest exchanges to include.") var limit = 10_000
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
        let count = PaddedText.aligned("\(past.durations.count)", 6)
        let usual = PaddedText.aligned(Quantity.duration(p50), 8)
        let slow = PaddedText.aligned(Quantity.duration(p95), 8)
        let bars = PaddedText.padded(Sparkline.text(past.durations.suffix(24)), 24)
        let text = "\(count)  p50 \(usual)  p95 \(slow)  \(bars)  \(name)"
        try Output.standard.write(TerminalText.line(text) + "\n")
      }
    }
  }
}

extension WorkspacePlace {
  /// The workspace; also a folder without a collection, if it has a history.
  func locateHistory() throws(Failure) -> WorkspaceLocator.Location {
    do throws(Failure) { return try locate() } catch {
      if demo { throw error }
      let found = try WorkspaceLocator.locateForScreen(workspace)
      // A folder that cannot be examined is reported as one without a workspace.
      let stamp = try? FileSystem.live.stamp(History(workspace: found.workspace).folder)
      guard stamp ?? nil != nil else { throw error }
      return found
    }
  }

  func history() throws(Failure) -> History { try history(of: locateHistory().workspace) }

  /// Fails for a folder that is not used, which must not look like an empty history.
  func history(of workspace: Workspace) throws(Failure) -> History {
    let folder = workspace.privateFolder
    if let reason = folder.refusal() { throw Failure(.file, TerminalText.shown("\(folder.path): \(reason)")) }
    return LiveSession.history(of: workspace)
  }
}

/// Selects exchanges in the history; all given options must match.
struct HistoryFilterOptions: ParsableArguments {
  @Option(help: "Only those with this text in their URL, name or failure.")
  var grep: String?

  @Option(help: "Only those of this saved request.", completion: .requests)
  var request: String?

  @Option(help: "Only those with this method; may be repeated.")
  var method: [String] = []

  @Option(
    help: """
      Only those with this status: a code, a class (4xx), a gRPC status (NOT_FOUND), a WebSocket close code (1011), \
      or 0 for no answer; may be repeated.
      """)
  var status: [String] = []

  @Option(name: .customLong("env"), help: "Only those sent with this environment.", completion: .environments)
  var environment: String?

  @Option(
    help: ArgumentHelp(
      "Only since then: today, 2026-11-21, 2026-11-21T04:00:00Z (UTC), or 30m, 2h, 7d ago.", valueName: "when"))
  var since: String?

  @Option(help: ArgumentHelp("Only before then, in the same forms.", valueName: "when"))
  var before: String?

  func validate() throws { _ = try filter(now: Date()) }

  func filter(now: Date) throws -> HistoryFilter {
    var filter = HistoryFilter()
    filter.text = grep ?? ""
    filter.requestID = request
    filter.methods = Set(method.map { $0.uppercased() })
    filter.environment = environment
    filter.statusNames = Set(status.map { $0.uppercased() }.filter(Self.isWord))
    filter.statuses = Set(try status.filter { !Self.isWord($0.uppercased()) }.map(Self.status))
    filter.after = try since.map { try Self.date($0, now, "--since") }
    filter.before = try before.map { try Self.date($0, now, "--before") }
    return filter
  }

  func validate(limit: Int) throws {
    guard limit > 0 else { throw ValidationError("--limit must be above 0.") }
  }

  /// The newest `limit` matching exchanges; unreadable parts of the history are reported on standard error.
  func entries(of history: History, limit: Int) throws -> [HistorySummary] {
    let filter = try filter(now: Date())
    let page = try Disk.run { () throws(WorkspaceError) in try history.list(limit: limit, matching: filter) }
    for notice in page.notices { Output.error.say("apus: \(notice.description)") }
    return page.entries
  }

  /// Returns whether the text is the short status of a failed call or a WebSocket; see `ShortStatus.name`.
  private static func isWord(_ text: String) -> Bool {
    if text.utf8.count == 4, let code = Int(text) { return (1000...4999).contains(code) }
    return GRPCStatus.Code.allCases.contains { $0 != .ok && $0.name == text }
  }

  private static func status(_ text: String) throws -> Int {
    let folded = text.lowercased()
    if folded.utf8.count == 3, folded.hasSuffix("xx"), let first = Int(folded.prefix(1)), (1...9).contains(first) {
      return first
    }
    guard let code = Int(folded), code == 0 || (100...999).contains(code) else {
      throw ValidationError(
        "--status takes a status such as 404, a class such as 4xx, a word such as NOT_FOUND, a close code such as 1011, or 0."
      )
    }
    return code
  }

  private static func date(_ text: String, _ now: Date, _ name: String) throws -> Date {
    let seconds: [Character: Double] = ["m": 60, "h": 3600, "d": 86_400]
    if let unit = text.last.flatMap({ seconds[$0] }), let number = Double(text.dropLast()), (0...1e6).contains(number) {
      return now.addingTimeInterval(-number * unit)
    }
    let day = text == "today" ? String(ISOTime.text(seconds: now.timeIntervalSince1970).prefix(10)) : text
    if let date = ISOTime.date(text) ?? ISOTime.date(day + "T00:00:00.000Z") { return date }
    throw ValidationError("\(name) takes today, a date such as 2026-11-21, a time, or an age such as 2h.")
  }
}
