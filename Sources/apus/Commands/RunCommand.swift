import ArgumentParser
import Basics
import Networking
import Sessions
import Workspaces

/// `apus run PATH`: sends every request of a folder or collection in order and checks its assertions.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send every request of a folder or collection and check its assertions.",
    discussion: """
      Variables that an answer sets (actions of type set-variable) are available to later requests. A request whose \
      condition (extensions.apus.if) does not hold is skipped. Exit status 1: an assertion failed; 3: a file cannot \
      be used, the others were sent; 4: a request could not be built; 5: a transfer failed.

      With --duration or --rate, the run is a load test: only failures have a line, and latency, rate and errors \
      follow. At a rate, latency is measured from the time a request was due, so that the percentiles show a stalled \
      server.

      A file of Postman or Insomnia, or an .http file, runs without an import; its scripts run, too. Options of \
      newman have their names: -e and -g take files, -d, -n, --folder, --bail, -r.

      Prompts ({{?label}}) are asked once, before the first request is sent. --dry-run writes what each request would \
      send and sends nothing; a value that only an answer would set is reported, with exit status 4.

      Examples:
        apus run users --env local --data rows.csv --report junit=results.xml
        apus run users/list --rate 50/s --duration 30s
        apus run shop.postman_collection.json -e dev.postman_environment.json -r cli,junit
        apus run users --answer Region=eu --dry-run
      """)

  @Argument(
    help: "A folder, collection or request, or a file of another tool; default: the whole workspace.",
    completion: .requests)
  var path: String?

  @OptionGroup(title: "Workspace") var place: WorkspacePlace
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @OptionGroup(title: "Run") var running: RunOptions
  @OptionGroup(title: "Scripts") var scripts: ScriptOptions
  @OptionGroup(title: "Newman") var newman: NewmanOptions
  @OptionGroup(title: "Polling") var retry: RetryOptions

  @Option(help: "Only requests with this tag; may be repeated.")
  var tag: [String] = []

  @Option(help: "No requests with this tag; may be repeated.")
  var skipTag: [String] = []

  @Option(
    help: ArgumentHelp(
      "junit, json, tap, html or github, as NAME=FILE or NAME for standard output.", valueName: "reports"))
  var report: [String] = []

  @OptionGroup(title: "Output") var display: DisplayOptions

  @Flag(name: .shortAndLong, help: "List the tests that passed or were skipped, too.")
  var verbose = false

  @Flag(help: "Write the totals as JSON, on the last line of the output.")
  var json = false

  @Flag(help: "Record every exchange in the history of the workspace.")
  var history = false

  @Flag(
    help: """
      Record the answers for sameAsRecorded tests next to their requests, unless another test of the request fails.
      """)
  var recordSnapshots = false

  @Flag(help: "Send to a protected environment without asking.")
  var yes = false

  @Flag(help: "Write what each request would send, head and body, and send nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: write secrets too.")
  var revealSecrets = false

  func validate() throws {
    // As from a script with an unset variable.
    if path?.isEmpty == true { throw ValidationError("The path is empty; leave it out to run the whole workspace.") }
    guard dryRun else {
      if revealSecrets { throw ValidationError("--reveal-secrets needs --dry-run.") }
      return
    }
    let keeps = scripts.saveVariables || !newman.exports.isEmpty || json || history
    if running.isMore || retry.retryUntil != nil || !report.isEmpty || newman.reporters != nil || keeps {
      throw ValidationError(
        "--dry-run sends nothing: of the options of a run it takes PATH, --data, --tag and --skip-tag.")
    }
  }

  func run() async throws {
    let command = self
    let status = try await Interruption.cancelling { try await command.execute() }
    if status != .done, !newman.suppressExitCode { throw Failure(status) }
  }

  /// The file of `--env`; `nil` if it is the name of an environment.
  private var environmentFile: String? { workspace.environment.flatMap { VariableFile.isOne($0) ? $0 : nil } }

  private func execute() async throws -> ExitStatus {
    var reports: [Report] = []
    for text in report { reports += try Report.parse(text) }
    reports += try newman.reports()
    try RunFiles(
      [(.collection, path), (.environment, environmentFile), (.globals, newman.globals), (.data, running.data)],
      exports: newman.exports, reports: reports
    ).check()
    try Report.check(reports)
    for export in newman.exports { try OutputFile.check(export.path) }
    newman.reportIgnored()
    if scripts.saveVariables, TemporaryImport.isNeeded(for: path) {
      throw Failure(.usage, "--save-variables needs a collection; for a file, use --export-environment FILE")
    }
    let temporary = try TemporaryImport.of(path)
    defer { temporary?.remove() }
    if temporary != nil, history || recordSnapshots {
      let option = history ? "--history" : "--record-snapshots"
      throw Failure(.usage, "\(option) needs a collection; import the file first with `apus import`")
    }
    let location = try temporary?.location ?? workspace.chosen(place).locate(around: path)
    SettingsNotes.report(of: location.workspace)
    let demo = try DemoBackdrop.start(for: workspace.chosen(place))
    do {
      let status = try await send(in: location, temporary, demoURL: demo?.url, reports: reports)
      demo?.stop()
      return status
    } catch {
      demo?.stop()
      throw error
    }
  }

  private func send(
    in location: WorkspaceLocator.Location, _ temporary: TemporaryImport?, demoURL: String?, reports: [Report]
  ) async throws -> ExitStatus {
    let selected = try RunSelection.of(
      temporary == nil ? path : nil, in: location, named: newman.folder, tags: Set(tag), excluding: Set(skipTag))
    guard !selected.items.isEmpty else {
      if tag.isEmpty, skipTag.isEmpty {
        let place = TerminalText.line(path ?? ".")
        throw Failure(.file, "no requests in \(place); create one in `apus`, or import some with `apus import`")
      }
      throw Failure(.file, "no request has these tags; `apus list` shows the requests")
    }
    try VariableExport.check(newman.exports, of: selected, in: location.workspace, temporary)
    var jobs = try jobs(selected, in: location, temporary, demoURL)
    let rows = try rows()
    if !scripts.noScripts { try checkScripts(of: selected, in: location.workspace, temporary) }
    let answers = try Asking.answers(to: jobs.questions(), in: location.workspace)
    if !answers.isEmpty { jobs.answer(answers) }
    // Unlisted requests were reported; the others are sent.
    let done: ExitStatus = selected.isComplete ? .done : .file
    if dryRun { return try await preview(jobs, rows, in: location).or(done) }
    let client = LiveClient.make(parallel: running.inParallel)
    var order = Runner.Order(jobs: jobs.jobs, rows: rows, parallel: running.inParallel)
    order.stopsAtFailure = running.bail
    order.pace = running.profile.pace
    order.retry = retry.condition
    order.options.remembersAnswers = !jobs.areForeseeable || running.data != nil
    scripts.choice.apply(to: &order.options)
    order.options.scriptOrigins.formUnion(jobs.givenOrigins)
    if let temporary {
      // The scripts of a file on the command line run as in newman, but confined.
      (order.options.allowsScripts, order.options.keepsConsent) = (true, false)
      (order.options.requestIDs, order.requestNames) = (temporary.requestIDs, temporary.requestNames)
      order.source = FilePaths.absolute(temporary.path, in: WorkspaceLocator.currentFolder())
    }
    if reports.isEmpty { order.listing = 0 }
    let runner = Runner(order, dependencies: dependencies(client, in: location, temporary))
    // The process exits right after the run. Freeing a thousand requests first would only delay the exit.
    _ = Unmanaged.passRetained(runner)
    return try await carryOut(runner, of: location.workspace, temporary, reports: reports).or(done)
  }

  /// Reports the names that the scripts use and Apus does not provide, before anything is sent.
  /// - Throws: if scripts cannot run here: nothing may pass because its tests did not run.
  private func checkScripts(
    of selected: RunSelection, in workspace: Workspace, _ temporary: TemporaryImport?
  ) throws(Failure) {
    var folders: Set<String?> = []
    let items = selected.items.filter { item in
      // The first request of a folder stands for the folder, whose scripts run with each.
      let isFirst = folders.insert(FilePaths.parent(of: item.node.path)).inserted
      // An unreadable file is reported when it is the request's turn.
      return isFirst || (try? item.source.get())?.mayHaveScripts == true
    }
    let found = workspace.scripts(of: items.map(\.node)) { _ in }
    // A dry run sends nothing and runs no scripts.
    if !dryRun, !found.isEmpty, let fault = LiveScripts.fault() {
      throw Failure(.request, "\(fault); --no-scripts sends the requests without their scripts")
    }
    let names = temporary?.unknownNames(in: found) ?? workspace.unknownNames(in: found)
    for name in names.prefix(20) { Output.error.say("apus: \(TerminalText.line(name.description))") }
    if names.count > 20 { Output.error.say("apus: and \(names.count - 20) more; see apus script check") }
  }

  private func preview(
    _ jobs: RunJobs, _ rows: RunRows, in location: WorkspaceLocator.Location
  ) async throws -> ExitStatus {
    let client = PreviewPrinter.client()
    let preview = RunPreview(jobs.jobs, rows: rows, revealsSecrets: revealSecrets) { runtime in
      LiveSession.make(location.workspace, client: client, history: nil, runtime: runtime, cookies: .inMemory)
    }
    return try await RunDryRun(
      preview: preview, client: client, printing: PrintChoice(revealSecrets: revealSecrets),
      hasRows: running.data != nil
    ).run()
  }

  private func rows() throws(Failure) -> RunRows {
    let passes = running.profile.passes
    guard let data = running.data else { return RunRows(passes: passes, iterations: running.iterations) }
    return try DataFile.rows(of: data, passes: passes, iterations: running.iterations)
  }

  /// The dependencies of a run. Its iterations share logins and initial cookies.
  private func dependencies(
    _ client: Client, in location: WorkspaceLocator.Location, _ temporary: TemporaryImport?
  ) -> Runner.Dependencies {
    let (workspace, logins, start) = (location.workspace, LiveSession.logins(client), StoredCookies(location.workspace))
    var shared = LiveSession.dependencies(
      client, history: history ? LiveSession.history(of: workspace, transport) : nil)
    shared.recordsSnapshots = recordSnapshots
    return Runner.Dependencies(
      session: { [shared] runtime, options in
        var dependencies = shared
        dependencies.cookies = SessionCookies(workspace, .inMemory, start: start)
        return SendSession(workspace, dependencies: dependencies, runtime: runtime, logins: logins, options: options)
      },
      words: { fault, plan in
        let message = plan.failure(for: fault, keepsConsent: temporary == nil).message
        return temporary?.shown(message, of: plan) ?? message
      })
  }

  /// Reads the settings of each folder now, and asks for the consent they need; request files are read in turn.
  private func jobs(
    _ selected: RunSelection, in location: WorkspaceLocator.Location, _ temporary: TemporaryImport?, _ demoURL: String?
  ) throws(Failure) -> RunJobs {
    var choice = workspace.chosen(place)
    let file = environmentFile
    if file != nil { choice.environment = nil }
    let finder = TargetFinder(options: choice, demoURL: demoURL)
    var inputs = try finder.inputs()
    try newman.add(to: &inputs, file, named: finder.environment(in: location))
    var transport = transport
    if let timeout = newman.timeoutRequest, timeout > 0 { transport.maxTime = Double(timeout) / 1000 }
    var changes = transport.changes
    changes.allowed = temporary?.files ?? []
    let planner = RunPlanner(
      workspace: location.workspace, environment: finder.environment(in: location), inputs: inputs,
      isConfirmed: yes || dryRun, changes: changes)
    let jobs = try RunJobs(selected, planner) { node, environment throws(Failure) in
      try Protection.check(node.method, in: environment, isConfirmed: yes || dryRun)
    }
    // An error that affects every request, such as a missing environment, leaves nothing to run.
    if let error = jobs.refusals.first, jobs.refusals.count == jobs.jobs.count {
      throw Failure(.file, error.description)
    }
    return jobs
  }

  private func carryOut(
    _ runner: Runner, of workspace: Workspace, _ temporary: TemporaryImport?, reports: [Report]
  ) async throws -> ExitStatus {
    // If a report goes to standard output, nothing else may.
    let takesOutput = reports.contains { $0.path == nil }
    let style = RunPrinter.Style(
      total: runner.order.count, repeats: running.repeats, listsAll: !running.profile.isMeasurement,
      display: newman.noColor ? DisplayChoice(color: .never, pretty: display.pretty) : display.chosen,
      endsWithJSON: json, listsTests: verbose)
    let printer = RunPrinter(takesOutput ? .error : .standard, style, in: workspace)
    let clock = ContinuousClock()
    let start = clock.now
    var trouble: Failure?
    do { try await send(runner) { printer.show($0) } } catch let failure as Failure {
      trouble = failure
    } catch let fault as DataTable.Fault {
      trouble = Failure(.file, "\(fault.description); the rows before it were sent")
    } catch is CancellationError {
      // The results until then are printed, too.
    }
    let summary = summary(of: runner, title: workspace.name, after: clock.now - start)
    // Write the reports even if standard output is closed.
    do throws(Failure) { try printer.finish(summary) } catch { trouble = error }
    do throws(Failure) { try keepVariables(of: runner, in: workspace, temporary) } catch { trouble = trouble ?? error }
    for report in reports { try report.write(summary) }
    if let trouble { throw trouble }
    return summary.status
  }

  /// Writes the variables at the end of the run to the files that the user wants.
  private func keepVariables(
    of runner: Runner, in workspace: Workspace, _ temporary: TemporaryImport?
  ) throws(Failure) {
    for export in newman.exports { try export.write(runner, temporary) }
    guard scripts.saveVariables, let session = runner.session else { return }
    let isNamed = self.workspace.environment != nil
    let isGiven = environmentFile != nil || !isNamed && !newman.environmentVariables.isEmpty
    try VariableSaving(workspace: workspace, isEnvironmentGiven: isGiven)
      .save(session.changedVariables)
  }

  /// Runs until the end or the time limit of the run.
  private func send(_ runner: Runner, _ report: @escaping @Sendable (Runner.Event) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await runner.run(report) }
      if let limit = newman.timeout, limit > 0 {
        group.addTask {
          try await Pause.wait(.milliseconds(limit))
          throw Failure(.transfer, "the run took longer than --timeout \(limit) and was stopped")
        }
      }
      // The first to finish ends the other.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func summary(of runner: Runner, title: String, after duration: Duration) -> RunSummary {
    let statistics = runner.log.statistics
    var summary = RunSummary(
      title: title, results: runner.log.results, statistics: statistics,
      skipped: runner.order.count.map { $0 - statistics.requests } ?? statistics.skipped, duration: duration)
    summary.overdue = runner.overdue
    if runner.isReordered {
      summary.isReordered = true
      summary.skipped = statistics.skipped
    }
    return summary
  }
}

extension RunSelection {
  /// The selection for a command; reports omitted requests on standard error.
  static func of(
    _ target: String?, in location: WorkspaceLocator.Location, named names: [String] = [], tags: Set<String>,
    excluding: Set<String>
  ) throws(Failure) -> RunSelection {
    do throws(RunSelection.Fault) {
      var notices: [Notice] = []
      defer { for notice in notices { Output.error.say("apus: \(notice.description)") } }
      return try WorkProgress.showing("Reading the requests") { () throws(RunSelection.Fault) in
        try of(
          target, in: location.workspace, currentFolder: WorkspaceLocator.currentFolder(), named: names, tags: tags,
          excluding: excluding
        ) { notices.append($0) }
      }
    } catch {
      if case .notNamed(let name) = error {
        throw Failure(.file, "no folder and no request is named \(TerminalText.shown(name))")
      }
      if case .nothing = error, let target, isMissing(target, in: location.workspace) {
        throw WorkspaceLocator.missingFile(target) ?? .noItem(target)
      }
      let missing = target.flatMap(WorkspaceLocator.missingFile)
      throw missing ?? Failure(.file, "no requests in \(target ?? "")\(error.words)")
    }
  }
}

extension RunSelection.Fault {
  /// The available alternatives to the missing requests, and the next step.
  fileprivate var words: String {
    switch self {
    case .nothing: return "; `apus list` shows all requests"
    case .notNamed(let name): return ": no folder and no request is named \(TerminalText.shown(name))"
    case .noCollections(let workspace):
      let path = TerminalText.shown(workspace)
      return ": no collection of the workspace \(path) can be opened; run one by its own path"
    case .elsewhere(let others, let workspace):
      let shown = others.prefix(5).map(TerminalText.shown).joined(separator: ", ")
      let rest = others.count > 5 ? " and \(others.count - 5) more" : ""
      return ": the collections of the workspace \(TerminalText.shown(workspace)) are elsewhere (\(shown)\(rest)); "
        + "leave the path out to run all of them, or name one"
    }
  }
}

extension RunSummary {
  /// Failed assertions take precedence; without any, the first request that could not be sent decides.
  var status: ExitStatus {
    if statistics.failedAssertions > 0 { return .unexpected }
    return switch statistics.trouble {
    case .file: .file
    case .request: .request
    case .transfer: .transfer
    case nil: .done
    }
  }
}
