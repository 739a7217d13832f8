import Explorer
import Interchange
import Networking
import Synchronization
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The live network: every send in a task of its own, found again by its number when it is to be cancelled.
actor TransferService {
  let workspace: Workspace
  private let opened: OpenedFiles
  private let process: [String: String]
  /// Made when the first request is sent.
  private lazy var client = LiveClient.make()
  private lazy var session = makeSession()
  private let recorder: HistoryRecorder
  private let teller = Teller()
  private var isTransportPrepared = false
  private var running: [Int: Task<Void, Never>] = [:]
  /// Sends that have ended and whose exchanges are on their way into the history.
  private var keeping: Set<Int> = []

  init(workspace: Workspace, process: [String: String], opened: OpenedFiles) {
    self.workspace = workspace
    self.opened = opened
    self.process = process
    recorder = HistoryRecorder(History(workspace: workspace))
  }

  private func makeSession() -> SendSession {
    let (client, workspace, recorder, teller) = (client, workspace, recorder, teller)
    let outside = SendSession.Outside(
      send: { await client.exchange(for: $0) },
      record: { record, redaction in
        let notice = await recorder.record(record, redaction: redaction)
        teller.recorded(record, in: workspace, notice)
      })
    let logins = Logins(client: client, open: { teller.logIn($0) }, show: { teller.show($0) })
    return SendSession(workspace, outside: outside, logins: logins, commandsAreSilent: true)
  }

  func run(_ effect: TransferEffect, post: @escaping Services.Post) {
    teller.listen(post)
    switch effect {
    case .send(let key, let id, let definition, let terms):
      prepareTransport()
      // Made before it can be cancelled, so that a cancel that follows at once finds it.
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

  /// libcurl is opened while the first request is made; before that nobody needs its memory.
  private func prepareTransport() {
    guard !isTransportPrepared else { return }
    isTransportPrepared = true
    Task.detached { CurlTransport.prepare() }
  }

  private func send(
    _ key: RequestKey, _ id: Int, _ definition: RequestDefinition, _ terms: SendTerms, _ post: @escaping Services.Post
  ) async {
    let began = Moment()
    let send: SessionSend
    do {
      try refuseDamage(key, definition)
      let context = try await context(for: key, terms)
      let labels = context.prompts(in: definition)
      guard labels.isEmpty else { return post(.sending(.answersNeeded(key, send: id, labels: labels))) }
      send = try await session.prepare(
        definition, file: key.path, in: context, isConfirmed: terms.isConfirmed)
      if !send.resent.isEmpty {
        post(.notified(.information, "Sent first, for its answer: \(send.resent.joined(separator: ", "))"))
      }
    } catch {
      guard !Task.isCancelled else { return cancelled(key, id, definition.url, began, post) }
      if let uses = (error as? SendRefusal)?.unallowed {
        let collection = workspace.collection(of: key.path ?? workspace.path)
        return post(.sending(.consentNeeded(key, send: id, ConsentQuestion(uses, collection: collection))))
      }
      return post(.response(.refused(key, send: id, Refusal(error, definition))))
    }
    guard !Task.isCancelled else { return cancelled(key, id, definition.url, began, post) }
    // Not as a stream: that of a cancelled task ends at once, and nobody would hear what had come by then.
    let exchange = await client.exchange(for: send.prepared.request) { event in
      post(.response(.transfer(key, send: id, event)))
    }
    keeping.insert(id)
    // Judging reads the body, which may be long: other sends and their cancelling go on meanwhile.
    let answer = await Task.detached { send.answer(exchange) }.value
    await session.keep(answer, of: send)
    // Before it is in the history: with a hundred megabytes that takes a while, in which the next send need not wait.
    post(.response(.transfer(key, send: id, .finished(exchange))))
    post(.sending(.judged(key, answer.checks)))
    let notice = await recorder.record(answer.record, redaction: answer.redaction)
    teller.recorded(answer.record, in: workspace, notice)
  }

  /// Ends what is on its way, so that the history has it as far as it went, and waits for that.
  func finish() async {
    let all = running
    for (id, task) in all where !keeping.contains(id) { task.cancel() }
    for task in all.values { await task.value }
  }

  /// Taken back before anything of it was sent.
  private func cancelled(
    _ key: RequestKey, _ id: Int, _ request: String, _ began: Moment, _ post: Services.Post
  ) {
    let failure = NetworkError(.cancelled, "Cancelled", request: request)
    let exchange = Exchange(startedAt: began.date, failure: failure, duration: began.clock.duration(to: .now))
    post(.response(.transfer(key, send: id, .finished(exchange))))
  }

  /// When a send was asked for: by the calendar, and by a clock that nobody sets.
  private struct Moment {
    let date = Date.now
    let clock = ContinuousClock.now
  }

  /// Read beside the other sends; a send that is cancelled does not wait for it.
  private func context(for key: RequestKey, _ terms: SendTerms) async throws -> SendContext {
    var inputs = terms.inputs
    inputs.process = process
    return try await Reading.value { [workspace, inputs] () throws(WorkspaceError) in
      try workspace.context(for: key.path ?? workspace.path, environment: terms.environment, inputs: inputs)
    }
  }

  /// Nothing is sent without what its file says and nobody can know the meaning of.
  private func refuseDamage(_ key: RequestKey, _ definition: RequestDefinition) throws(WorkspaceError) {
    // What the disk says by now is another matter: what is on the screen is sent.
    guard let path = key.path, let damage = opened[path]?.damage(under: definition) else { return }
    throw .invalid(damage)
  }

  private func copyAsCurl(
    _ key: RequestKey, _ definition: RequestDefinition, _ terms: SendTerms,
    _ form: (style: CurlCommand.Style, revealsSecrets: Bool), _ post: Services.Post
  ) async {
    do {
      try refuseDamage(key, definition)
      let context = try await context(for: key, terms)
      let prepared = try PreparedRequest(definition, in: context, logins: session.logins)
      let command = CurlExport.command(
        for: prepared, style: form.style, defaults: LiveClient.defaults, revealsSecrets: form.revealsSecrets)
      let name = form.style == .exact ? "exact cURL" : "cURL"
      let label = form.revealsSecrets ? "\(name) (with its secrets)" : "\(name) (secrets masked)"
      post(.response(.copyPrepared(command.text, label: label)))
      if let notice = command.notices.first { post(.notified(.warning, notice)) }
    } catch {
      let isUnallowed = (error as? SendRefusal)?.unallowed != nil
      post(.notified(.error, isUnallowed ? "\(error); send it once to be asked" : "\(error)"))
    }
  }
}

/// Tells the screen what no single send asked for: new entries of the history, logins that need a person.
// A class because the session that tells outlives each effect that listens.
final class Teller: Sendable {
  private let listener = Mutex<Services.Post?>(nil)

  func listen(_ post: @escaping Services.Post) { listener.withLock { $0 = post } }

  func recorded(_ record: HistoryRecord, in workspace: Workspace, _ notice: Notice?) {
    if let notice { return tell(.notified(.warning, "\(notice)")) }
    // The line that was just written is one of the last; one that cannot be read is seen with the next listing.
    guard let newest = try? History(workspace: workspace).list(limit: 16).entries,
      let summary = newest.first(where: { $0.id == record.id })
    else { return }
    tell(.history(.recorded(summary)))
  }

  func logIn(_ url: String) {
    tell(.notified(.warning, "Log in on the page that opens, or open it yourself: \(url)"))
    _ = ChildProcess.feed(Self.opener + [url], "")
  }

  func show(_ code: DeviceCode) {
    tell(.notified(.warning, "To log in, type \(code.userCode) at \(code.verificationURL)"))
  }

  private func tell(_ action: Action) { listener.withLock { $0 }?(action) }

  private static var opener: [String] {
    #if canImport(Darwin)
    ["open"]
    #else
    ["xdg-open"]
    #endif
  }
}
