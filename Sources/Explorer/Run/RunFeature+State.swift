package import Networking
package import Sessions
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RunFeature {
  /// The run of a folder: its requests, and the results so far.
  package struct State: Equatable, Sendable {
    var target = RunTarget()
    var phase = Phase.ready
    /// The number of the run; what an earlier one reports is ignored.
    var number = 0
    var data: RunData?
    /// Whether a data file is being read, and whether to start once it is.
    var isReadingData = false
    var startsOnceRead = false
    /// Each request is sent again until its answer is as expected.
    var until: RetryCondition?
    /// How often and how fast the requests are sent.
    var tempo = RunTempo()
    /// Whether a form asks for what the requests ask for, and whether the user agreed to send to a protected environment.
    var isAsking = false
    var isConfirmed = false
    /// How many requests are sent at a time.
    var parallel = 1
    /// The results, by the index of the request in the run.
    var done: [Int: Done] = [:]
    /// When the requests in flight were sent.
    var running: [Int: Date] = [:]
    /// The requests that failed, in the order of the run.
    var failed: [Int] = []
    var totals = RunStatistics()
    /// The number of requests that the rate asked for and that could not be sent in time.
    var overdue = 0
    /// The bytes of the answers that are kept to be shown.
    var keptBytes = 0
    /// How long the run has taken before it was last stopped, and when it went on.
    var spent = Duration.zero
    var since: Date?
    var cursor = ListCursor()
    var showsFailedOnly = false
    /// Whether the cursor follows the run; until the user moves it.
    var follows = true
    /// The answer under the cursor.
    var shown = Shown()

    package init() {}

    /// More requests are not listed one by one.
    private static let mostListed = 10_000

    /// How often the folder is run; `nil` if nobody knows before the end.
    var iterations: Int? {
      guard tempo.pace.duration == nil, data?.isStreamed != true else { return nil }
      let (count, overflow) = (data?.rows.count ?? 1).multipliedReportingOverflow(by: tempo.passes ?? 1)
      return overflow ? nil : count
    }

    /// The number of requests; `nil` if nobody knows before the end.
    var count: Int? {
      guard let iterations else { return nil }
      let (count, overflow) = target.nodes.count.multipliedReportingOverflow(by: iterations)
      return overflow ? nil : count
    }

    /// Whether the run is about figures: only what failed is listed.
    var isMeasurement: Bool { tempo.isMeasurement || count.map { $0 > Self.mostListed } ?? true }

    /// How many requests were sent, or skipped.
    var settled: Int { totals.requests + totals.skipped }

    private var listed: Int? { isMeasurement || showsFailedOnly ? nil : count }
    var rowCount: Int { listed ?? failed.count }

    /// The request of a row, by its index in the run; `nil` if there is none.
    func index(at row: Int) -> Int? {
      guard let listed else { return failed.indices.contains(row) ? failed[row] : nil }
      return (0..<listed).contains(row) ? row : nil
    }

    var current: Int? { index(at: cursor.row) }
    func node(_ index: Int) -> RequestNode { target.nodes[index % target.nodes.count] }
    var isInProgress: Bool { phase == .running || phase == .stopping }

    func elapsed(_ now: Date) -> Duration {
      spent + (since.map { .seconds(max(0, now.timeIntervalSince($0))) } ?? .zero)
    }

    var summary: RunSummary {
      let results = done.sorted { $0.key < $1.key }.map(\.value.result)
      var summary = RunSummary(
        title: target.title, results: results, statistics: totals, skipped: (count ?? settled) - totals.requests,
        duration: spent)
      summary.overdue = overdue
      return summary
    }
  }

  enum Phase: Equatable, Sendable {
    /// Nothing has been sent.
    case ready
    case running
    /// No more requests start; those in flight finish.
    case stopping
    case stopped, finished
  }

  struct Done: Equatable, Sendable {
    var result: RunResult
    /// `nil` if there is none, or the answers before it were too big to keep it as well.
    var answer: RunAnswer?
  }

  /// The preview of the answer under the cursor.
  struct Shown: Equatable, Sendable {
    var index: Int?
    var preview = BodyPreview()
  }
}

/// The requests of a run: those below a folder, in the order of the tree.
package struct RunTarget: Equatable, Sendable {
  var title = ""
  /// Absolute path of the folder.
  var path = ""
  var nodes: [RequestNode] = []
}

/// The data file of a run: one iteration for each row.
package struct RunData: Equatable, Sendable {
  var name: String
  package var rows: [DataTable.Row]
  /// A file that is too large to be read before the run; its rows are not known.
  package var isStreamed: Bool

  package init(name: String, rows: [DataTable.Row], isStreamed: Bool = false) {
    self.name = name
    self.rows = rows
    self.isStreamed = isStreamed
  }
}

/// The answer to one request of a run, to be shown or opened.
package struct RunAnswer: Equatable, Sendable {
  var exchange: Exchange
  var checks: AnswerChecks

  package init(exchange: Exchange, checks: AnswerChecks) {
    self.exchange = exchange
    self.checks = checks
  }
}
