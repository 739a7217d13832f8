import Basics
import Explorer
import Networking
import Sessions
import Synchronization
import Workspaces

/// Runs requests for the screen, with the client and history, and reports the steps.
actor RunService {
  private struct Running {
    let number: Int
    let runner: Runner
    let isMeasurement: Bool
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
      begin(number, order, post)
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

  private func begin(_ number: Int, _ order: RunOrder, _ post: @escaping Services.Post) {
    let jobs = jobs(order)
    let questions = jobs.questions()
    guard questions.isEmpty else { return post(.run(.asked(run: number, questions))) }
    do throws(Failure) {
      current = Running(number: number, runner: try runner(order, jobs), isMeasurement: order.isMeasurement)
    } catch {
      current = nil
      post(.notified(.error, error.message))
      return post(.run(.ended(run: number)))
    }
    go(number, post)
  }

  private func go(_ number: Int, _ post: @escaping Services.Post) {
    guard let runner = current?.runner, current?.number == number else { return }
    // Called now, not when the task starts, so that a stop in between takes effect.
    runner.goOn()
    let (before, isMeasurement) = (current?.task, current?.isMeasurement == true)
    current?.task = Task.detached {
      await before?.value
      if isMeasurement {
        await Self.measure(runner, number, post)
      } else {
        let listener = RunListener(number, size: runner.order.jobs.count, post) { runner.isReordered }
        await Self.carryOut(runner, post) { listener.receive($0) }
      }
      post(.run(.ended(run: number)))
    }
  }

  private static func carryOut(
    _ runner: Runner, _ post: @escaping Services.Post, _ receive: @escaping @Sendable (Runner.Event) -> Void
  ) async {
    do { try await runner.run(receive) } catch let fault as DataTable.Fault {
      post(.notified(.error, "\(fault.description); the rows before it were sent"))
    } catch {
      // Cancelled: the requests in flight remain to be sent.
    }
  }

  /// Posts statistics ten times a second, whatever the number of requests.
  private static func measure(_ runner: Runner, _ number: Int, _ post: @escaping Services.Post) async {
    let listener = MeasureListener(size: runner.order.jobs.count, post)
    @Sendable func report() {
      var measure = RunMeasure(
        statistics: runner.log.statistics, overdue: runner.overdue, failures: listener.takeFailures())
      measure.isReordered = runner.isReordered
      post(.run(.measured(run: number, measure)))
    }
    let ticking = Task.detached {
      // The pause throws only on cancellation, which ends the loop.
      while (try? await Pause.wait(.milliseconds(100))) != nil { report() }
    }
    await carryOut(runner, post) { listener.receive($0) }
    ticking.cancel()
    await ticking.value
    report()
  }

  private func jobs(_ order: RunOrder) -> RunJobs {
    var inputs = order.inputs
    inputs.process = process
    let planner = RunPlanner(
      workspace: workspace, environment: order.environment, inputs: inputs, isConfirmed: order.isConfirmed)
    let selection = RunSelection(order.nodes, in: workspace)
    return RunJobs(selection, planner) { (_, _) throws(Never) in false }
  }

  private func runner(_ order: RunOrder, _ jobs: RunJobs) throws(Failure) -> Runner {
    let passes = order.profile.passes
    var rows = RunRows(order.rows, passes: passes)
    if let path = order.streamed { rows = try DataFile.rows(of: HomePath.expanded(path, process), passes: passes) }
    var wanted = Runner.Order(jobs: jobs.jobs, rows: rows, parallel: order.parallel)
    wanted.pace = order.profile.pace
    // The page keeps the results.
    wanted.listing = 0
    wanted.retry = order.retry
    wanted.options.remembersAnswers =
      !jobs.areForeseeable || order.streamed != nil || !order.rows.allSatisfy(\.isEmpty)
    let client = LiveClient.make(parallel: order.parallel)
    return Runner(wanted, dependencies: dependencies(client, records: !order.isMeasurement))
  }

  /// - Parameter records: true if each exchange is recorded; a measurement would fill the history.
  private func dependencies(_ client: Client, records: Bool) -> Runner.Dependencies {
    let (workspace, recorder, logins) = (workspace, recorder, Logins(client: client))
    let start = StoredCookies(workspace)
    var shared = SendSession.Dependencies(drivers: LiveDrivers.all(client))
    shared.scripts = LiveScripts.make()
    if records {
      shared.record = { record, redaction in
        let notice = await recorder.record(record, redaction: redaction)
        return notice.map { .notKept("\($0)") } ?? .kept
      }
    }
    return Runner.Dependencies(
      session: { [shared] runtime, options in
        var options = options
        options.silencesCommands = true
        var dependencies = shared
        dependencies.cookies = SessionCookies(workspace, .inMemory, start: start)
        return SendSession(workspace, dependencies: dependencies, runtime: runtime, logins: logins, options: options)
      },
      words: { fault, _ in
        guard case .refusal(let refusal) = fault, case .notAllowed = refusal.problem else { return fault.description }
        return "\(fault); send it once alone to allow that"
      })
  }

  /// Reads the data file concurrently, because a large one would delay a stop.
  private func read(_ path: String, _ post: @escaping Services.Post) {
    Task.detached { [process] in
      do throws(Failure) {
        let place = HomePath.expanded(path, process)
        guard !DataFile.isLarge(place) else {
          return post(.run(.dataRead(RunData(name: path, rows: [], isStreamed: true))))
        }
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
// A class because the answer to a request is reported before its result, both from the sending thread.
final class RunListener: Sendable {
  private let number: Int
  private let post: Services.Post
  private let isReordered: @Sendable () -> Bool
  private let answers = Mutex<[Int: RunAnswer]>([:])
  private let rows: RunRowsInFlight

  /// - Parameters:
  ///   - size: the number of requests of an iteration.
  ///   - isReordered: true if scripts have chosen which requests were sent.
  init(
    _ number: Int, size: Int, _ post: @escaping Services.Post, isReordered: @escaping @Sendable () -> Bool
  ) {
    self.number = number
    self.post = post
    self.isReordered = isReordered
    rows = RunRowsInFlight(size: size)
  }

  func receive(_ event: Runner.Event) {
    switch event {
    case .started(let turn, let place, _): post(.run(.started(run: number, index: rows.start(turn, at: place))))
    case .answered(let turn, let answer):
      let scripts = answer.scripts.map { $0.masked(by: answer.redaction) }
      let kept = RunAnswer(exchange: answer.record.exchange, checks: answer.checks, scripts: scripts)
      answers.withLock { $0[turn] = kept }
    case .finished(let turn, let result):
      var finish = RunFinish(result, answers.withLock { $0.removeValue(forKey: turn) })
      finish.isReordered = isReordered()
      post(.run(.finished(run: number, index: rows.finish(turn), finish)))
    case .sendingFirst: break
    case .notKept(let why): post(.history(.notStored(why)))
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be read: \(why)"))
    case .notFollowed(let why): post(.notified(.error, why))
    }
  }
}

/// The rows of the requests in flight. A script may choose the next request, so the row of a request follows from its
/// place, not from its turn.
// A class because requests start and end on several threads.
private final class RunRowsInFlight: Sendable {
  private let size: Int
  private let rows = Mutex<[Int: Int]>([:])

  /// - Parameter size: the number of requests of an iteration.
  init(size: Int) {
    self.size = size
  }

  func start(_ turn: Int, at place: RunFlow.Place) -> Int {
    let row = place.iteration * size + place.request
    rows.withLock { $0[turn] = row }
    return row
  }

  func finish(_ turn: Int) -> Int { rows.withLock { $0.removeValue(forKey: turn) } ?? turn }
}

/// Collects the failures of a measurement, up to a limit.
// A class because requests end on several threads.
final class MeasureListener: Sendable {
  private static let mostFailures = 1000

  private struct Failures {
    var new: [RunMeasure.Failure] = []
    var count = 0
  }

  private let post: Services.Post
  private let failures = Mutex(Failures())
  private let rows: RunRowsInFlight

  /// - Parameter size: the number of requests of an iteration.
  init(size: Int, _ post: @escaping Services.Post) {
    self.post = post
    rows = RunRowsInFlight(size: size)
  }

  func receive(_ event: Runner.Event) {
    switch event {
    case .started(let turn, let place, _): _ = rows.start(turn, at: place)
    case .finished(let turn, let result):
      let index = rows.finish(turn)
      guard !result.passed else { return }
      failures.withLock { failures in
        guard failures.count < Self.mostFailures else { return }
        failures.count += 1
        failures.new.append(RunMeasure.Failure(index: index, result: result))
      }
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be read: \(why)"))
    case .notFollowed(let why): post(.notified(.error, why))
    case .answered, .sendingFirst, .notKept: break
    }
  }

  func takeFailures() -> [RunMeasure.Failure] {
    failures.withLock { failures in
      defer { failures.new = [] }
      return failures.new
    }
  }
}
