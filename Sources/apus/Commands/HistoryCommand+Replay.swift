import ArgumentParser
import Basics
import Sessions
import Workspaces

extension HistoryCommand {
  /// `apus history replay ID`: runs the scripts of an exchange again and compares what they did.
  struct Replay: AsyncParsableCommand {
    /// Which texts of the scripts run.
    enum Texts: String, ExpressibleByArgument, CaseIterable {
      case recorded
      case now
    }

    static let configuration = CommandConfiguration(
      commandName: "replay", abstract: "Rerun the scripts of an exchange offline and compare the results.",
      discussion: """
        The scripts get what they were given: request, response, variables, clock, random numbers, and the answers to \
        their sends. Nothing is sent, and waits take no time. Tests, console, set variables and the changed request \
        are compared byte for byte. The exit status is 0 if all are equal, 1 with differences, and 4 if scripts cannot \
        be replayed, such as those that read a secret.

        Example:
          apus history replay last --scripts now
        """)

    @Argument(help: "The exchange, as `list` names it; `last` is the newest.") var id: String
    @OptionGroup var place: WorkspacePlace
    @Option(help: "The scripts to run: as recorded, or the present text, compared without places.")
    var scripts: Texts = .recorded
    @Flag(help: "Run scripts that you have not allowed yet.") var allowScripts = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let workspace = try place.locateHistory().workspace
      let history = try place.history(of: workspace)
      let id = try HistoryCommand.identifier(id, in: history)
      let record = try Disk.run { () throws(WorkspaceError) in try history.record(id) }
      guard let record else { throw HistoryCommand.missing(id) }
      guard let recorded = record.scripts?.array, !recorded.isEmpty else {
        throw Failure(.request, "this exchange has no recorded scripts")
      }
      let zone = recorded.first?["inputs"]?["info"]?["timeZone"]?.string
      let replay = ScriptReplay(
        of: record, in: workspace, with: LiveScripts.make(timeZone: zone), present: try present(record, workspace))
      let jobs: [ScriptReplay.Job]
      do throws(ScriptFailure) { jobs = try await replay.run() } catch {
        if case .unavailable(let why) = error { throw Failure(.request, why) }
        throw Failure(.interrupted)
      }
      try report(jobs.map(ReplayReport.init))
    }

    /// The present scripts, if they are to run.
    private func present(_ record: HistoryRecord, _ workspace: Workspace) throws(Failure) -> RequestScripts? {
      guard scripts == .now else { return nil }
      let found = try Disk.run { () throws(WorkspaceError) in try workspace.presentScripts(of: record) }
      guard let found else { throw Failure(.request, "the request of this exchange has no scripts any more") }
      let collection = workspace.folder(ofCollectionOf: record)
      let all = found.all + workspace.modules(requiredBy: found.all, of: collection)
      let open = try Disk.run { () throws(WorkspaceError) in
        try workspace.consents.unallowed(all.map(\.use), of: collection)
      }
      guard allowScripts || open.isEmpty else {
        throw Failure(
          .request, "its present scripts may not run yet; allow them with `apus allow --scripts` or --allow-scripts")
      }
      return found
    }

    private func report(_ reports: [ReplayReport]) throws {
      if json {
        try Output.standard.write(JSONValue.array(reports.map(\.json)))
      } else {
        try Output.standard.write(reports.flatMap(\.lines).map { TerminalText.line($0) + "\n" }.joined())
      }
      if reports.contains(where: { $0.differs && $0.job.isMasked }) {
        Output.error.say("apus: secrets of the inputs are masked in the history; differences may come from that")
      }
      if reports.contains(where: \.differs) { throw ExitCode(ExitStatus.unexpected.rawValue) }
      if reports.contains(where: { $0.obstacle != nil }) { throw ExitCode(ExitStatus.request.rawValue) }
    }
  }
}

/// The comparison of one replayed job, as lines and as JSON.
struct ReplayReport {
  let job: ScriptReplay.Job

  private static let kinds = ["verdicts", "console", "changes", "values", "request", "skipped"]

  /// The reason why the job was not replayed.
  var obstacle: String? { if case .notReplayable(let reason) = job.result { reason } else { nil } }

  var differs: Bool { if case .replayed(let recorded, let now) = job.result { recorded != now } else { false } }

  var lines: [String] {
    switch job.result {
    case .notReplayable(let reason): return ["\(job.phase): not replayable: \(reason)"]
    case .replayed(let recorded, let now):
      guard recorded != now else { return ["\(job.phase): equal"] }
      return ["\(job.phase): differs"] + Self.kinds.flatMap { Self.lines($0, recorded[$0], now[$0]) }
    }
  }

  var json: JSONValue {
    switch job.result {
    case .notReplayable(let reason):
      return .object(["phase": .string(job.phase), "equal": .null, "notReplayable": .string(reason)])
    case .replayed(let recorded, let now):
      return .object([
        "phase": .string(job.phase), "equal": .bool(!differs), "masked": .flag(job.isMasked),
        "recorded": differs ? recorded : nil, "replayed": differs ? now : nil,
      ])
    }
  }

  /// The items that differ, without the equal ones at both ends.
  private static func lines(_ kind: String, _ recorded: JSONValue?, _ now: JSONValue?) -> [String] {
    let (old, new) = (items(recorded), items(now))
    let (head, tail) = old.equalEnds(with: new)
    func changed(_ items: [JSONValue]) -> [String] { items.dropFirst(head).dropLast(tail).map { text($0, kind) } }
    return changed(old).map { "- \($0)" } + changed(new).map { "+ \($0)" }
  }

  private static func items(_ json: JSONValue?) -> [JSONValue] { json?.array ?? (json.map { [$0] } ?? []) }

  private static func text(_ item: JSONValue, _ kind: String) -> String {
    func text(_ name: String) -> String { item[name]?.string ?? "" }
    let place = item["place"]?.string.map { " (\($0))" } ?? ""
    switch kind {
    case "verdicts":
      let error = [item["error"]?.string, item["message"]?.string].compactMap(\.self).joined(separator: ": ")
      let state = item["skipped"]?.bool == true ? "skipped" : item["passed"]?.bool == true ? "passed" : "failed"
      return "\(text("name")) \(state)\(error.isEmpty ? "" : ": \(error)")\(place)"
    case "console": return "console \(text("level")): \(text("message"))\(place)"
    case "changes":
      let value = item["value"].map { " = \($0.text)" } ?? (item["removed"] == nil ? "" : " removed")
      return "\(text("scope")) \(text("name"))\(value)\(place)"
    case "values": return "value \(item["error"]?.string ?? item["value"]?.text ?? "undefined")"
    case "request":
      guard text("part") == "headers", let header = item["value"]?["key"]?.string else {
        return "request \(text("part")) = \(item["value"]?.plainText ?? "")"
      }
      let isDisabled = item["value"]?["disabled"]?.bool == true
      return "request header \(header): \(item["value"]?["value"]?.string ?? "")\(isDisabled ? " (disabled)" : "")"
    default: return "the request is skipped"
    }
  }
}
