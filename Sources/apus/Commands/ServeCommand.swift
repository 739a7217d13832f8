import ArgumentParser
import Basics
import Networking
import Serving
import Sessions
import Workspaces

/// `apus serve FOLDER`: answers with the examples and the history of a collection.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the examples and the history of a collection on this computer, until ^C; prints its URL.",
    discussion: """
      A request gets the answer of the saved request with its method and path; `:id`, `{id}` and `{{variables}}` \
      match anything, but literal text has priority. Among examples and recorded answers, the best match of path and \
      query is used, examples first; with --sequence, equal matches take turns. Secrets of the history stay masked. \
      Changed files are reloaded.

      A request can choose its answer by `Prefer: example="Not found"`, `Prefer: code=404`, `Prefer: delay=2s`, \
      `Prefer: fault=cut` (error, unavailable, cut, close), or by query parameters: `__example=`, `__code=` and so \
      on.

      Examples:
        apus serve shop --env local --cors
        apus serve shop/users --delay 200ms..1s --fault 5% --seed 7
        curl -H 'Prefer: code=404' http://127.0.0.1:4020/users/7
      """)

  /// The default port, next to that of the demo API.
  private static let usualPort = 4020

  @Argument(help: "A folder, collection or request; default: the whole workspace.", completion: .requests)
  var path: String?

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = Self.usualPort

  @Option(help: "The address to listen on; prints a warning if other computers can reach it.")
  var host = "127.0.0.1"

  @OptionGroup var place: WorkspacePlace

  @Option(
    name: [.customShort("e"), .customLong("env")],
    help: "The environment of the base URLs and recorded answers.",
    completion: .environments)
  var environment: String?

  @Flag(help: "Answer with examples only, not from the history.")
  var examplesOnly = false

  @Flag(help: "Rotate between examples that match equally.")
  var sequence = false

  @Option(help: ArgumentHelp("Wait before each answer: 300ms, or a range such as 200ms..1s.", valueName: "time"))
  var delay: String?

  @Option(help: ArgumentHelp("The share of requests that get a fault: 5% or 0.05.", valueName: "share"))
  var fault: String?

  @Option(help: "The same seed gives the same faults and delays.")
  var seed: UInt64 = 0

  @Flag(help: "Let web pages of any origin read the answers (CORS).")
  var cors = false

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("\(port) is not a port (0 to 65535).") }
    if let delay, ServeTerms.delay(delay) == nil {
      throw ValidationError("--delay takes a time or a range of times, at most 10m: 300ms, 200ms..1s.")
    }
    if let fault, ServeTerms.share(fault) == nil {
      throw ValidationError("--fault takes a share from 0 to 100%: 5% or 0.05.")
    }
  }

  private var terms: ServeTerms {
    var terms = ServeTerms()
    terms.delay = delay.flatMap(ServeTerms.delay) ?? terms.delay
    terms.faults = fault.flatMap(ServeTerms.share) ?? 0
    terms.seed = seed
    terms.takesTurns = sequence
    terms.allowsOrigins = cors
    return terms
  }

  func run() async throws {
    let location = try place.locate(around: path)
    SettingsNotes.report(of: location.workspace)
    var collection = ServedCollection(location.workspace)
    collection.environment = environment ?? (location.isDemo ? "local" : nil)
    collection.usesHistory = !examplesOnly
    let service = ServeService(location: location, path: path, collection: collection)
    let (host, port, terms) = (host, port, terms)
    try await Interruption.cancelling { try await service.run(host: host, port: port, terms) }
  }
}

/// Reads a collection for the server program, again whenever its files change, and prints its log.
struct ServeService: Sendable {
  let location: WorkspaceLocator.Location
  let path: String?
  let collection: ServedCollection

  func run(host: String, port: Int, _ terms: ServeTerms) async throws {
    // Watching begins before reading, so that no change is missed.
    let changes = WorkspaceWatch(location.workspace).changes()
    let table = try table()
    var terms = terms
    terms.isOwnOnly = host.asciiLowercased.isLoopbackHost
    if !terms.isOwnOnly {
      Output.error.say("apus: anyone who reaches \(host):\(port) can read the served examples and history")
    }
    let server = try HelperProcess.collection(
      host: host, port: port, lines: [terms.line, table.line])
    try Output.standard.line(server.url).get()
    Output.error.say("\(Self.words(table)); ^C ends it.")
    if table.requests.allSatisfy(\.answers.isEmpty) {
      Output.error.say("apus: nothing to answer with yet: add examples to requests, or send them once")
    }
    let listening = Task {
      await server.listen { line in
        // The server writes only records.
        guard let record = ServeRecord(line: line) else { return }
        Output.error.say(ServeLog.line(record))
      }
    }
    let following = Task { await follow(changes, server, table) }
    await withTaskCancellationHandler {
      await server.wait()
    } onCancel: {
      server.end()
    }
    following.cancel()
    // The last answers are printed, too.
    await listening.value
    if !Task.isCancelled { throw Failure(.file, "the server ended unexpectedly") }
  }

  private func table() throws(Failure) -> ServedTable {
    let selection = try RunSelection.of(path, in: location, tags: [], excluding: [])
    return collection.table(of: selection) { Output.error.say("apus: \($0.description)") }
  }

  private func follow(_ changes: AsyncStream<Set<String>>, _ server: HelperProcess, _ first: ServedTable) async {
    var last = first
    for await _ in changes {
      let next: ServedTable
      do throws(Failure) { next = try table() } catch {
        Output.error.say("apus: \(error.message); still serving the previous content")
        continue
      }
      guard next != last else { continue }
      last = next
      server.send(next.line)
      Output.error.say("Files have changed: \(Self.words(next)).")
    }
  }

  private static func words(_ table: ServedTable) -> String {
    let answers = table.requests.flatMap(\.answers)
    let (examples, all) = (answers.count(where: \.isExample), answers.count)
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let recorded = all > examples ? " and \(counted(all - examples, "recorded answer"))" : ""
    return "\(counted(table.requests.count, "request")) with \(counted(examples, "example"))\(recorded)"
  }
}

/// Formats an answered request as a line.
enum ServeLog {
  /// The line without secrets in the request's URL.
  static func line(_ record: ServeRecord) -> String {
    let target = Redaction.standard.masked(url: record.target)
    let status = record.status == 0 ? "-" : "\(record.status)"
    let source = [record.request, record.source].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
    let wait = record.time > 0 ? "  \(Quantity.duration(.milliseconds(record.time)))" : ""
    return TerminalText.line(
      "\(record.method) \(target)  \(status)  \(Quantity.bytes(record.bytes))  \(source)\(wait)")
  }
}
