import Basics
import HTTPTypes
package import Networking

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The values that the history has for the references of a request, and the requests that have to be sent first.
package struct ResponseValues: Hashable, Sendable {
  /// To be added to a context's variables; secret, because they are usually tokens.
  package var entries: [VariableTable.Entry]
  /// References without an answer, or with one that is too old: send their requests and ask again.
  package var stale: [ResponseReference]
}

extension Workspace {
  /// Looks up `{{request | part}}` in the last successful answers of the same environment.
  package func responses(
    for definition: RequestDefinition, environment: String?, in collection: String? = nil, now: Date = Date()
  ) throws(WorkspaceError) -> ResponseValues {
    var found = ResponseValues(entries: [], stale: [])
    let references = ResponseReference.references(in: SendContext().texts(of: definition).map(\.2))
    for named in references {
      var reference = named
      reference.requestID = meant(named.requestID, in: collection ?? path)
      guard let (value, _) = try recordedValue(of: reference, environment: environment, in: collection, now: now)
      else {
        found.stale.append(reference)
        continue
      }
      found.entries.append(
        VariableTable.Entry(reference.name, value, isSecret: true, origin: .response(reference.requestID)))
    }
    return found
  }

  /// The value in the last successful answer of that environment, with what of the user's its request had sent; `nil` if
  /// it is too old, or if the history only has it masked.
  package func recordedValue(
    of reference: ResponseReference, environment: String?, in collection: String? = nil, now: Date
  ) throws(WorkspaceError) -> (value: String, sent: [SentSource])? {
    var filter = filter(for: reference, environment, collection)
    filter.after = reference.earliest(now)
    guard let record = try lastRecord(filter), let value = Self.value(reference.part, record.exchange),
      !value.contains(Redaction.standard.mask)
    else { return nil }
    return (value, record.sent)
  }

  /// Why the history has no such value, and what to do about it where nothing is sent.
  package func whyNotRecorded(
    _ reference: ResponseReference, environment: String?, in collection: String? = nil, now: Date
  ) throws(WorkspaceError) -> String {
    var filter = filter(for: reference, environment, collection)
    guard let record = try lastRecord(filter) else {
      filter.statuses = []
      let isThere = try lastRecord(filter) != nil
      let under = environment.map { " under \($0)" } ?? ""
      return isThere
        ? "that request has not succeeded yet\(under); send it again"
        : "that request has not been sent yet\(under); send it first"
    }
    if let earliest = reference.earliest(now), record.exchange.startedAt < earliest {
      return "the last answer to that request is too old; send it again"
    }
    guard Self.value(reference.part, record.exchange) != nil else {
      return "the last answer to that request has nothing at that place"
    }
    return
      "the history has it masked; `apus send` sends that request again for it, and here you give it with --var '\(reference.name)=…'"
  }

  private func filter(
    for reference: ResponseReference, _ environment: String?, _ collection: String?
  ) -> HistoryFilter {
    var filter = HistoryFilter()
    filter.requestID = reference.requestID
    filter.collection = collection.flatMap { HistoryName.collection($0, path) }
    filter.environment = environment
    filter.isWithoutEnvironment = environment == nil
    filter.statuses = [2]
    return filter
  }

  private func lastRecord(_ filter: HistoryFilter) throws(WorkspaceError) -> HistoryRecord? {
    let history = History(workspace: self)
    guard let summary = try history.list(limit: 1, matching: filter).entries.first else { return nil }
    return try history.record(summary.id)
  }

  package static func value(_ part: ResponseReference.Part, _ exchange: Exchange) -> String? {
    switch part {
    case .status: return exchange.response.map { String($0.status.code) }
    case .header(let name): return exchange.response?.headers[name]
    case .body(let path):
      guard let bytes = exchange.body?.allBytes else { return nil }
      if path.isEmpty { return String(validating: bytes, as: UTF8.self) }
      // A path finds nothing in a body that is not JSON.
      guard let json = try? JSONValue(parsing: bytes) else { return nil }
      return json.value(at: path)?.plainText
    }
  }
}

extension ResponseReference {
  /// The time before which an answer is too old; `nil` for none.
  fileprivate func earliest(_ now: Date) -> Date? {
    maximumAge.map { now.addingTimeInterval(-Double($0.components.seconds)) }
  }
}
