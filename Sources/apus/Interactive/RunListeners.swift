import Explorer
import Sessions
import Synchronization
import Workspaces

/// Turns the steps of a run into actions for the screen.
// A class because the answer to a request is told before its result, both from the thread that sends it.
final class RunListener: Sendable {
  private let number: Int
  private let post: Services.Post
  private let answers = Mutex<[Int: RunAnswer]>([:])

  init(_ number: Int, _ post: @escaping Services.Post) {
    self.number = number
    self.post = post
  }

  func hear(_ event: Runner.Event) {
    switch event {
    case .started(let index, _): post(.run(.started(run: number, index: index)))
    case .answered(let index, let answer):
      let kept = RunAnswer(exchange: answer.record.exchange, checks: answer.checks)
      answers.withLock { $0[index] = kept }
    case .finished(let index, let result):
      let answer = answers.withLock { $0.removeValue(forKey: index) }
      post(.run(.finished(run: number, index: index, RunFinish(result, answer))))
    case .notKept(let why): post(.notified(.error, why))
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be read: \(why)"))
    }
  }
}

/// Collects what failed in a measurement, as much as anybody looks at.
// A class because requests end on several threads.
final class MeasureListener: Sendable {
  private static let mostFailures = 1000

  private struct Failures {
    var new: [RunMeasure.Failure] = []
    var count = 0
  }

  private let post: Services.Post
  private let failures = Mutex(Failures())

  init(_ post: @escaping Services.Post) {
    self.post = post
  }

  func hear(_ event: Runner.Event) {
    switch event {
    case .finished(let index, let result) where !result.passed:
      failures.withLock { failures in
        guard failures.count < Self.mostFailures else { return }
        failures.count += 1
        failures.new.append(RunMeasure.Failure(index: index, result: result))
      }
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be read: \(why)"))
    case .started, .answered, .finished, .notKept: break
    }
  }

  func takeFailures() -> [RunMeasure.Failure] {
    failures.withLock { failures in
      defer { failures.new = [] }
      return failures.new
    }
  }
}
