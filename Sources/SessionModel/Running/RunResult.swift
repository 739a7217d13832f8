import Basics
package import HTTPModel
import HTTPTypes
import Synchronization
package import Workspaces

/// The result of one request of a run.
package struct RunResult: Hashable, Sendable {
  package enum Trouble: Hashable, Sendable {
    /// The request's file, or an inherited one, is unusable.
    case file(String)
    /// The request could not be built.
    case request(String)
    case transfer(String, NetworkError.Category = .other)
  }

  /// Counted from 1.
  package var iteration: Int
  package var id: String
  package var name: String
  package var method: String
  /// The absolute path of the request's file; empty if it has none.
  package var path = ""
  /// The URL as sent, with secrets masked.
  package var url: String
  /// The status code; 0 without a response.
  package var status: Int
  /// See `ShortStatus.name`.
  package var statusName: String?
  package var duration: Duration
  /// The delay between the due time and the send; above zero only at a rate.
  package var lateness = Duration.zero
  package var size: Int
  package var assertions: [AssertionResult]
  /// The tests of its scripts, without secrets.
  package var verdicts: [ScriptVerdict] = []
  /// The lines that its scripts wrote to their console, without secrets.
  package var console: [ConsoleLine] = []
  /// The choices of its scripts for the rest of the run.
  package var next: NextRequest?
  package var stopsRun = false
  package var trouble: Trouble?
  /// The reason why the request was skipped; `nil` unless its condition does not hold or a script skipped it.
  package var skipped: String?
  /// The number of sends, with the retries that the request's settings or the run asked for.
  package var tries = 1

  package init(
    iteration: Int, id: String, name: String, method: String, url: String, status: Int = 0,
    duration: Duration = .zero, size: Int = 0, assertions: [AssertionResult] = [], trouble: Trouble? = nil
  ) {
    self.iteration = iteration
    self.id = id
    self.name = name
    self.method = method
    self.url = url
    self.status = status
    self.duration = duration
    self.size = size
    self.assertions = assertions
    self.trouble = trouble
  }

  package var shortStatus: ShortStatus { ShortStatus(status, name: statusName) }

  package var passed: Bool { trouble == nil && cases.allSatisfy(\.passed) }

  /// The assertions and the tests of scripts, without skipped ones.
  package var cases: [AssertionResult] { verdicts.isEmpty ? assertions : assertions + verdicts.compactMap(\.result) }

  /// The time from when the request was due until the answer was complete.
  package var latency: Duration { lateness + duration }

  /// The kind of failure: `assertion`, `file`, `request`, or the category of the error of the transfer, such as
  /// `connect`; `nil` if it passed.
  package var failure: String? {
    switch trouble {
    case .file: "file"
    case .request: "request"
    case .transfer(_, let category): category.rawValue
    case nil: passed ? nil : "assertion"
    }
  }

  package var message: String? {
    switch trouble {
    case .file(let text), .request(let text), .transfer(let text, _): text
    case nil: nil
    }
  }
}

extension ScriptVerdict {
  /// The message, with the class of an error that is not a failed assertion.
  package var words: String {
    guard let error, error != "AssertionError" else { return message ?? "" }
    return message.map { "\(error): \($0)" } ?? error
  }

  /// The test as an assertion; `nil` if it was skipped.
  package var result: AssertionResult? {
    if isSkipped { return nil }
    var result = AssertionResult(expression: name, passed: passed, actual: words)
    result.explains = true
    return result
  }
}

extension RunResult {
  /// Names the places of its scripts by the file of another tool that they come from, and the request.
  /// - Parameter request: the request's id in the collection, whose files the places name.
  package mutating func name(placesIn source: String, of request: String) {
    for index in verdicts.indices {
      guard let place = verdicts[index].place else { continue }
      var named = place
      let folders = place.file.split(separator: "/").dropLast().joined(separator: " / ")
      let owner = place.file.hasPrefix("\(request).") ? id : folders
      named.file = FilePaths.name(of: source) + (owner.isEmpty ? "" : ", \(owner)")
      verdicts[index].place = named
      verdicts[index].name = verdicts[index].name.replacing(place.description, with: named.description)
    }
  }

  /// - Parameter results: without secrets.
  package mutating func add(_ results: ScriptResults) {
    verdicts = results.verdicts
    console = results.console
    (next, stopsRun) = (results.next, results.stopsRun)
    // Under Bruno's rules, the error of a script before the request is a failure: it is among the verdicts.
    if results.skipsRequest, results.failure == nil { skipped = "a script skipped it" }
  }

  /// - Parameter condition: the run sends the request again until it holds.
  package mutating func add(_ answer: SessionAnswer, to prepared: PreparedRequest, until condition: Assertion? = nil) {
    let exchange = answer.record.exchange
    if let scripts = answer.scripts { add(scripts.masked(by: answer.redaction)) }
    let sent = answer.sentRedaction
    method = sent.masked(text: exchange.request?.method ?? prepared.request.method.rawValue)
    url = sent.masked(url: exchange.finalURL ?? prepared.request.url)
    (status, statusName) = (exchange.shortStatus.code, exchange.shortStatus.name)
    duration = exchange.transferTime
    size = exchange.body?.count ?? 0
    // Retries by the request's settings count as tries, like those of the run.
    tries += max(0, exchange.attempts - 1)
    // Without an answer there is nothing to judge: the failure of the transfer says it all.
    let isAnswered = exchange.failure == nil || exchange.response != nil
    let results = isAnswered ? answer.checks.assertions + answer.checks.misses : []
    let verdict = isAnswered ? prepared.verdict(on: exchange, besides: condition) : nil
    guard exchange.failure != nil || verdict != nil || !results.isEmpty else { return }
    let redaction = answer.redaction
    if let failure = exchange.failure {
      trouble = .transfer(redaction.masked(text: failure.description), failure.category)
    }
    assertions = (results + [verdict].compactMap(\.self)).map { $0.masked(by: redaction) }
  }
}

/// The summary of a run, and its results in the order of the requests.
package struct RunSummary: Equatable, Sendable {
  package var title: String
  /// The kept results; the statistics count all.
  package var results: [RunResult]
  package var statistics: RunStatistics
  /// The number of requests not sent because their conditions do not hold, an earlier one failed, or the run was
  /// stopped.
  package var skipped: Int
  /// The number of requests that were due at the requested rate and could not be sent in time.
  package var overdue = 0
  /// True if scripts chose which requests were sent.
  package var isReordered = false
  package var duration: Duration

  /// - Parameter statistics: the statistics of all results, if not all are kept.
  package init(
    title: String, results: [RunResult], statistics: RunStatistics? = nil, skipped: Int, duration: Duration
  ) {
    self.title = title
    self.results = results
    self.statistics = statistics ?? RunStatistics(results)
    self.skipped = skipped
    self.duration = duration
  }

  /// The number of results that were not kept.
  package var unlisted: Int { max(0, statistics.requests + statistics.skipped - results.count) }
  package var rate: Double { statistics.rate(over: duration) }
}

/// The results of a run so far. A long run is counted, but only its first results are kept.
package final class RunLog: Sendable {
  private struct State {
    var statistics = RunStatistics()
    var results: [Int: RunResult] = [:]
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: the number of results to keep.
  package init(keeping limit: Int) {
    self.limit = limit
  }

  package func add(_ result: RunResult, at index: Int) {
    state.withLock { state in
      state.statistics.add(result, at: index)
      if state.results.count < limit { state.results[index] = result }
    }
  }

  package var statistics: RunStatistics { state.withLock { $0.statistics } }

  /// The kept results, in the order of the requests.
  package var results: [RunResult] {
    state.withLock { $0.results }.sorted { $0.key < $1.key }.map(\.value)
  }
}
