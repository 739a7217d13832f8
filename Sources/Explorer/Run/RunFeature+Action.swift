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
    /// The answers to what the requests ask for, by label.
    case answered([String: String])
    /// The user does not answer: nothing is sent.
    case answersLeft
    case failedOnlyToggled
    case parallelChanged(Int)
    case dataRequested
    case dataTyped(String)
    case untilRequested
    case untilTyped(String)
    case tempoRequested
    case tempoTyped(String)
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
    /// Nothing was sent yet: the requests ask for these.
    case asked(run: Int, [PromptQuestion])
    case started(run: Int, index: Int)
    case finished(run: Int, index: Int, RunFinish)
    /// What a measurement has come to so far, in place of each of its requests.
    case measured(run: Int, RunMeasure)
    case ended(run: Int)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case show
    case close
    case said(Message.Kind, String)
    case ask(Prompt)
    case askProtected(String)
    case askAnswers(AnswerForm)
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

/// What a measurement has come to, and which requests failed since the last one.
package struct RunMeasure: Equatable, Sendable {
  /// A failed request, and its index in the run.
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
  package var tempo = RunTempo()
  /// A data file that is read row by row during the run, in place of the rows.
  package var streamed: String?
  /// Whether figures are told, and not each answer.
  package var isMeasurement = false
}
