import ArgumentParser
import DemoServer
import Networking
import Sessions
import Workspaces

/// `apus run PATH`: sends every request of a folder or collection in order and checks its assertions.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send every request of a folder or collection and check its assertions.",
    discussion: """
      Variables that an answer sets (actions of type set-variable) are there for the requests after it. Exit status 1: \
      an assertion failed; 3: a file cannot be used, the others were sent; 4: a request could not be built; 5: a \
      transfer failed.

      Example: apus run users --env local --data rows.csv --report junit=results.xml
      """)

  @Argument(help: "A folder, collection or request; default: the whole workspace.", completion: .requests)
  var path: String?

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @Option(help: "Run once for each row of this CSV or JSON file; its columns are variables.", completion: .file())
  var data: String?

  @Option(name: .customLong("repeat"), help: "Run so many times.")
  var repetitions = 1

  @Option(help: "Send so many requests at a time.")
  var parallel = 1

  @Flag(help: "Stop at the first failure.")
  var bail = false

  @Option(help: "Only requests with this tag; may be repeated.")
  var tag: [String] = []

  @Option(help: "No requests with this tag; may be repeated.")
  var skipTag: [String] = []

  @Option(help: ArgumentHelp("Wait so long between requests.", valueName: "milliseconds"))
  var delay = 0

  @Option(
    help: ArgumentHelp("junit, json, tap or html, as NAME=FILE or NAME for standard output.", valueName: "reports"))
  var report: [String] = []

  @Flag(help: "Record every exchange in the history of the workspace.")
  var history = false

  @Flag(help: "Send to a protected environment without asking.")
  var yes = false

  func validate() throws {
    guard repetitions > 0 else { throw ValidationError("--repeat takes a number above 0.") }
    guard (1...256).contains(parallel) else { throw ValidationError("--parallel takes 1 to 256.") }
    guard delay >= 0 else { throw ValidationError("--delay takes milliseconds, 0 or more.") }
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
    let location = try locate()
    let demo = try await DemoBackdrop.start(in: location)
    do {
      let status = try await send(in: location, demoURL: demo?.url, reports: reports)
      await demo?.stop()
      return status
    } catch {
      await demo?.stop()
      throw error
    }
  }

  /// The named workspace, else the one that contains PATH, else the default one.
  private func locate() throws(Failure) -> WorkspaceLocator.Location {
    // If PATH is in no workspace, it names something in the default one.
    if workspace.workspace == nil, let path, let found = try? Workspace.open(path) {
      return WorkspaceLocator.Location(workspace: found, isDemo: false)
    }
    return try WorkspaceLocator.locate(workspace.workspace)
  }

  private func send(
    in location: WorkspaceLocator.Location, demoURL: String?, reports: [Report]
  ) async throws -> ExitStatus {
    let selected = try RunSelection.of(path, in: location, tags: Set(tag), excluding: Set(skipTag))
    guard !selected.items.isEmpty else {
      throw Failure(.file, "no request has the tags that were asked for; `apus list` shows what there is")
    }
    let jobs = try jobs(selected, in: location, TargetFinder(options: workspace.chosen, demoURL: demoURL))
    let rows = try data.map { path throws(Failure) in try DataFile.rows(of: path) } ?? [[]]
    var client = LiveClient.make(parallel: parallel)
    transport.chosen.apply(to: &client.execution)
    var order = Runner.Order(
      jobs: jobs.jobs, iterations: (0..<repetitions).flatMap { _ in rows }, parallel: parallel)
    order.stopsAtFailure = bail
    order.delay = .milliseconds(delay)
    order.isForeseeable = jobs.areForeseeable && data == nil
    let runner = Runner(order, outside: outside(client, in: location))
    // The process exits right after the run. Freeing a thousand requests first would only delay the exit.
    _ = Unmanaged.passRetained(runner)
    return try await carryOut(runner, title: location.workspace.name, reports: reports)
  }

  /// The iterations share the logins.
  private func outside(_ client: Client, in location: WorkspaceLocator.Location) -> Runner.Outside {
    let logins = LiveSession.logins(client)
    let history = history ? transport.chosen.history(of: location.workspace) : nil
    return Runner.Outside(
      session: { runtime, manners in
        LiveSession.make(
          location.workspace, client: client, history: history, runtime: runtime, logins: logins, manners: manners,
          cookies: .inMemory)
      },
      words: { fault, plan in plan.failure(for: fault).message })
  }

  /// Reads the settings of each folder now, and asks for the consent they need; each request file is read when its turn
  /// comes.
  private func jobs(
    _ selected: RunSelection, in location: WorkspaceLocator.Location, _ finder: TargetFinder
  ) throws(Failure) -> RunJobs {
    let transport = transport.chosen
    var changes = RunPlanner.Changes { (options: inout TransferOptions) in transport.apply(to: &options) }
    var settings = RequestSettings()
    transport.apply(to: &settings)
    if settings != RequestSettings() {
      changes.settings = { (settings: inout RequestSettings) in transport.apply(to: &settings) }
    }
    let planner = RunPlanner(
      workspace: location.workspace, environment: finder.environment(in: location), inputs: try finder.inputs(),
      isConfirmed: yes, changes: changes)
    let jobs = try RunJobs(selected, planner) { node, environment throws(Failure) in
      try Protection.check(node.method, in: environment, isConfirmed: yes)
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
    let printer = RunPrinter(
      takesOutput ? .error : .standard, total: runner.order.count,
      repeats: runner.order.iterations.count > 1)
    let clock = ContinuousClock()
    let start = clock.now
    let results = try await runner.run { printer.show($0) }
    let summary = RunSummary(
      title: title, results: results, skipped: runner.order.count - results.count, duration: clock.now - start)
    var trouble: Failure?
    // Write the reports even if standard output is closed.
    do throws(Failure) { try printer.finish(summary) } catch { trouble = error }
    for report in reports { try report.write(summary) }
    if let trouble { throw trouble }
    return summary.status
  }
}
