package import Sessions
package import Terminal
package import Workspaces

extension RunFeature {
  /// Actions of the run.
  package enum Action: Equatable, Sendable {
    /// The user wants to run the folder under the cursor, or to see the run in progress.
    case requested
    /// Starts, stops or goes on, whichever is next.
    case toggled
    /// Starts from the first request.
    case restarted
    /// The user agreed to send to a protected environment.
    case confirmed
    case failedOnlyToggled
    case parallelChanged(Int)
    case dataRequested
    case dataTyped(String)
    case untilRequested
    case untilTyped(String)
    case reportRequested
    case reportTyped(String)
    case moved(Motion)
    case entered
    case left
    case clicked(Mouse)
    case ticked(Int)
    // What a run reports, with its number
    case dataRead(RunData)
    case dataRefused(String)
    case started(run: Int, index: Int)
    case finished(run: Int, index: Int, RunFinish)
    case ended(run: Int)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case show
    case close
    case said(Message.Kind, String)
    case ask(Prompt)
    case askProtected(String)
    case work(RunEffect)
    /// Sends a tick with that number after a moment.
    case tick(Int)
    /// Opens a request with what its send led to; `nil` if it was not sent.
    case open(RequestNode, RunFinish?)
    /// New exchanges are in the history.
    case recorded
  }
}

/// A result and the answer that it is about.
package struct RunFinish: Equatable, Sendable {
  package var result: RunResult
  package var answer: RunAnswer?

  package init(_ result: RunResult, _ answer: RunAnswer? = nil) {
    self.result = result
    self.answer = answer
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
  /// Writes a report; the end of the name says which.
  case report(RunReport)
}

/// A report to write.
package struct RunReport: Equatable, Sendable {
  package var path: String
  package var summary: RunSummary
}

/// What a run sends, and how.
package struct RunOrder: Equatable, Sendable {
  package var nodes: [RequestNode]
  package var rows: [DataTable.Row]
  package var parallel: Int
  /// The name of the environment; `nil` for none.
  package var environment: String?
  package var inputs: VariableInputs
  /// Whether the user agreed to send to a protected environment.
  package var isConfirmed: Bool
  /// Each request is sent again until its answer is as expected.
  package var retry: RetryCondition?
}
