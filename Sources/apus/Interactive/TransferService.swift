import Explorer
import Networking
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
  /// Writes requests to nowhere, as `client` would write them to their servers.
  private lazy var rehearsal = ConversationDriver.rehearsing(
    Client(transport: RehearsalTransport(), defaults: LiveClient.defaults))
  private let recorder: HistoryRecorder
  private let teller = Teller()
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
    let (recorder, teller) = (recorder, teller)
    var outside = SendSession.Outside(
      drivers: LiveDrivers.all(client, isAttended: true), cookies: SessionCookies(workspace, .stored),
      record: { record, redaction in
        // Reported once; after that, the user knows that the history cannot be written.
        let notice = await recorder.record(record, redaction: redaction)
        return notice.map { .notKept("\($0)") } ?? .kept
      })
    outside.types = .callTypes(client)
    let history = History(workspace: workspace)
    outside.journal = { record, redaction in history.journal(record, redaction: redaction) }
    let logins = Logins(client: client, open: { try teller.logIn($0, for: $1) }, show: { teller.show($0, for: $1) })
    return SendSession(
      workspace, outside: outside, logins: logins,
      manners: SendSession.Manners(asks: true, silencesCommands: true))
  }

  func run(_ effect: TransferEffect, post: @escaping Services.Post) {
    teller.listen(post)
    switch effect {
    case .send(let key, let number, let definition, let terms):
      send(number, open(key, definition, terms), key, terms, post)
    case .sendUnder(let number, let key, let definition, let terms):
      prepareTransport()
      let listener = SeveralListener(number)
      sends.begin(number, open(key, definition, terms), in: workspace, of: session) { [workspace, teller] event in
        listener.hear(event, post: post)
        if case .kept(let record) = event { teller.recorded(record, in: workspace) }
      }
    case .cancel(let number): sends.cancel(number)
    case .say(let key, let number, let utterance):
      do throws(SendFault) { try sends.say(utterance, into: number, of: session) } catch {
        post(.response(.unsaid(key, send: number, error.headline)))
      }
    case .endInput(let number): sends.endInput(of: number)
    case .copyAsCurl(let key, let definition, let terms, let style, let revealsSecrets):
      let copying = CurlCopying(style: style, revealsSecrets: revealsSecrets)
      Task { await copy(open(key, definition, terms), copying, post) }
    case .inspectCertificate(let key, let definition, let terms, let url):
      prepareTransport()
      let request = open(key, definition, terms)
      Task { await inspect(url, for: key, request, post) }
    case .rehearse(let serial, let key, let definition, let terms):
      let request = open(key, definition, terms)
      Task { post(.wire(.rehearsed(serial: serial, await rehearsed(request)))) }
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
    case .readCodings:
      isTransportPrepared = true
      Task.detached { CurlTransport.acceptedCodings.map { post(.request(.codingsRead($0))) } }
    case .allow(let asked, let key):
      do throws(WorkspaceError) {
        try CollectionConsents(workspace, collections: [asked.collection]).allow(asked.uses, for: asked.collection)
        post(.sending(.allowed(key)))
      } catch {
        post(.notified(.error, "Your permission could not be saved: \(error)"))
      }
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
    // Only a conversation takes what is said into it.
    let input = definition.kind.isConversation ? conversationInput(for: key, number, post) : nil
    let drivers = input.map { LiveDrivers.all(client, input: $0) }
    sends.begin(number, request, in: workspace, of: session, through: drivers, input: input) {
      [workspace, teller, redactions] event in
      if case .judged(let answer) = event, let path = key.path { redactions[path] = answer.sharedRedaction }
      listener.hear(event, post: post)
      if case .kept(let record) = event { teller.recorded(record, in: workspace) }
    }
  }

  private func conversationInput(
    for key: RequestKey, _ number: Int, _ post: @escaping Services.Post
  ) -> ConversationInput {
    ConversationInput { post(.response(.inputAnswered(key, send: number, $0))) }
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
    request.authorities = terms.authorities.map { path in
      path.hasPrefix("~/") ? (process["HOME"] ?? "~") + path.dropFirst() : path
    }
    return request
  }

  /// Cancels all sends and waits until the history has recorded their partial exchanges, and exports are written.
  func finish() async {
    await sends.finish()
    await exporting?.value
  }

  /// The way to the server is that of the request; where it cannot be prepared, the way without one.
  private func inspect(
    _ url: String, for key: RequestKey, _ request: OpenRequest, _ post: @escaping Services.Post
  ) async {
    var options = TransferOptions()
    do throws(SendFault) { options = try await request.plan(in: workspace).prepared().request.options } catch {
      // What is wrong with the request itself is told when it is sent.
    }
    do throws(NetworkError) {
      let chain = try await client.presentedCertificates(by: url, over: options)
      guard let leaf = chain.first, let server = TrustedCertificate.server(of: url) else { return }
      post(.response(.certificatePresented(key, CertificateOffer(leaf, of: server))))
    } catch {
      post(.notified(.error, "The certificate could not be looked at: \(error)"))
    }
  }

  private func rehearsed(_ request: OpenRequest) async -> WirePage.Content {
    do throws(RehearsalFault) {
      return .known(try await session.rehearse(request, in: workspace, through: rehearsal))
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
      copying.hear(command, post: post)
    } catch {
      copying.hear(error, post: post)
    }
  }
}

/// Posts events that belong to no single send: new history entries, logins that need the user.
// A class because the session that posts outlives each effect that listens.
final class Teller: Sendable {
  private let listener = Mutex<Services.Post?>(nil)

  func listen(_ post: @escaping Services.Post) { listener.withLock { $0 = post } }

  func recorded(_ record: HistoryRecord, in workspace: Workspace) {
    // The new entry is one of the last. If it cannot be read, the next listing shows it.
    guard let newest = try? History(workspace: workspace).list(limit: 16).entries,
      let summary = newest.first(where: { $0.id == record.id })
    else { return }
    tell(.history(.recorded(summary)))
  }

  func logIn(_ url: String, for receiver: String) throws(NetworkError) {
    let page = try WebPage(url)
    let place = "Log in at \(page.host) on the page that opens"
    tell(.notified(.warning, "\(place), for \(receiver); or open it yourself: \(page.url)"))
    Browser.open(page)
  }

  func show(_ code: DeviceCode, for receiver: String) {
    tell(.notified(.warning, "To log in for \(receiver), type \(code.userCode) at \(code.verificationURL)"))
  }

  private func tell(_ action: Action) { listener.withLock { $0 }?(action) }
}
