import Explorer
import Interchange
import Networking
import Sessions
import Synchronization
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The live network: each send runs in a task of its own, found by its number to cancel it.
actor TransferService {
  let workspace: Workspace
  private let opened: OpenedFiles
  private let process: [String: String]
  /// Created when the first request is sent.
  private lazy var client = LiveClient.make()
  private lazy var session = makeSession()
  private let recorder: HistoryRecorder
  private let teller = Teller()
  private var isTransportPrepared = false
  private var running: [Int: Task<Void, Never>] = [:]
  /// Sends that have ended and whose exchanges are being written to the history.
  private let keeping = KeptSends()

  init(workspace: Workspace, process: [String: String], opened: OpenedFiles) {
    self.workspace = workspace
    self.opened = opened
    self.process = process
    recorder = HistoryRecorder(History(workspace: workspace))
  }

  private func makeSession() -> SendSession {
    let (recorder, teller) = (recorder, teller)
    let outside = SendSession.Outside(
      drivers: LiveDrivers.all(client),
      record: { record, redaction in
        // Reported once; after that, it is known that the history cannot be written.
        let notice = await recorder.record(record, redaction: redaction)
        return notice.map { .notKept("\($0)") } ?? .kept
      })
    let logins = Logins(client: client, open: { try teller.logIn($0) }, show: { teller.show($0) })
    return SendSession(
      workspace, outside: outside, logins: logins,
      manners: SendSession.Manners(asks: true, silencesCommands: true))
  }

  func run(_ effect: TransferEffect, post: @escaping Services.Post) {
    teller.listen(post)
    switch effect {
    case .send(let key, let id, let definition, let terms):
      prepareTransport()
      // Stored before it can be cancelled, so that a cancellation right after this finds it.
      running[id] = Task {
        await send(key, id, definition, terms, post)
        running[id] = nil
        keeping.remove(id)
      }
    case .cancel(let id): running[id]?.cancel()
    case .copyAsCurl(let key, let definition, let terms, let style, let revealsSecrets):
      Task { await copyAsCurl(key, definition, terms, (style, revealsSecrets), post) }
    case .allow(let asked, let key):
      do throws(WorkspaceError) {
        try workspace.consents.allow(asked.uses, for: asked.collection)
        post(.sending(.allowed(key)))
      } catch {
        post(.notified(.error, "It cannot be remembered that this is allowed: \(error)"))
      }
    }
  }

  /// Opens libcurl while the first request is prepared; before that, nobody needs its memory.
  private func prepareTransport() {
    guard !isTransportPrepared else { return }
    isTransportPrepared = true
    Task.detached { CurlTransport.prepare() }
  }

  private func send(
    _ key: RequestKey, _ id: Int, _ definition: RequestDefinition, _ terms: SendTerms, _ post: @escaping Services.Post
  ) async {
    let began = Moment()
    await session.send(open(key, definition, terms), in: workspace) { [workspace, teller, keeping] event in
      switch event {
      case .asking(.prompts(let labels)): post(.sending(.answersNeeded(key, send: id, labels: labels)))
      case .asking(.consent(let uses)):
        let collection = workspace.collection(of: key.path ?? workspace.path)
        post(.sending(.consentNeeded(key, send: id, ConsentQuestion(uses, collection: collection))))
      case .resolved(let send):
        guard !send.resent.isEmpty else { return }
        post(.notified(.information, "Sent first, for its answer: \(send.resent.joined(separator: ", "))"))
      case .conversation(let event): post(.response(.transfer(key, send: id, event)))
      case .finished: keeping.insert(id)
      case .judged(let answer):
        // Posted only now, so that the next send has what the response sets. The slow history comes later.
        post(.response(.transfer(key, send: id, .finished(answer.record.exchange))))
        post(.sending(.judged(key, answer.checks, answer.scope)))
      case .kept(let record): teller.recorded(record, in: workspace)
      case .notKept(let notice): post(.notified(.warning, notice))
      case .refused(.cancelled): post(.response(.transfer(key, send: id, .finished(began.cancelled(definition)))))
      case .refused(let fault): post(.response(.refused(key, send: id, Refusal(fault, definition))))
      // The drivers of the screen always have an exchange.
      case .failed, .cancelling, .sentFirst: break
      }
    }
  }

  private func open(_ key: RequestKey, _ definition: RequestDefinition, _ terms: SendTerms) -> OpenRequest {
    var inputs = terms.inputs
    inputs.process = process
    var request = OpenRequest(
      definition, path: key.path, file: key.path.flatMap { opened[$0] }, environment: terms.environment,
      inputs: inputs)
    request.isConfirmed = terms.isConfirmed
    return request
  }

  /// Cancels all sends, so that the history has them as far as they went, and waits for that.
  func finish() async {
    let all = running
    for (id, task) in all where !keeping.contains(id) { task.cancel() }
    for task in all.values { await task.value }
  }

  /// When a send was requested: by the calendar, and by a monotonic clock.
  private struct Moment {
    private let date = Date.now
    private let clock = ContinuousClock.now

    /// The exchange of a send that was cancelled before anything was sent.
    func cancelled(_ definition: RequestDefinition) -> Exchange {
      let failure = NetworkError(.cancelled, "Cancelled", request: definition.url)
      return Exchange(startedAt: date, failure: failure, duration: clock.duration(to: .now))
    }
  }

  private func copyAsCurl(
    _ key: RequestKey, _ definition: RequestDefinition, _ terms: SendTerms,
    _ form: (style: CurlCommand.Style, revealsSecrets: Bool), _ post: Services.Post
  ) async {
    do throws(SendFault) {
      let plan = try await open(key, definition, terms).plan(in: workspace)
      let prepared = try plan.prepared(logins: session.logins)
      let command = CurlExport.command(
        for: prepared, style: form.style, defaults: LiveClient.defaults, revealsSecrets: form.revealsSecrets)
      let name = form.style == .exact ? "exact cURL" : "cURL"
      let label = form.revealsSecrets ? "\(name) (with its secrets)" : "\(name) (secrets masked)"
      post(.response(.copyPrepared(command.text, label: label)))
      if let notice = command.notices.first { post(.notified(.warning, notice)) }
    } catch {
      var next = ""
      if case .refusal(let refusal) = error, case .notAllowed = refusal.problem { next = "; send it once to be asked" }
      post(.notified(.error, "\(error)\(next)"))
    }
  }
}

/// The numbers of sends, added from any thread.
private final class KeptSends: Sendable {
  private let numbers = Mutex<Set<Int>>([])

  func insert(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }
  func remove(_ number: Int) { numbers.withLock { _ = $0.remove(number) } }
  func contains(_ number: Int) -> Bool { numbers.withLock { $0.contains(number) } }
}

/// Posts what no single send asked for: new history entries, logins that need a person.
// A class because the session that posts outlives each effect that listens.
final class Teller: Sendable {
  private let listener = Mutex<Services.Post?>(nil)

  func listen(_ post: @escaping Services.Post) { listener.withLock { $0 = post } }

  func recorded(_ record: HistoryRecord, in workspace: Workspace) {
    // The new line is one of the last. If it cannot be read, the next listing shows it.
    guard let newest = try? History(workspace: workspace).list(limit: 16).entries,
      let summary = newest.first(where: { $0.id == record.id })
    else { return }
    tell(.history(.recorded(summary)))
  }

  func logIn(_ url: String) throws(NetworkError) {
    let page = try WebPage(url)
    tell(.notified(.warning, "Log in at \(page.host) on the page that opens, or open it yourself: \(page.url)"))
    Browser.open(page)
  }

  func show(_ code: DeviceCode) {
    tell(.notified(.warning, "To log in, type \(code.userCode) at \(code.verificationURL)"))
  }

  private func tell(_ action: Action) { listener.withLock { $0 }?(action) }
}
