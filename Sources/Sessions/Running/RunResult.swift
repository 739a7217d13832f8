import Basics
import HTTPTypes
package import Networking
package import Workspaces

/// The result of one request of a run.
package struct RunResult: Hashable, Sendable {
  package enum Trouble: Hashable, Sendable {
    /// The request's file, or one it inherits from, cannot be used.
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
  /// The file of the request, absolute; empty if it has none.
  package var path = ""
  /// As sent, with secrets masked.
  package var url: String
  /// 0 if there is no response.
  package var status: Int
  /// See `ShortStatus.name`.
  package var statusName: String?
  package var duration: Duration
  /// How long the request was due before it was sent; above zero only at a rate.
  package var lateness = Duration.zero
  package var size: Int
  package var assertions: [AssertionResult]
  package var trouble: Trouble?
  /// Why it was not sent, where that is as it should be: its condition does not hold.
  package var skipped: String?
  /// How often it was sent until its answer was as expected, or there was no more time.
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

  package var passed: Bool { trouble == nil && assertions.allSatisfy(\.passed) }

  /// How long the answer took from the moment the request was due.
  package var latency: Duration { lateness + duration }

  /// The kind of failure: `assertion`, `file`, `request`, or the category of the error of the transfer, such as
  /// `connect`; `nil` if it passed.
  package var failure: String? {
    switch trouble {
    case .file: "file"
    case .request: "request"
    case .transfer(_, let category): category.rawValue
    case nil: assertions.allSatisfy(\.passed) ? nil : "assertion"
    }
  }

  package var message: String? {
    switch trouble {
    case .file(let text), .request(let text), .transfer(let text, _): text
    case nil: nil
    }
  }
}

extension RunResult {
  mutating func add(_ answer: SessionAnswer, to prepared: PreparedRequest) {
    let exchange = answer.record.exchange
    method = prepared.redaction.masked(text: exchange.request?.method ?? prepared.request.method.rawValue)
    url = prepared.redaction.masked(url: exchange.finalURL ?? prepared.request.url)
    (status, statusName) = (exchange.shortStatus.code, exchange.shortStatus.name)
    duration = exchange.transferTime
    size = exchange.body?.count ?? 0
    guard exchange.failure != nil || !answer.checks.assertions.isEmpty else { return }
    let redaction = answer.redaction
    if let failure = exchange.failure {
      trouble = .transfer(redaction.masked(text: failure.description), failure.category)
    }
    assertions = answer.checks.assertions.map { $0.masked(by: redaction) }
  }
}
