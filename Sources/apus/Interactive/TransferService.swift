import Explorer
import Networking
import Workspaces

/// The live network: every send in a task of its own, found again by its number when it is to be cancelled.
actor TransferService {
  private let workspace: Workspace
  private let process: [String: String]
  /// Made when the first request is sent.
  private lazy var client = LiveClient.make()
  private let recorder: HistoryRecorder
  private var running: [Int: Task<Void, Never>] = [:]

  init(workspace: Workspace, process: [String: String]) {
    self.workspace = workspace
    self.process = process
    recorder = HistoryRecorder(History(workspace: workspace))
  }

  func run(_ effect: TransferEffect, post: @escaping Services.Post) {
    switch effect {
    case .send(let key, let id, let definition, let environment, let overrides):
      // Made before it can be cancelled, so that a cancel that follows at once finds it.
      running[id] = Task {
        await send(key, id, definition, environment, overrides, post)
        running[id] = nil
      }
    case .cancel(let id): running[id]?.cancel()
    case .copyAsCurl(let key, let definition, let environment, let overrides, let revealsSecrets):
      copyAsCurl(key, definition, environment, overrides, revealsSecrets, post)
    }
  }

  private func send(
    _ key: RequestKey, _ id: Int, _ definition: RequestDefinition, _ environment: String?,
    _ overrides: [String: String], _ post: Services.Post
  ) async {
    let prepared: PreparedRequest
    do {
      prepared = try prepare(key, definition, environment, overrides)
    } catch {
      return post(.response(.refused(key, send: id, Refusal(error, definition))))
    }
    var last: Exchange?
    for await event in client.events(for: prepared.request) {
      if case .finished(let exchange) = event {
        last = exchange
        if let notice = await keep(exchange, key, environment, prepared) {
          post(.notified(.warning, "\(notice)"))
        }
      }
      post(.response(.transfer(key, send: id, event)))
    }
    // The stream of a cancelled task may end without its last event: the screen must still hear of the end.
    guard last == nil else { return }
    let failure = NetworkError(.cancelled, "Cancelled", request: prepared.request.summary)
    post(.response(.transfer(key, send: id, .finished(Exchange(startedAt: .now, failure: failure)))))
  }

  private func prepare(
    _ key: RequestKey, _ definition: RequestDefinition, _ environment: String?, _ overrides: [String: String]
  ) throws -> PreparedRequest {
    let context = try workspace.context(
      for: key.path ?? workspace.path, environment: environment,
      inputs: VariableInputs(overrides: overrides, process: process))
    return try PreparedRequest(definition, in: context)
  }

  /// In the history before the screen hears of the end, so that the list it then reads has it.
  private func keep(
    _ exchange: Exchange, _ key: RequestKey, _ environment: String?, _ prepared: PreparedRequest
  ) async -> Notice? {
    let id = key.path.map { workspace.identifier(of: $0) }
    let record = HistoryRecord(
      workspace: workspace.name, requestID: id, environment: environment, exchange: exchange)
    return await recorder.record(record, redaction: prepared.redaction)
  }

  private func copyAsCurl(
    _ key: RequestKey, _ definition: RequestDefinition, _ environment: String?, _ overrides: [String: String],
    _ revealsSecrets: Bool, _ post: Services.Post
  ) {
    do {
      let prepared = try prepare(key, definition, environment, overrides)
      let request = try LiveClient.completed(prepared.request)
      let command = CurlCommand(request, redaction: revealsSecrets ? .none : prepared.redaction)
      let label = revealsSecrets ? "cURL (with its secrets)" : "cURL (secrets masked)"
      post(.response(.copyPrepared(command.text, label: label)))
      if let notice = command.notices.first { post(.notified(.warning, notice)) }
    } catch {
      post(.notified(.error, "\(error)"))
    }
  }
}

extension Workspace {
  /// What `apus send` calls a request: its path in the collection without the ending.
  func identifier(of path: String) -> String {
    let root = collection(of: path)
    let name = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    for ending in [".yml", ".yaml"] where name.hasSuffix(ending) { return String(name.dropLast(ending.count)) }
    return name
  }
}

extension VariableInputs {
  /// The values that the program and the command line set, over the process environment.
  init(overrides: [String: String], process: [String: String]) {
    let pairs = overrides.sorted { $0.key < $1.key }.map { VariableInputs.Pair($0.key, $0.value) }
    self.init(commandLine: pairs, process: process)
  }
}

extension Refusal {
  /// What kept a request from being sent, with the row of the table that the screen shows.
  init(_ error: any Error, _ definition: RequestDefinition) {
    guard let refusal = error as? SendRefusal else {
      self.init(.other, "\(error)")
      return
    }
    let field: Field =
      switch refusal.field {
      case .url: .url
      case .method: .method
      case .authentication: .auth
      case .header(let row): .header(row)
      case .query(let row): .param(row)
      case .pathParameter(let name):
        definition.params.firstIndex { $0.place == .path && $0.row.name == name }.map { .param($0) } ?? .url
      case .body(let row): row.map { .bodyRow($0) } ?? .body
      case .kind, .settings, .inherited: .other
      }
    self.init(field, "Not sent. \(refusal.description)")
  }
}
