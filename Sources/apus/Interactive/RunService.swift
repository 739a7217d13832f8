import Explorer
import Networking
import Sessions
import Synchronization
import Workspaces

/// The runs of the screen: gives them their client and history, and tells their steps.
actor RunService {
  private struct Running {
    let number: Int
    let runner: Runner
    var task: Task<Void, Never>?
  }

  private let workspace: Workspace
  private let process: [String: String]
  private let recorder: HistoryRecorder
  private var current: Running?

  init(workspace: Workspace, process: [String: String]) {
    self.workspace = workspace
    self.process = process
    recorder = HistoryRecorder(workspace) { .configured($0) }
  }

  func run(_ effect: RunEffect, post: @escaping Services.Post) async {
    switch effect {
    case .begin(let number, let order):
      current?.task?.cancel()
      current = Running(number: number, runner: runner(order, post))
      go(number, post)
    case .goOn(let number): go(number, post)
    case .stop(let number): if current?.number == number { current?.runner.stop() }
    case .cancel(let number): if current?.number == number { current?.task?.cancel() }
    case .readData(let path): read(path, post)
    case .report(let report): write(report, post)
    }
  }

  /// Cancels the run, and waits until its exchanges are recorded.
  func finish() async {
    current?.task?.cancel()
    await current?.task?.value
  }

  private func go(_ number: Int, _ post: @escaping Services.Post) {
    guard let runner = current?.runner, current?.number == number else { return }
    // Now, not when its task starts: a stop may come in between, and counts.
    runner.goOn()
    let before = current?.task
    current?.task = Task.detached { [listener = RunListener(number, post)] in
      await before?.value
      // It throws only if it is cancelled, and the requests in flight are then still to be sent.
      _ = try? await runner.run { listener.hear($0) }
      post(.run(.ended(run: number)))
    }
  }

  private func runner(_ order: RunOrder, _ post: @escaping Services.Post) -> Runner {
    var inputs = order.inputs
    inputs.process = process
    let planner = RunPlanner(
      workspace: workspace, environment: order.environment, inputs: inputs, isConfirmed: order.isConfirmed)
    let selection = RunSelection(order.nodes, in: workspace)
    let jobs = RunJobs(selection, planner) { (_, _) throws(Never) in false }
    var wanted = Runner.Order(jobs: jobs.jobs, iterations: order.rows, parallel: order.parallel)
    // The page keeps the results.
    wanted.listing = 0
    wanted.retry = order.retry
    wanted.isForeseeable = jobs.areForeseeable && order.rows.allSatisfy(\.isEmpty)
    return Runner(wanted, outside: outside(LiveClient.make(parallel: order.parallel)))
  }

  private func outside(_ client: Client) -> Runner.Outside {
    let (workspace, recorder, logins) = (workspace, recorder, Logins(client: client))
    return Runner.Outside(
      session: { runtime, manners in
        var manners = manners
        manners.silencesCommands = true
        let outside = SendSession.Outside(
          drivers: LiveDrivers.all(client), cookies: SessionCookies(workspace, .inMemory),
          record: { record, redaction in
            let notice = await recorder.record(record, redaction: redaction)
            return notice.map { .notKept("\($0)") } ?? .kept
          })
        return SendSession(workspace, outside: outside, runtime: runtime, logins: logins, manners: manners)
      },
      words: { fault, _ in
        guard case .refusal(let refusal) = fault, case .notAllowed = refusal.problem else { return fault.description }
        return "\(fault); send it once by itself to be asked"
      })
  }

  /// Concurrently: a large file would keep a stop waiting.
  private func read(_ path: String, _ post: @escaping Services.Post) {
    Task.detached { [process] in
      do throws(Failure) {
        let place = HomePath.expanded(path, process)
        let rows = try DataFile.rows(in: try InputFile.regular(place), of: place)
        post(.run(.dataRead(RunData(name: path, rows: rows))))
      } catch {
        post(.run(.dataRefused(error.message)))
      }
    }
  }

  private func write(_ report: RunReport, _ post: Services.Post) {
    let path = HomePath.expanded(report.path, process)
    do throws(Failure) {
      let format = try Report.Format(ending: path)
      // A path that does not resolve is free.
      guard (try? FileSystem.live.resolve(path)) == nil else {
        throw Failure(.file, "\(report.path) exists: give the report another name")
      }
      try Report(format: format, path: path).write(report.summary)
      post(.notified(.information, "Wrote \(report.path)"))
    } catch {
      post(.notified(.error, error.message))
    }
  }
}

/// Turns the steps of a run into actions for the screen.
// A class because the answer to a request is told before its result, both from the thread that sends it.
private final class RunListener: Sendable {
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
