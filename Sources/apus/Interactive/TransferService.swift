import Basics
import Explorer
import Interchange
import Networking
import Scripting
import Sessions
import Synchronization
import Workspaces

/// The live network: gives the screen's sends their client, history and browser.
actor TransferService {
  let workspace: Workspace
  private let opened: OpenedFiles
  private let redactions: AnswerRedactions
  let process: [String: String]
  /// Created when the first request is sent.
  private lazy var client = LiveClient.make()
  private(set) lazy var session = makeSession()
  /// Prepares requests exactly as `client` would write them, without sending.
  private lazy var previewing = ConversationDriver.previewing(
    Client(transport: PreviewTransport(), defaults: LiveClient.defaults))
  private let recorder: HistoryRecorder
  private let sessionNotices = SessionNotices()
  /// Checks the syntax of scripts and runs them; its child starts with the first of either.
  private lazy var engine = ScriptEngine(environment: process)
  private var isTransportPrepared = false
  private let sends = OpenSends()
  /// The last export; the next one waits for it.
  private var exporting: Task<Void, Never>?

  init(
    workspace: Workspace, process: [String: String], opened: OpenedFiles,
    redactions: AnswerRedactions = AnswerRedactions()
  ) {
    self.workspace = workspace
    self.opened = opened
    self.redactions = redactions
    self.process = process
    recorder = HistoryRecorder(workspace) { .configured($0) }
  }

  private func makeSession() -> SendSession {
    let (recorder, sessionNotices) = (recorder, sessionNotices)
    var dependencies = SendSession.Dependencies(
      drivers: LiveDrivers.all(client, isAttended: true), cookies: SessionCookies(workspace, .stored),
      record: { record, redaction in
        // Reported once; after that, the user knows that the history cannot be written.
        let notice = await recorder.record(record, redaction: redaction)
        return notice.map { .notKept("\($0)") } ?? .kept
      })
    dependencies.types = .callTypes(client)
    dependencies.scripts = LiveScripts.make(engine)
    let history = History(workspace: workspace)
    dependencies.journal = { record, redaction in history.journal(record, redaction: redaction) }
    let logins = Logins(
      client: client, open: { try sessionNotices.logIn($0, for: $1) }, show: { sessionNotices.show($0, for: $1) })
    return SendSession(
      workspace, dependencies: dependencies, logins: logins,
      options: SendSession.Options(asks: true, silencesCommands: true))
  }

  func run(_ effect: TransferEffect, post: @escaping Services.Post) {
    sessionNotices.listen(post)
    switch effect {
    case .send(let key, let number, let definition, let terms):
      send(number, open(key, definition, terms), key, terms, post)
    case .sendUnder(let number, let key, let definition, let terms):
      prepareTransport()
      let listener = EnvironmentComparisonListener(number)
      sends.begin(number, open(key, definition, terms), in: workspace, of: session) {
        [workspace, sessionNotices] event in
        listener.report(event, post: post)
        if case .kept(let record) = event { sessionNotices.recorded(record, in: workspace) }
      }
    case .cancel(let number): sends.cancel(number)
    case .say(let key, let number, let outgoingMessage):
      do throws(SendFault) { try sends.send(outgoingMessage, to: number, of: session) } catch {
        post(.response(.messageRefused(send: number, error.headline), of: key))
      }
    case .endInput(let number): sends.endInput(of: number)
    case .copyAsCurl(let key, let definition, let terms, let style, let revealsSecrets):
      let copying = CurlCopying(style: style, revealsSecrets: revealsSecrets)
      Task { await copy(open(key, definition, terms), copying, post) }
    case .inspectCertificate(let key, let definition, let terms, let url):
      prepareTransport()
      let request = open(key, definition, terms)
      Task { await inspect(url, for: key, request, post) }
    case .preview(let serial, let key, let definition, let terms):
      let request = open(key, definition, terms)
      Task { post(.sendPreview(.loaded(serial: serial, await preview(of: request)))) }
    case .readSchema(let key, let definition, let terms, let fetches):
      if fetches { prepareTransport() }
      let request = open(key, definition, terms)
      Task { post(await schemaAction(for: key, of: request, isCall: definition.kind == .grpc, fetches: fetches)) }
    case .export(let job):
      let before = exporting
      exporting = Task {
        await before?.value
        await export(job, post)
      }
    case .foreseeAnswers(let key, let definition, let terms):
      let request = open(key, definition, terms)
      Task.detached { [workspace, session] in
        // The send itself reports why it cannot be planned.
        guard let plan = try? await request.plan(in: workspace) else { return }
        post(.variables(.foreseen(key, session.outlooks(of: plan))))
      }
    case .adoptAnswer(let number, let path):
      let collection = workspace.collection(of: path)
      session.adopt(draft: String(number), as: workspace.requestID(of: path), in: collection)
    case .readCodings:
      isTransportPrepared = true
      Task.detached { CurlTransport.acceptedCodings.map { post(.codingsRead($0)) } }
    case .checkScript(let key, let slot, let code): check(code, in: slot, of: key, post)
    case .rerunScripts(let key, let definition, let terms, let exchange):
      Task { await rerunScripts(of: open(key, definition, terms), key, on: exchange, post) }
    case .allowScripts(let asked, let key): allow(asked.scripts.map(\.use), for: asked.collection, key, post)
    case .allow(let asked, let key): allow(asked.uses, for: asked.collection, key, post)
    }
  }

  /// Records the user's consent; the request is then sent.
  private func allow(_ uses: [UserValueUse], for collection: String, _ key: RequestKey, _ post: Services.Post) {
    do throws(WorkspaceError) {
      try CollectionConsents(workspace, collections: [collection]).allow(uses, for: collection)
      post(.sending(.step(key, .allowed)))
    } catch {
      post(.notified(.error, "Your permission could not be saved: \(error)"))
    }
  }

  private func check(_ code: String, in slot: ScriptSlot, of key: RequestKey, _ post: @escaping Services.Post) {
    let (engine, script) = (engine, PlacedScript(phase: slot.phase, code: code, file: ""))
    Task.detached {
      // Without an engine, nothing is known about the syntax.
      let fault = (try? await engine.check([script]))?.first
      let issue = fault.map { QueryIssue(line: $0.place.line, column: $0.place.column ?? 1, message: $0.message) }
      post(.request(.scriptChecked(slot, code, issue), of: key))
    }
  }

  private func rerunScripts(
    of request: OpenRequest, _ key: RequestKey, on exchange: Exchange, _ post: Services.Post
  ) async {
    do throws(SendFault) {
      guard let results = try await session.rerunScripts(of: request.plan(in: workspace), on: exchange) else {
        return post(.notified(.information, "The request has no scripts"))
      }
      post(.sending(.step(key, .scriptsRan(results))))
      guard !results.missing.isEmpty else { return }
      let collection = workspace.collection(of: request.path ?? request.collection ?? workspace.path)
      post(.sending(.step(key, .scriptValuesNeeded(ConsentQuestion(results.missing, collection: collection)))))
    } catch {
      post(.notified(.error, "The scripts did not run: \(error.headline)"))
    }
  }

  private func send(
    _ number: Int, _ request: OpenRequest, _ key: RequestKey, _ terms: SendTerms, _ post: @escaping Services.Post
  ) {
    prepareTransport()
    let definition = request.definition
    let listener = SendListener(key, number, definition, since: SendStart()) { [workspace] in
      workspace.collection(of: key.path ?? terms.collection ?? workspace.path)
    }
    // Only a conversation accepts messages.
    let input = definition.kind.isConversation ? conversationInput(for: key, number, post) : nil
    let drivers = input.map { LiveDrivers.all(client, input: $0) }
    sends.begin(number, request, in: workspace, of: session, through: drivers, input: input) {
      [workspace, sessionNotices, redactions] event in
      if case .judged(let answer) = event, let path = key.path { redactions[path] = answer.sharedRedaction }
      listener.report(event, post: post)
      if case .kept(let record) = event { sessionNotices.recorded(record, in: workspace) }
    }
  }

  private func conversationInput(
    for key: RequestKey, _ number: Int, _ post: @escaping Services.Post
  ) -> ConversationInput {
    ConversationInput { post(.response(.inputAnswered(send: number, $0), of: key)) }
  }

  /// Opens libcurl while the first request is prepared; until then, it would only waste memory.
  private func prepareTransport() {
    guard !isTransportPrepared else { return }
    isTransportPrepared = true
    Task.detached { CurlTransport.prepare() }
  }

  func open(_ key: RequestKey, _ definition: RequestDefinition, _ terms: SendTerms) -> OpenRequest {
    var inputs = terms.inputs
    inputs.process = process
    var request = OpenRequest(
      definition, path: key.path, file: key.path.flatMap { opened[$0] }, environment: terms.environment,
      inputs: inputs)
    request.collection = terms.collection
    request.inherits = terms.inherits
    request.isConfirmed = terms.isConfirmed
    request.draft = key.scratchNumber.map { String($0) }
    request.agreedResends = terms.agreedResends
    request.runsScripts = !terms.skipsScripts
    request.authorities = terms.authorities.map { HomePath.expanded($0, process) }
    return request
  }

  /// Cancels all sends and waits until the history has recorded their partial exchanges, and exports are written.
  func finish() async {
    await sends.finish()
    await exporting?.value
  }

  /// Inspects a server with the request's connection settings, or with defaults if the request cannot be prepared.
  private func inspect(
    _ url: String, for key: RequestKey, _ request: OpenRequest, _ post: @escaping Services.Post
  ) async {
    var options = TransferOptions()
    do throws(SendFault) { options = try await request.plan(in: workspace).prepared().request.options } catch {
      // Errors of the request itself are reported when it is sent.
    }
    do throws(NetworkError) {
      let chain = try await client.presentedCertificates(by: url, over: options)
      guard let leaf = chain.first, let server = TransferOptions.TrustedCertificate.server(of: url) else { return }
      post(.sending(.step(key, .certificatePresented(CertificateOffer(leaf, of: server)))))
    } catch {
      post(.notified(.error, "The certificate could not be fetched: \(error)"))
    }
  }

  private func preview(of request: OpenRequest) async -> SendPreviewPage.Content {
    do throws(PreviewFault) {
      return .known(try await session.preview(request, in: workspace, through: previewing))
    } catch {
      if case .unknown = error { return .unknown(error.text) }
      return .refused(error.text)
    }
  }

  private func copy(_ request: OpenRequest, _ copying: CurlCopying, _ post: @escaping Services.Post) async {
    do throws(SendFault) {
      let command = try await request.curl(
        in: workspace, after: session, style: copying.style, defaults: LiveClient.defaults,
        revealsSecrets: copying.revealsSecrets)
      copying.report(command.text, tool: command.tool, notices: command.notices, post: post)
    } catch {
      copying.report(error, post: post)
    }
  }
}

/// Posts events that belong to no single send: new history entries and logins that need the user.
// A class because the session that posts outlives each listening effect.
final class SessionNotices: Sendable {
  private let listener = Mutex<Services.Post?>(nil)

  func listen(_ post: @escaping Services.Post) { listener.withLock { $0 = post } }

  func recorded(_ record: HistoryRecord, in workspace: Workspace) {
    // The new entry is one of the last. If it cannot be read, the next listing shows it.
    guard let newest = try? History(workspace: workspace).list(limit: 16).entries,
      let summary = newest.first(where: { $0.id == record.id })
    else { return }
    report(.history(.recorded(summary)))
  }

  func logIn(_ url: String, for receiver: String) throws(NetworkError) {
    let page = try WebPage(url)
    let place = "Log in at \(page.host) on the page that opens"
    report(.notified(.warning, "\(place), for \(receiver); or open it yourself: \(page.url)"))
    Browser.open(page)
  }

  func show(_ code: OAuthConfig.DeviceCode, for receiver: String) {
    report(.notified(.warning, "To log in for \(receiver), type \(code.userCode) at \(code.verificationURL)"))
  }

  private func report(_ action: Action) { listener.withLock { $0 }?(action) }
}

/// The schemas of GraphQL requests, and the types of calls, for the screen.
extension TransferService {
  /// The saved schema; if there is none and `fetches` is true, the server's.
  func schema(of request: OpenRequest, fetches: Bool) async -> RequestSchema {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { return .failed("\(error)") }
    do throws(SchemaLoadFault) {
      let loaded = fetches ? try await session.fetchSchema(of: plan) : try plan.keptSchema()
      let words = fetches ? "The fetched schema: " : "The stored schema: "
      let fault = loaded.fault.map { "; its faults: \($0)" } ?? ""
      return .known(SchemaReference(loaded.schema, origin: words + loaded.source.words + fault))
    } catch {
      if case .absent = error, !fetches { return .absent("\(error)") }
      return .failed("\(error)")
    }
  }

  func schemaAction(for key: RequestKey, of request: OpenRequest, isCall: Bool, fetches: Bool) async -> Action {
    guard isCall else { return .schema(.arrived(key, await schema(of: request, fetches: fetches))) }
    return .services(.arrived(key, await types(of: request, fetches: fetches)))
  }

  /// The same for the types of a gRPC server.
  private func types(of request: OpenRequest, fetches: Bool) async -> RequestTypes {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { return .failed("\(error)") }
    do throws(SchemaLoadFault) {
      let loaded = fetches ? try await session.fetchTypes(of: plan) : try await plan.keptTypes()
      let words = fetches ? "Fetched: " : "Stored: "
      return .known(TypesReference(loaded.schema, origin: words + loaded.origin))
    } catch {
      if case .absent = error, !fetches { return .absent("The server's types are not fetched yet") }
      return .failed("\(error)")
    }
  }
}
