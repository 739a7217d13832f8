import Basics
package import Interchange
package import Networking
package import Workspaces

/// The requests of a folder in one text, each as it would be sent now, for export forms that hold a single request.
///
/// Requests that cannot be planned are omitted and named.
package struct FolderExport: Sendable {
  private let form: ExportForm
  private let options: ExportOptions
  /// The requests in tree order, each with its text; an archive has one text for all.
  private var texts: [(node: RequestNode, text: ExportText)] = []
  private var archived: [PreparedRequest] = []
  /// One line for each omitted request.
  private var leftOut: [String] = []
  /// One line for each skipped item that does not make the export incomplete, such as a link.
  private var passedBy: [String] = []

  /// - Parameters:
  ///   - unlisted: notices for items missing from the list of requests.
  ///   - complete: adds values to a plan that are not in files, such as answers of this session.
  ///   - words: formats the reason for omitting a request, with its name.
  package init(
    _ nodes: [RequestNode], unlisted: [Notice] = [], as form: ExportForm, _ options: ExportOptions, planner: RunPlanner,
    complete: (inout SendPlan) -> Void = { _ in }, words: (SendFault, SendPlan) -> String
  ) {
    self.form = form
    self.options = options
    for notice in unlisted {
      if notice.severity == .error {
        leaveOut(notice.description)
      } else {
        passedBy.append(ExportText.leftOut(notice.description))
      }
    }
    for node in nodes where node.fault == nil {
      // A run skips these silently, but an export must not look complete.
      if case .unsupported(let kind) = node.kind { leaveOut("\(node.id): it is a \(kind) request") }
    }
    let jobs = RunJobs(RunSelection(nodes, in: planner.workspace), planner) { _, _ in true }
    for (number, job) in jobs.jobs.enumerated() {
      StepReport.receiver?(number, jobs.jobs.count)
      do throws(WorkspaceError) {
        var plan = try job.plan()
        complete(&plan)
        do throws(SendFault) { try add(plan, of: job.node) } catch { leaveOut(words(error, plan)) }
      } catch {
        leaveOut(error.description)
      }
    }
  }

  /// All requests in one text, empty if none can be exported. Its notices name omitted requests and features that the
  /// form lacks.
  package var text: ExportText {
    var made = archived.isEmpty ? ExportText(text: joined) : options.archive(of: archived)
    made.notices = passedBy + leftOut + lost
    // Programs may declare a name only once, unlike shell scripts.
    if texts.count > 1, form.language?.isCommand == false {
      made.notices.append("the output has \(texts.count) programs: run each separately")
    }
    made.leftOut = leftOut.count
    return made
  }

  /// A file for each request, in the folder structure of the collection and named like the requests.
  /// - Parameter folder: the absolute path of the exported folder.
  package func files(below folder: String) -> ExportFiles {
    var taken: Set<String> = []
    var made = ExportFiles(notices: passedBy + leftOut + lost, leftOut: leftOut.count)
    for (node, text) in texts {
      let inside = FilePaths.isBelow(node.path, folder) ? FilePaths.relative(node.path, to: folder) : ""
      let places = inside.split(separator: "/").dropLast().map(String.init)
      let stem = ExportForm.stem(for: node.name)
      var path = ""
      var number = 1
      // Names that differ only in case are the same file on some disks.
      repeat {
        let name = number == 1 ? stem : "\(stem)-\(number)"
        path = (places + [name + form.suffix]).joined(separator: "/")
        number += 1
      } while !taken.insert(path.lowercased()).inserted
      made.files.append(ExportFiles.File(path: path, text: Self.ended(text.text)))
    }
    return made
  }

  /// The features that the form lacks, with the requests they affect.
  private var lost: [String] {
    ExportText.lines(of: texts.flatMap { node, text in text.notices.map { (place: node.id, message: $0) } })
  }

  private mutating func add(_ plan: SendPlan, of node: RequestNode) throws(SendFault) {
    if form == .har {
      archived.append(try plan.archived(options))
    } else {
      texts.append((node, try plan.export(as: form, options)))
    }
  }

  /// Adds a reason once: the fault of a folder applies to each request in it.
  private mutating func leaveOut(_ reason: String) {
    let line = ExportText.leftOut(reason)
    if !leftOut.contains(line) { leftOut.append(line) }
  }

  private var joined: String {
    texts.map { node, text in
      let text = Self.ended(text.text)
      return form.language?.titled(text, node.id) ?? options.shell.titled(text, node.id)
    }
    .joined(separator: "\n")
  }

  private static func ended(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }
}

extension SendPlan {
  /// The curl command for what the plan sends, with variables filled in.
  /// - Parameter defaults: the settings that the client adds to each request.
  package func curl(
    style: CurlCommand.Style, shell: CurlCommand.Shell = .sh, defaults: RequestConfig, revealsSecrets: Bool,
    logins: Logins = Logins(client: Client())
  ) throws(SendFault) -> CurlExport.Result {
    if definition.kind.isConversation { return try conversation(revealsSecrets: revealsSecrets, logins: logins) }
    var prepared = try written(revealingSecrets: revealsSecrets).prepared(logins: logins)
    if let script = prepared.subscriptionScript {
      prepared.request = prepared.socketRequest
      var command = WebsocatExport.command(for: prepared, sending: script, revealsSecrets: revealsSecrets)
      command.notices += fetchedLater
      command.tool = "websocat"
      return command
    }
    var command = CurlExport.command(
      for: prepared, style: style, defaults: defaults, shell: shell, revealsSecrets: revealsSecrets)
    command.notices += fetchedLater
    return command
  }

  /// The command for websocat or grpcurl, because curl cannot send WebSocket messages or make gRPC calls.
  private func conversation(revealsSecrets: Bool, logins: Logins) throws(SendFault) -> CurlExport.Result {
    let prepared = try written(revealingSecrets: revealsSecrets)
      .prepared(logins: logins, kinds: [definition.kind.word])
    var command =
      prepared.call == nil
      ? WebsocatExport.command(for: prepared, revealsSecrets: revealsSecrets)
      : GRPCurlExport.command(for: prepared, revealsSecrets: revealsSecrets)
    command.tool = prepared.call == nil ? "websocat" : "grpcurl"
    return command
  }

  /// Values that only a send can fetch, and that an export therefore lacks.
  private var fetchedLater: [String] {
    guard context.authentication(of: definition).0.scheme == .oauth2 else { return [] }
    return ["the OAuth 2.0 token is left out: only a send fetches it; add an Authorization header"]
  }

  package func export(as form: ExportForm, _ options: ExportOptions) throws(SendFault) -> ExportText {
    switch form {
    case .format(let format):
      return ExportText(
        ExportSource.single(self), in: format, redaction: context.redaction(), revealsSecrets: options.revealsSecrets)
    case .code(let language):
      let prepared = try written(revealingSecrets: options.revealsSecrets).prepared(logins: options.logins)
      let program = language.program(for: prepared, revealsSecrets: options.revealsSecrets)
      let loss = [prepared.lossOfSubscription].compactMap(\.self)
      return ExportText(text: program.text, notices: program.notices + fetchedLater + loss)
    case .har:
      var archive = options.archive(of: [try archived(options)])
      archive.notices += fetchedLater
      return archive
    case .curl, .exactCurl:
      let command = try command(form == .exactCurl ? .exact : .short, options)
      return ExportText(text: command.text, notices: command.notices)
    }
  }

  /// The plan as an archive entry, including the settings that the client adds.
  func archived(_ options: ExportOptions) throws(SendFault) -> PreparedRequest {
    var prepared = try written(revealingSecrets: options.revealsSecrets).prepared(logins: options.logins)
    do throws(RequestError) { prepared.request = try prepared.request.layered(over: options.defaults) } catch {
      throw .request(error)
    }
    return prepared
  }

  private func command(
    _ style: CurlCommand.Style, _ options: ExportOptions
  ) throws(SendFault) -> CurlExport.Result {
    let isConversation = definition.kind.isConversation || definition.operation?.kind == .subscription
    guard options.variables == .shell, !isConversation else {
      return try curl(
        style: style, shell: options.shell, defaults: options.defaults, revealsSecrets: options.revealsSecrets,
        logins: options.logins)
    }
    do throws(SendRefusal) {
      var command = try CurlExport.command(
        for: definition, in: context, style: style, defaults: options.defaults, shell: options.shell,
        variables: .shell, revealsSecrets: options.revealsSecrets)
      command.notices += fetchedLater
      return command
    } catch {
      throw .refusal(error)
    }
  }
}

extension ExportOptions {
  /// An HTTP archive of requests, without responses.
  func archive(of requests: [PreparedRequest]) -> ExportText {
    let log = HARExport.log(of: requests, creator: creator, time: time, revealsSecrets: revealsSecrets)
    let losses = Set(requests.compactMap(\.lossOfSubscription)).sorted()
    return ExportText(text: log.pretty, notices: HARExport.losses(of: requests) + losses)
  }
}

extension OpenRequest {
  /// The curl command for what this request would send, without sending it.
  /// - Parameters:
  ///   - session: holds the answers and logins that the request uses.
  ///   - defaults: the settings that the client adds to each request.
  package func curl(
    in workspace: Workspace, after session: SendSession, style: CurlCommand.Style, defaults: RequestConfig,
    revealsSecrets: Bool
  ) async throws(SendFault) -> CurlExport.Result {
    var plan = try await plan(in: workspace)
    session.addKnownAnswers(to: &plan)
    return try plan.curl(
      style: style, defaults: defaults, revealsSecrets: revealsSecrets, logins: session.logins)
  }
}

extension PreparedRequest {
  /// The messages that a subscription sends on its WebSocket; `nil` for all other requests, and for subscriptions by
  /// server-sent events, which curl can receive.
  var subscriptionScript: WebsocatExport.Script? {
    guard let operation, operation.kind == .subscription, operation.transport != .events else { return nil }
    let messages = SubscriptionProtocol(operation.payload, connectionInit: operation.connectionInit)
    return WebsocatExport.Script(subprotocol: SubscriptionProtocol.name, texts: messages.script)
  }

  /// The difference between the exported HTTP request and the subscription; `nil` if there is none.
  var lossOfSubscription: String? {
    guard let operation, operation.kind == .subscription, operation.transport != .events else { return nil }
    return "the subscription is written as a POST for server-sent events, not as a WebSocket"
  }
}
