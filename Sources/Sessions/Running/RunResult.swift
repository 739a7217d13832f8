import Basics
import HTTPTypes
import Networking
package import Workspaces

/// The result of one request of a run.
package struct RunResult: Hashable, Sendable {
  package enum Trouble: Hashable, Sendable {
    /// The request's file, or one it inherits from, cannot be used.
    case file(String)
    /// The request could not be built.
    case request(String)
    case transfer(String)
  }

  /// Counted from 1.
  package var iteration: Int
  package var id: String
  package var name: String
  package var method: String
  /// As sent, with secrets masked.
  package var url: String
  /// 0 if there is no response.
  package var status: Int
  package var duration: Duration
  package var size: Int
  package var assertions: [AssertionResult]
  package var trouble: Trouble?

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

  package var passed: Bool { trouble == nil && assertions.allSatisfy(\.passed) }

  package var message: String? {
    switch trouble {
    case .file(let text), .request(let text), .transfer(let text): text
    case nil: nil
    }
  }
}

extension RunResult {
  mutating func add(_ answer: SessionAnswer, to prepared: PreparedRequest) {
    let exchange = answer.record.exchange
    method = prepared.redaction.masked(text: exchange.request?.method ?? prepared.request.method.rawValue)
    url = prepared.redaction.masked(url: exchange.finalURL ?? prepared.request.url)
    status = exchange.response?.status.code ?? 0
    duration = exchange.transferTime
    size = exchange.body?.count ?? 0
    if let failure = exchange.failure { trouble = .transfer(answer.redaction.masked(text: failure.description)) }
    assertions = answer.checks.assertions.map { $0.masked(by: answer.redaction) }
  }
}

/// All results of a run, in the order of the requests.
package struct RunSummary: Hashable, Sendable {
  package var title: String
  package var results: [RunResult]
  /// The number of requests not sent, because an earlier one failed or the run was stopped.
  package var skipped: Int
  package var duration: Duration

  package init(title: String, results: [RunResult], skipped: Int, duration: Duration) {
    self.title = title
    self.results = results
    self.skipped = skipped
    self.duration = duration
  }

  package var failed: Int { results.count { !$0.passed } }
  package var assertions: Int { results.reduce(0) { $0 + $1.assertions.count } }
  package var failedAssertions: Int { results.reduce(0) { $0 + $1.assertions.count { !$0.passed } } }
}
