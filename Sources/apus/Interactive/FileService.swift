import Explorer
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The live workspace: carries out file effects one after the other.
struct FileService: Sendable {
  let workspace: Workspace
  /// The process environment, for `{{process.env.NAME}}`.
  let process: [String: String]

  func run(_ effect: FileEffect, post: Services.Post) {
    switch effect {
    case .loadTree: post(.files(.treeLoaded(workspace.tree())))
    case .loadRequest(let key): load(key, post)
    case .loadVariables(let key, let environment, let draft, let overrides):
      loadVariables(key, environment, draft, overrides, post)
    case .loadHistory: loadHistory(post)
    case .loadExchange(let id): loadExchange(id, post)
    default: break
    }
  }

  private func load(_ key: RequestKey, _ post: Services.Post) {
    guard let path = key.path else { return }
    do {
      let file = try workspace.request(at: path)
      let collection = workspace.collection(of: path)
      post(.files(.requestLoaded(key, file.definition, id: nil, collection: collection)))
    } catch {
      post(.files(.requestUnreadable(key, Notice(.error, path, error.description))))
    }
  }

  private func loadVariables(
    _ key: RequestKey, _ environment: String?, _ draft: RequestDefinition, _ overrides: [String: String],
    _ post: Services.Post
  ) {
    do {
      let context = try workspace.context(
        for: key.path ?? workspace.path, environment: environment,
        inputs: VariableInputs(overrides: overrides, process: process))
      post(.files(.variablesLoaded(key, context.table(for: draft))))
    } catch {
      post(.notified(.warning, error.description))
    }
  }

  private func loadHistory(_ post: Services.Post) {
    do {
      let page = try History(workspace: workspace).list(limit: 1000)
      post(.files(.historyLoaded(page.entries)))
      if let notice = page.notices.first { post(.notified(.warning, "\(notice)")) }
    } catch {
      post(.notified(.warning, error.description))
    }
  }

  private func loadExchange(_ id: String, _ post: Services.Post) {
    do {
      guard let record = try History(workspace: workspace).record(id) else {
        return post(.notified(.warning, "That exchange is not in the history any more"))
      }
      post(.files(.exchangeLoaded(id: id, record.definition(in: workspace), record.exchange)))
    } catch {
      post(.notified(.error, error.description))
    }
  }
}

extension HistoryRecord {
  /// A request to send again: the saved one as its file says now, else what went over the wire.
  func definition(in workspace: Workspace) -> RequestDefinition {
    let request = exchange.hops.first?.request
    let own: Set<String> = [
      "host", "content-length", "user-agent", "accept-encoding", "connection", "transfer-encoding",
    ]
    var definition = RequestDefinition(
      name: requestID ?? request?.url ?? "", method: request?.method ?? "GET", url: request?.url ?? "",
      headers: (request?.headers.fields ?? []).filter { !own.contains($0.name.lowercased()) }.map {
        Row($0.name, $0.value)
      },
      authentication: .none)
    if let body = request?.body, body.count > 0 {
      let text = String(decoding: body.allBytes, as: UTF8.self)
      let isJSON = request?.headers["Content-Type"]?.contains("json") == true
      definition.body = .text(isJSON ? .json : .text, text)
    }
    return definition
  }
}
