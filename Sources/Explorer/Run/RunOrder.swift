package import HTTPModel
package import SessionModel
package import Workspaces

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
  /// The results of the scripts, masked; `nil` if none ran.
  var scripts: ScriptResults?

  package init(exchange: Exchange, checks: AnswerChecks, scripts: ScriptResults? = nil) {
    self.exchange = exchange
    self.checks = checks
    self.scripts = scripts
  }
}

/// A result and its answer.
package struct RunFinish: Equatable, Sendable {
  package var result: RunResult
  package var answer: RunAnswer?
  /// True if scripts have chosen which requests were sent.
  package var isReordered = false

  package init(_ result: RunResult, _ answer: RunAnswer? = nil) {
    self.result = result
    self.answer = answer
  }
}

/// The intermediate result of a load measurement, and the requests that failed since the previous one.
package struct RunMeasure: Equatable, Sendable {
  /// A failed request, and its row in the run.
  package struct Failure: Equatable, Sendable {
    package var index: Int
    package var result: RunResult

    package init(index: Int, result: RunResult) {
      self.index = index
      self.result = result
    }
  }

  package var statistics: RunStatistics
  package var overdue: Int
  package var failures: [Failure]
  /// True if scripts have chosen which requests were sent.
  package var isReordered = false

  package init(statistics: RunStatistics, overdue: Int = 0, failures: [Failure] = []) {
    self.statistics = statistics
    self.overdue = overdue
    self.failures = failures
  }
}

/// Work of a run that the state requests.
package enum RunEffect: Equatable, Sendable {
  case begin(run: Int, RunOrder)
  /// Starts no more requests.
  case stop(run: Int)
  /// Cancels the requests in flight, too.
  case cancel(run: Int)
  case goOn(run: Int)
  case readData(path: String)
  /// Writes a report; the suffix of the name selects the format.
  case report(RunReport)
}

/// A report to write.
package struct RunReport: Equatable, Sendable {
  package var path: String
  package var summary: RunSummary
}

/// The requests of a run and the way to send them.
package struct RunOrder: Equatable, Sendable {
  package var nodes: [RequestNode]
  package var rows: [DataTable.Row]
  package var parallel: Int
  /// The name of the environment; `nil` for none.
  package var environment: String?
  package var inputs: VariableInputs
  /// True if the user agreed to send to a protected environment.
  package var isConfirmed: Bool
  /// Repeats each request until its answer is as expected.
  package var retry: RetryCondition?
  package var profile = LoadProfile()
  /// A data file that is read row by row during the run, in place of the rows.
  package var streamed: String?
  /// True if statistics are reported instead of each answer.
  package var isMeasurement = false
}

extension WorkspaceTree {
  /// The folder or collection that contains a request or owns these settings; `nil` if it is not listed.
  func folder(around path: String) -> String? {
    lists(path) ? path.folder : nil
  }

  /// The requests at or below a folder or collection that can be sent.
  /// - Parameter kinds: the kinds that a driver can send.
  func runTarget(at path: String, sendable kinds: Set<String>) -> RunTarget? {
    let folder = folder(at: path).map { CollectionNode(name: $0.name, path: $0.path, items: $0.items) }
    guard let place = collections.first(where: { $0.path == path }) ?? folder else { return nil }
    var target = RunTarget(title: place.name, path: path)
    place.forEachRequest { if kinds.contains($0.kind.word) { target.nodes.append($0) } }
    return target
  }
}
