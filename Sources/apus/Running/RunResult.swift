import Workspaces

/// The result of one request of a run.
struct RunResult: Hashable, Sendable {
  enum Trouble: Hashable, Sendable {
    /// The request's file, or one it inherits from, cannot be used.
    case file(String)
    /// The request could not be built.
    case request(String)
    case transfer(String)
  }

  /// Counted from 1.
  var iteration: Int
  var id: String
  var name: String
  var method: String
  /// As sent, with secrets masked.
  var url: String
  /// 0 if there is no response.
  var status = 0
  var duration = Duration.zero
  var size = 0
  var assertions: [AssertionResult] = []
  var trouble: Trouble?

  var passed: Bool { trouble == nil && assertions.allSatisfy(\.passed) }

  var message: String? {
    switch trouble {
    case .file(let text), .request(let text), .transfer(let text): text
    case nil: nil
    }
  }
}

/// All results of a run, in the order of the requests.
struct RunSummary: Hashable, Sendable {
  var title: String
  var results: [RunResult]
  /// The number of requests not sent because an earlier one failed.
  var skipped: Int
  var duration: Duration

  var failed: Int { results.count { !$0.passed } }
  var assertions: Int { results.reduce(0) { $0 + $1.assertions.count } }
  var failedAssertions: Int { results.reduce(0) { $0 + $1.assertions.count { !$0.passed } } }

  /// Failed assertions take precedence; without any, the first request that could not be sent decides.
  var status: ExitStatus {
    if failedAssertions > 0 { return .unexpected }
    for result in results {
      switch result.trouble {
      case .file: return .file
      case .request: return .request
      case .transfer: return .transfer
      case nil: continue
      }
    }
    return .done
  }
}
