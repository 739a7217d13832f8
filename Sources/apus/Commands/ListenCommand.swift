import ArgumentParser
import Basics
import Essentials
import HTTPTypes
import Networking
import Serving
import Sessions
import Synchronization
import Workspaces

/// `apus listen --webhook`: shows and records the requests that others send.
struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Show and record incoming requests, such as webhooks, until ^C; prints its URL.",
    discussion: """
      Each request is printed on a line and, in a workspace, recorded in the history, where the screen shows it at \
      once and `apus history resend` resends it. The answer comes from the examples of the collection, as with `apus \
      serve`; without a matching example it is an empty 200.

      With --secret-variable, the command checks the signature of GitHub, Stripe, Slack, Shopify or Standard Webhooks \
      and prints the result; the answer does not depend on it.

      Examples:
        apus listen --webhook
        apus listen --webhook --count 1 --json > event.json
        apus listen --webhook --env local --secret-variable github_secret
      """)

  /// The default port, next to those of the demo API and `serve`.
  private static let usualPort = 4030

  @Argument(help: "The folder with the examples to serve; default: the whole workspace.", completion: .requests)
  var path: String?

  @Flag(help: "Accept requests with any method and path.")
  var webhook = false

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = Self.usualPort

  @Option(help: "The address to listen on; prints a warning if other computers can reach it.")
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("End successfully after this many requests.", valueName: "number"))
  var count: Int?

  @Flag(help: "Write each request as a line of JSON (a HAR entry).")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Check signatures with the value of this variable: of the environment, or APUS_VAR_NAME of the process.",
      valueName: "name"))
  var secretVariable: String?

  @Flag(help: "Record nothing in the history.")
  var noHistory = false

  @OptionGroup(title: "Workspace") var place: WorkspacePlace
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions

  func validate() throws {
    guard webhook else { throw ValidationError("apus listen takes --webhook; it has no other mode yet.") }
    guard (0...65535).contains(port) else { throw ValidationError("\(port) is not a port (0 to 65535).") }
    if let count, count < 1 { throw ValidationError("--count takes a number of requests, 1 or more.") }
  }

  func run() async throws {
    let location = try location()
    let service = ListenService(
      history: noHistory ? nil : location.map { LiveSession.history(of: $0.workspace) },
      workspace: location?.workspace.path, table: try table(in: location), secret: try secret(in: location),
      count: count, asJSON: json)
    let (host, port) = (host, port)
    try await Interruption.cancelling { try await service.run(host: host, port: port) }
  }

  /// The workspace; outside one, nothing is recorded.
  private func location() throws(Failure) -> WorkspaceLocator.Location? {
    let choice = workspace.chosen(place)
    if path != nil || !choice.isOpen || choice.environment != nil { return try choice.locate(around: path) }
    // The current folder may be outside any workspace.
    return try? choice.locate()
  }

  private func table(in location: WorkspaceLocator.Location?) throws(Failure) -> ServedTable {
    guard let location else { return ServedTable() }
    // A workspace without requests has no examples.
    guard path != nil || location.workspace.tree().collections.contains(where: { !$0.requests.isEmpty }) else {
      return ServedTable()
    }
    var collection = ServedCollection(location.workspace)
    collection.environment = workspace.environment ?? (location.isDemo ? "local" : nil)
    collection.usesHistory = false
    let selection = try RunSelection.of(path, in: location, tags: [], excluding: [])
    return collection.table(of: selection) { Output.error.say("apus: \($0.description)") }
  }

  private func secret(in location: WorkspaceLocator.Location?) throws(Failure) -> String? {
    guard let name = secretVariable else { return nil }
    let plan = try TargetFinder(options: workspace.chosen(place)).url("http://localhost/", in: location)
    let found = plan.context.table(for: plan.definition).resolved("{{\(name)}}")
    guard case .resolved(let value, _, _)? = found.segments.first?.kind, !value.isEmpty else {
      throw Failure(
        .request, "the variable \(TerminalText.line(name)) has no value; `apus env set ENV NAME` sets it")
    }
    return value
  }
}

/// Receives requests for `apus listen`: prints, checks and records each.
struct ListenService: Sendable {
  /// `nil` records nothing.
  let history: History?
  /// The path of the workspace, if any.
  let workspace: String?
  /// The answers to requests; all other requests get an empty 200.
  let table: ServedTable
  /// The secret for signatures; `nil` checks none.
  let secret: String?
  /// The number of requests after which it ends; `nil` for no limit.
  let count: Int?
  let asJSON: Bool

  /// The requests received so far.
  private struct Progress {
    var count = 0
    var trouble: Failure?
  }

  func run(host: String, port: Int) async throws {
    var terms = ServeTerms()
    terms.takesAll = true
    if !host.asciiLowercased.isLoopbackHost {
      Output.error.say("apus: anyone who reaches \(host):\(port) can send requests and get the examples")
    }
    let server = try HelperProcess.collection(
      host: host, port: port, lines: [terms.line, table.line])
    if asJSON {
      Output.error.say("Listening at \(server.url); ^C ends it.")
    } else {
      try Output.standard.line(server.url).get()
    }
    let progress = Mutex(Progress())
    await withTaskCancellationHandler {
      await server.listen { line in
        // The server writes only records.
        guard let record = ServeRecord(line: line) else { return }
        let isOver = progress.withLock { progress in
          guard progress.trouble == nil, count.map({ progress.count < $0 }) ?? true else { return true }
          do throws(Failure) { try take(record, at: server.url) } catch { progress.trouble = error }
          progress.count += 1
          return progress.trouble != nil || progress.count == count
        }
        if isOver { server.end() }
      }
    } onCancel: {
      server.end()
    }
    server.stop()
    let last = progress.withLock { $0 }
    if let trouble = last.trouble { throw trouble }
    if !Task.isCancelled, last.count != count { throw Failure(.file, "the server ended unexpectedly") }
  }

  private func take(_ record: ServeRecord, at url: String) throws(Failure) {
    guard let received = record.received else { return }
    let headers = Headers(received.headers.map { Header($0.name, $0.value) })
    let now = Date()
    let signature = secret.map { WebhookSignature.check(headers, received.body, secret: $0, now: now) }
    let exchange = Self.exchange(record, received, headers, at: url, now)
    let kept = HistoryRecord(workspace: workspace, received: signature?.words ?? "", exchange: exchange)
    let redaction = Redaction.standard.adding(secret.map { [$0] } ?? [])
    if asJSON {
      try Output.standard.write(HARDocument.entry(kept, redaction: redaction).text + "\n", as: .json)
    } else {
      try Output.standard.write(Self.line(record, received, signature, redaction) + "\n")
    }
    guard let history else { return }
    do throws(WorkspaceError) { try history.append(kept, redaction: redaction) } catch {
      LiveSession.report(notKept: error.description)
    }
  }

  private static func line(
    _ record: ServeRecord, _ received: ReceivedRequest, _ signature: WebhookSignature?, _ redaction: Redaction
  ) -> String {
    var words = ["\(record.method) \(redaction.masked(url: record.target))", "\(record.status)"]
    words.append(Quantity.bytes(received.body.count))
    if let request = record.request { words.append("\(request): \(record.source)") }
    if let signature { words.append(signature.words) }
    return TerminalText.line(words.joined(separator: "  "))
  }

  private static func exchange(
    _ record: ServeRecord, _ received: ReceivedRequest, _ headers: Headers, at url: String, _ now: Date
  ) -> Exchange {
    let fields = received.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let head = "\(record.method) \(record.target) HTTP/\(received.httpVersion)\r\n\(fields)\r\n"
    let body = received.body.isEmpty ? nil : ByteStore(received.body)
    let target = record.target.hasPrefix("/") ? url + record.target : record.target
    let answer = ResponseHead(
      status: HTTPResponse.Status(code: record.status),
      headers: Headers(received.answerHeaders.map { Header($0.name, $0.value) }))
    let hop = Hop(
      request: SentRequest(method: record.method, url: target, headers: headers, head: Array(head.utf8), body: body),
      response: answer)
    return Exchange(
      startedAt: now, hops: [hop], body: ByteStore(received.answerBody), duration: .milliseconds(record.time))
  }
}
