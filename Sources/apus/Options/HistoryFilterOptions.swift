import ArgumentParser
import Basics
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
      Only those with this status, a class (4xx), a call's (NOT_FOUND), or a WebSocket's close (1011); 0: no answer; may be \
      repeated.
      """)
  var status: [String] = []

  @Option(name: .customLong("env"), help: "Only those sent with this environment.", completion: .environments)
  var environment: String?

  @Option(
    help: ArgumentHelp(
      "Only since then: 2026-11-21, 2026-11-21T04:00:00Z (UTC), or 30m, 2h, 7d ago.", valueName: "when"))
  var since: String?

  @Option(help: ArgumentHelp("Only before then, written in the same ways.", valueName: "when"))
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

  /// Whether it is what stands for the status of a call that failed, or of a WebSocket: see `ShortStatus.name`.
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
    if let date = ISOTime.date(text) ?? ISOTime.date(text + "T00:00:00.000Z") { return date }
    throw ValidationError("\(name) takes a date such as 2026-11-21, a moment, or an age such as 2h.")
  }
}
