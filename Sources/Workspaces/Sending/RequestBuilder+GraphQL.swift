import Basics
import HTTPModel

/// The operation of a GraphQL request, ready to be sent.
package struct PreparedOperation: Equatable, Sendable {
  package var kind: OperationOutline.Kind
  /// `nil` if it has none.
  package var name: String?
  /// `{"query": …}`; also the payload of a subscription.
  package var payload: [UInt8]
  /// The transport of a subscription; `nil` to use whatever the server supports.
  package var transport: GraphQLSettings.Transport?
  /// The payload of `connection_init`; empty for none.
  package var connectionInit: [UInt8] = []
  /// True if the answer may come in parts.
  package var isIncremental = false
  /// Indicates whether the address is that of a WebSocket.
  package var isSocket = false

  /// As clients of GraphQL ask for parts: the formats by the names that servers know them by, and whole answers.
  static let incrementalTypes =
    "multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824, multipart/mixed, "
    + "application/graphql-response+json;q=0.9, application/json;q=0.9"
}

extension RequestBuilder {
  /// `{"query": …, "operationName": …, "variables": …}` as in GraphQL over HTTP; the variables are inserted as written.
  ///
  /// With the method GET, they are parameters of the URL (GraphQL over HTTP, section 6.2.1).
  mutating func graphQL(_ query: String, _ variables: String) throws(SendRefusal) -> RequestConfig.Body {
    let settings = context.graphQL(of: definition)
    let method = try resolve(writtenMethod, .method, "method")
    let query = try resolve(query, .body(row: nil), "GraphQL query")
    let outline = OperationOutline(query)
    let chosen = try operation(of: outline, settings)
    var bytes = Array(#"{"query":"#.utf8)
    JSONString.write(query, into: &bytes)
    // A single operation needs no name.
    if outline.operations.count > 1, let name = chosen?.name {
      bytes += #","operationName":"#.utf8
      JSONString.write(name, into: &bytes)
    }
    var text = try resolveJSON(variables, "GraphQL variables")
    let files = settings.files.enumerated().filter { $0.element.isEnabled && !$0.element.name.isEmpty }
    if !files.isEmpty { text = try nulled(text, files.map(\.element.name)) }
    if text.utf8.contains(where: { $0 > 0x20 }) {
      let problem = Self.problem(inObject: text)
      if let problem { throw SendRefusal(.body(row: nil), .invalidJSON(problem), "GraphQL variables") }
      bytes += (#","variables":"# + text).utf8
    }
    bytes.append(UInt8(ascii: "}"))
    if let chosen { operation = try prepared(chosen, of: outline, bytes, settings) }
    if !files.isEmpty, operation?.kind == .subscription {
      guard operation?.transport != .webSocket else {
        throw SendRefusal(.body(row: nil), .invalid("files cannot be sent over WebSocket"), "GraphQL variables")
      }
      operation?.transport = .events
    }
    if method.uppercased() == "GET", files.isEmpty, operation?.kind != .subscription {
      graphQLQuery.append(("query", query))
      if outline.operations.count > 1, let name = chosen?.name { graphQLQuery.append(("operationName", name)) }
      if text.utf8.contains(where: { $0 > 0x20 }) { graphQLQuery.append(("variables", text)) }
      return .none
    }
    guard !files.isEmpty else { return .bytes(bytes, contentType: "application/json") }
    return .multipart(try uploads(files, bytes))
  }

  private mutating func operation(
    of outline: OperationOutline, _ settings: GraphQLSettings
  ) throws(SendRefusal) -> OperationOutline.Operation? {
    let name = try resolve(settings.operation, .body(row: nil), "GraphQL operation")
    do throws(OperationFault) { return try outline.operation(named: name) } catch {
      throw SendRefusal(.body(row: nil), .invalid(error.description), "GraphQL query")
    }
  }

  private mutating func prepared(
    _ chosen: OperationOutline.Operation, of outline: OperationOutline, _ payload: [UInt8], _ settings: GraphQLSettings
  ) throws(SendRefusal) -> PreparedOperation {
    var made = PreparedOperation(
      kind: chosen.kind, name: chosen.name, payload: payload, transport: settings.transport)
    guard chosen.kind == .subscription else {
      made.isIncremental = !outline.directives.isDisjoint(with: ["defer", "stream"])
      return made
    }
    let place = "extensions.apus.graphql.connectionInit"
    let text = try resolve(settings.connectionInit, .settings, place)
    if text.utf8.contains(where: { $0 > 0x20 }) {
      if let problem = Self.problem(inObject: text) { throw SendRefusal(.settings, .invalidJSON(problem), place) }
      made.connectionInit = Array(text.utf8)
      // The protocol authenticates with it, so it must stay at the server that it was written for.
      hasMetSecret = true
    }
    let scheme = URLParts(places[definition.url, .server]?.text ?? definition.url).scheme?.asciiLowercased
    made.isSocket = scheme == "ws" || scheme == "wss"
    if made.isSocket, made.transport == .events {
      throw SendRefusal(.url, .invalid("server-sent events need an http or https URL"), "URL")
    }
    if made.isSocket { made.transport = .webSocket }
    return made
  }

  private static func problem(inObject text: String) -> String? {
    do {
      guard case .object = try JSONValue(parsing: text.utf8) else {
        return "not a JSON object; write {\"name\": value}"
      }
      return nil
    } catch {
      return error.description
    }
  }
}

extension RequestConfig {
  /// Says which answers of GraphQL are understood, unless the request says it: a subscription that is a request of its own
  /// is answered by events (GraphQL over SSE, distinct connections), and a deferred answer comes in parts.
  mutating func accept(_ types: String) {
    let isSuppressed = suppressedHeaders.contains { $0.asciiLowercased == "accept" }
    guard headers["Accept"] == nil, !isSuppressed else { return }
    headers.append("Accept", types)
  }
}

/// Files in variables, by the GraphQL multipart request specification.
extension RequestBuilder {
  /// The variables with `null` in place of files, which may be absent from the text.
  private func nulled(_ text: String, _ paths: [String]) throws(SendRefusal) -> String {
    func refusal(_ problem: SendRefusal.Problem) -> SendRefusal {
      SendRefusal(.body(row: nil), problem, "GraphQL variables")
    }
    var value = JSONValue.object([])
    if text.utf8.contains(where: { $0 > 0x20 }) {
      do { value = try JSONValue(parsing: text.utf8) } catch { throw refusal(.invalidJSON(error.description)) }
    }
    for path in paths {
      guard let changed = value.nulled(at: path.split(separator: ".")[...]) else {
        throw refusal(.invalid("no place for a file at \(path); a list needs a null for each of its files"))
      }
      value = changed
    }
    return value.text
  }

  /// `operations`, `map`, then the files, in the order required by the specification.
  private mutating func uploads(
    _ rows: [(offset: Int, element: Row)], _ operations: [UInt8]
  ) throws(SendRefusal) -> Multipart {
    var files: [Multipart.Part] = []
    var map: [JSONValue.Member] = []
    for (number, (index, row)) in rows.enumerated() {
      let place = "file \(index + 1), \(row.name)"
      let full = try filePath(row.value, row: index, place)
      map.append(.init("\(number)", [.string("variables." + row.name)]))
      files.append(Multipart.Part("\(number)", .file(path: full.path), fileName: full.name))
    }
    let head = [
      Multipart.Part("operations", .data(operations), contentType: "application/json"),
      Multipart.Part("map", .text(JSONValue.object(map).text), contentType: "application/json"),
    ]
    return Multipart(head + files)
  }
}

extension JSONValue {
  /// `nil` if the path leads through something that is neither an object nor a list with that index.
  fileprivate func nulled(at path: ArraySlice<Substring>) -> JSONValue? {
    guard let first = path.first else { return .null }
    let rest = path.dropFirst()
    switch self {
    case .array(var items):
      guard let index = Int(first), items.indices.contains(index), let inner = items[index].nulled(at: rest) else {
        return nil
      }
      items[index] = inner
      return .array(items)
    case .object, .null:
      guard let inner = (self[String(first)] ?? .null).nulled(at: rest) else { return nil }
      var changed = self
      changed[String(first)] = inner
      return changed
    default: return nil
    }
  }
}

extension SendContext {
  /// The GraphQL settings that apply to a request: its own, then those of its folders from the inside out, then the
  /// collection's.
  package func graphQL(of definition: RequestDefinition) -> GraphQLSettings {
    layers.reversed().reduce(definition.graphQL) { $0.completed(by: $1.settings.graphQL) }
  }
}
