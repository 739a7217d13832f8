import Basics
import Explorer
import Networking
import Sessions
import Workspaces

/// The runs of the screen: gives them their client and history, and tells their steps.
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
    // Now, not when its task starts: a stop may come in between, and counts.
    runner.goOn()
    let (before, isMeasurement) = (current?.task, current?.isMeasurement == true)
    current?.task = Task.detached {
      await before?.value
      if isMeasurement {
        await Self.measure(runner, number, post)
      } else {
        let listener = RunListener(number, post)
        await Self.carryOut(runner, post) { listener.hear($0) }
      }
      post(.run(.ended(run: number)))
    }
  }

  private static func carryOut(
    _ runner: Runner, _ post: @escaping Services.Post, _ hear: @escaping @Sendable (Runner.Event) -> Void
  ) async {
    do { try await runner.run(hear) } catch let fault as DataTable.Fault {
      post(.notified(.error, "\(fault.description); what came before it was sent"))
    } catch {
      // Cancelled: the requests in flight are still to be sent.
    }
  }

  /// Tells the figures ten times a second, however many requests that are.
  private static func measure(_ runner: Runner, _ number: Int, _ post: @escaping Services.Post) async {
    let listener = MeasureListener(post)
    @Sendable func tell() {
      post(
        .run(
          .measured(
            run: number,
            RunMeasure(
              statistics: runner.log.statistics, overdue: runner.overdue, failures: listener.takeFailures()))))
    }
    let ticking = Task.detached {
      // The pause throws only on cancellation, which ends the loop.
      while (try? await Pause.wait(.milliseconds(100))) != nil { tell() }
    }
    await carryOut(runner, post) { listener.hear($0) }
    ticking.cancel()
    await ticking.value
    tell()
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
    let passes = order.tempo.passes
    var rows = RunRows(order.rows, passes: passes)
    if let path = order.streamed { rows = try DataFile.rows(of: HomePath.expanded(path, process), passes: passes) }
    var wanted = Runner.Order(jobs: jobs.jobs, rows: rows, parallel: order.parallel)
    wanted.pace = order.tempo.pace
    // The page keeps the results.
    wanted.listing = 0
    wanted.retry = order.retry
    wanted.isForeseeable = jobs.areForeseeable && order.streamed == nil && order.rows.allSatisfy(\.isEmpty)
    let client = LiveClient.make(parallel: order.parallel)
    return Runner(wanted, outside: outside(client, records: !order.isMeasurement))
  }

  /// - Parameter records: whether the history gets each exchange; a measurement would fill it.
  private func outside(_ client: Client, records: Bool) -> Runner.Outside {
    let (workspace, recorder, logins) = (workspace, recorder, Logins(client: client))
    let start = StoredCookies(workspace)
    var shared = SendSession.Outside(drivers: LiveDrivers.all(client))
    if records {
      shared.record = { record, redaction in
        let notice = await recorder.record(record, redaction: redaction)
        return notice.map { .notKept("\($0)") } ?? .kept
      }
    }
    return Runner.Outside(
      session: { [shared] runtime, manners in
        var manners = manners
        manners.silencesCommands = true
        var outside = shared
        outside.cookies = SessionCookies(workspace, .inMemory, start: start)
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
