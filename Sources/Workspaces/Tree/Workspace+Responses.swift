import Bytes
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the history knows for the references of a request, and which requests have to be sent first.
public struct ResponseValues: Hashable, Sendable {
  /// To be put into a context's variables; secret, because a token is what is usually taken.
  public var entries: [VariableTable.Entry]
  /// Without an answer, or with one that is too old: send the request of each and ask again.
  public var stale: [ResponseReference]
}

extension Workspace {
  /// Looks up `{{request | part}}` in the last successful answers of the same environment.
  public func responses(
    for definition: RequestDefinition, environment: String?, now: Date = Date()
  ) throws(WorkspaceError) -> ResponseValues {
    var found = ResponseValues(entries: [], stale: [])
    let references = ResponseReference.references(in: SendContext().texts(of: definition).map(\.2))
    let history = History(workspace: self)
    for reference in references {
      var filter = HistoryFilter()
      filter.requestID = reference.requestID
      filter.environment = environment
      filter.statuses = [2]
      guard let summary = try history.list(limit: 1, matching: filter).entries.first,
        reference.maximumAge.map({ now.timeIntervalSince(summary.date) <= Double($0.components.seconds) }) ?? true,
        let exchange = try history.record(summary.id)?.exchange, let value = Self.value(reference.part, exchange)
      else {
        found.stale.append(reference)
        continue
      }
      found.entries.append(
        VariableTable.Entry(reference.name, value, isSecret: true, origin: .response(reference.requestID)))
    }
    return found
  }

  static func value(_ part: ResponseReference.Part, _ exchange: Exchange) -> String? {
    switch part {
    case .status: return exchange.response.map { String($0.status.code) }
    case .header(let name): return exchange.response?.headers[name]
    case .body(let path):
      guard let bytes = exchange.body?.allBytes else { return nil }
      if path.isEmpty { return String(validating: bytes, as: UTF8.self) }
      // A body that is no JSON has no places in it.
      guard let json = try? JSONNode(parsing: bytes) else { return nil }
      return json.value(at: path)?.plainText
    }
  }
}
