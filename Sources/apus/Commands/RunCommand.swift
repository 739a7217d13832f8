import ArgumentParser
import Networking
import Sessions
import Workspaces

/// `apus run PATH`: sends every request of a folder or collection in order and checks its assertions.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send every request of a folder or collection and check its assertions.",
    discussion: """
      Variables that an answer sets (actions of type set-variable) are there for the requests after it. A request with \
      a condition (extensions.apus.if) that does not hold is skipped. Exit status 1: \
      an assertion failed; 3: a file cannot be used, the others were sent; 4: a request could not be built; 5: a \
      transfer failed.

      With --duration or --rate it measures: only failures have a line, and latency, rate and errors follow. At a rate, \
      a latency counts from the moment its request was due, so that a server that stalls shows in the percentiles.

      What requests ask for ({{?label}}) is asked once, before the first is sent. --dry-run writes what each would send \
      and sends nothing; a value that only an answer would tell is named, with status 4.

      Examples:
        apus run users --env local --data rows.csv --report junit=results.xml
        apus run users/list --rate 50/s --duration 30s
        apus run users --answer Region=eu --dry-run
      """)

  @Argument(help: "A folder, collection or request; default: the whole workspace.", completion: .requests)
  var path: String?

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @OptionGroup(title: "Run") var running: RunOptions
  @OptionGroup(title: "Polling") var retry: RetryOptions

  @Option(help: "Only requests with this tag; may be repeated.")
  var tag: [String] = []

  @Option(help: "No requests with this tag; may be repeated.")
  var skipTag: [String] = []

  @Option(
    help: ArgumentHelp(
      "junit, json, tap, html or github, as NAME=FILE or NAME for standard output.", valueName: "reports"))
  var report: [String] = []

  @Flag(help: "Write the sums as JSON, on the last line of the output.")
  var json = false

  @Flag(help: "Record every exchange in the history of the workspace.")
  var history = false

  @Flag(
    help: """
      Record each answer that a test compares with a recorded one (sameAsRecorded), beside its request, unless another \
      of its tests fails.
      """)
  var recordSnapshots = false

  @Flag(help: "Send to a protected environment without asking.")
  var yes = false

  @Flag(help: "Write what each request would send, head and body, and send nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: write secrets too.")
  var revealSecrets = false

  func validate() throws {
    // As from a script whose variable is not set.
    if path?.isEmpty == true { throw ValidationError("The path is empty; leave it out to run the whole workspace.") }
    guard dryRun else {
      if revealSecrets { throw ValidationError("--reveal-secrets belongs to --dry-run.") }
      return
    }
    if running.isMore || retry.retryUntil != nil || !report.isEmpty || json || history {
      throw ValidationError(
        "--dry-run sends nothing: of what a run can do it takes PATH, --data, --tag and --skip-tag.")
    }
  }

  func run() async throws {
    let command = self
    let status = try await Interruption.cancelling { try await command.execute() }
    if status != .done { throw Failure(status) }
  }

  private func execute() async throws -> ExitStatus {
    var reports: [Report] = []
    for text in report { reports += try Report.parse(text) }
    try Report.check(reports)
    let location = try WorkspaceLocator.locate(workspace.workspace, around: path)
    SettingsNotes.tell(of: location.workspace)
    let demo = try DemoBackdrop.start(in: location)
    do {
      let status = try await send(in: location, demoURL: demo?.url, reports: reports)
      demo?.stop()
      return status
    } catch {
      demo?.stop()
      throw error
    }
  }

  private func send(
    in location: WorkspaceLocator.Location, demoURL: String?, reports: [Report]
  ) async throws -> ExitStatus {
    let selected = try RunSelection.of(path, in: location, tags: Set(tag), excluding: Set(skipTag))
    guard !selected.items.isEmpty else {
      throw Failure(.file, "no request has the tags that were asked for; `apus list` shows what there is")
    }
    var jobs = try jobs(selected, in: location, TargetFinder(options: workspace.chosen, demoURL: demoURL))
    let rows = try rows()
    let answers = try Asking.answers(to: jobs.questions(), in: location.workspace)
    if !answers.isEmpty { jobs.answer(answers) }
    // What is not listed was named; the others are sent.
    let done: ExitStatus = selected.isComplete ? .done : .file
    if dryRun { return try await rehearse(jobs, rows, in: location).or(done) }
    var client = LiveClient.make(parallel: running.inParallel)
    transport.chosen.apply(to: &client.execution)
    var order = Runner.Order(jobs: jobs.jobs, rows: rows, parallel: running.inParallel)
    order.stopsAtFailure = running.bail
    order.pace = running.pace
    order.retry = retry.condition
    order.isForeseeable = jobs.areForeseeable && running.data == nil
    if reports.isEmpty { order.listing = 0 }
    let runner = Runner(order, outside: outside(client, in: location))
    // The process exits right after the run. Freeing a thousand requests first would only delay the exit.
    _ = Unmanaged.passRetained(runner)
    return try await carryOut(runner, title: location.workspace.name, reports: reports).or(done)
  }

  private func rehearse(
    _ jobs: RunJobs, _ rows: RunRows, in location: WorkspaceLocator.Location
  ) async throws -> ExitStatus {
    let client = RehearsalPrinter.client { transport.chosen.apply(to: &$0) }
    let rehearsal = RunRehearsal(jobs.jobs, rows: rows) { runtime in
      LiveSession.make(location.workspace, client: client, history: nil, runtime: runtime, cookies: .inMemory)
    }
    return try await RunDryRun(
      rehearsal: rehearsal, client: client, printing: PrintChoice(revealSecrets: revealSecrets),
      hasRows: running.data != nil
    ).run()
  }

  private func rows() throws(Failure) -> RunRows {
    guard let data = running.data else { return RunRows(passes: running.passes) }
    return try DataFile.rows(of: data, passes: running.passes)
  }

  /// The iterations share the logins, and the cookies that they start with.
  private func outside(_ client: Client, in location: WorkspaceLocator.Location) -> Runner.Outside {
    let (workspace, logins, start) = (location.workspace, LiveSession.logins(client), StoredCookies(location.workspace))
    var shared = LiveSession.outside(
      client, history: history ? transport.chosen.history(of: workspace) : nil)
    shared.recordsSnapshots = recordSnapshots
    return Runner.Outside(
      session: { [shared] runtime, manners in
        var outside = shared
        outside.cookies = SessionCookies(workspace, .inMemory, start: start)
        return SendSession(workspace, outside: outside, runtime: runtime, logins: logins, manners: manners)
      },
      words: { fault, plan in plan.failure(for: fault).message })
  }

  /// Reads the settings of each folder now, and asks for the consent they need; each request file is read when its turn
  /// comes.
  private func jobs(
    _ selected: RunSelection, in location: WorkspaceLocator.Location, _ finder: TargetFinder
  ) throws(Failure) -> RunJobs {
    let planner = RunPlanner(
      workspace: location.workspace, environment: finder.environment(in: location), inputs: try finder.inputs(),
      isConfirmed: yes || dryRun, changes: transport.chosen.changes)
    let jobs = try RunJobs(selected, planner) { node, environment throws(Failure) in
      try Protection.check(node.method, in: environment, isConfirmed: yes || dryRun)
    }
    // An error that affects every request, such as a missing environment, leaves nothing to run.
    if let error = jobs.refusals.first, jobs.refusals.count == jobs.jobs.count {
      throw Failure(.file, error.description)
    }
    return jobs
  }

  private func carryOut(_ runner: Runner, title: String, reports: [Report]) async throws -> ExitStatus {
    // If a report goes to standard output, nothing else may.
    let takesOutput = reports.contains { $0.path == nil }
    let style = RunPrinter.Style(
      total: runner.order.count, repeats: running.repeats, listsAll: !running.isMeasurement, endsWithJSON: json)
    let printer = RunPrinter(takesOutput ? .error : .standard, style)
    let clock = ContinuousClock()
    let start = clock.now
    var trouble: Failure?
    do { try await runner.run { printer.show($0) } } catch let fault as DataTable.Fault {
      trouble = Failure(.file, "\(fault.description); what came before it was sent")
    } catch is CancellationError {
      // What was measured until then is printed, too.
    }
    let summary = summary(of: runner, title: title, after: clock.now - start)
    // Write the reports even if standard output is closed.
    do throws(Failure) { try printer.finish(summary) } catch { trouble = error }
    for report in reports { try report.write(summary) }
    if let trouble { throw trouble }
    return summary.status
  }

  private func summary(of runner: Runner, title: String, after duration: Duration) -> RunSummary {
    let statistics = runner.log.statistics
    var summary = RunSummary(
      title: title, results: runner.log.results, statistics: statistics,
      skipped: runner.order.count.map { $0 - statistics.requests } ?? statistics.skipped, duration: duration)
    summary.overdue = runner.overdue
    return summary
  }
}
