import Basics
import GraphQL

/// `POST /graphql`: queries and mutations as JSON, files by the multipart request specification, and subscriptions as
/// server-sent events (GraphQL over SSE, distinct connections). `GraphTalk` answers the same over WebSocket.
struct GraphRoutes: Sendable {
  let service: GraphService

  init(store: Store) { service = GraphService(store: store) }

  var routes: [Route] {
    [
      Route("POST", "graphql", "GraphQL with introspection, uploads and subscriptions; also over WebSocket") {
        [service] request async throws(Problem) in
        let (input, files) = try Self.input(of: request)
        do throws(GraphFault) {
          let execution = try service.execution(of: input, files: files)
          guard execution.operation.kind == .subscription else {
            return .json(await execution.answer(on: .root(execution.operation.kind)))
          }
          guard request.header("Accept")?.contains("text/event-stream") == true else {
            throw GraphFault("Subscriptions are answered over WebSocket, or to who accepts text/event-stream.")
          }
          return Self.events(try await service.results(of: execution))
        } catch {
          return .json(error.document)
        }
      }
    ]
  }

  private static func events(_ results: AsyncStream<JSONValue>) -> Answer {
    Answer(
      headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache")],
      content: .chunked { writer in
        // So that whoever watches knows that it is watched, before anything happens.
        try await writer.write(":\n\n")
        for await result in results { try await writer.write("event: next\ndata: \(result.text)\n\n") }
        try await writer.write("event: complete\ndata:\n\n")
      })
  }

  /// What is asked, and the files beside it.
  private static func input(
    of request: IncomingRequest
  ) throws(Problem) -> (JSONValue, files: [String: JSONValue]) {
    let type = request.header("Content-Type") ?? ""
    guard type.hasPrefix("multipart/form-data") else { return (try RecordRoutes.document(of: request), [:]) }
    guard request.body.isWhole else { throw .badRequest("Send files of at most \(ReceivedBody.limit) bytes.") }
    let parts = try FormParts(request.body.bytes, contentType: type).parts
    func document(_ name: String) -> JSONValue? {
      guard let part = parts.first(where: { $0.name == name }) else { return nil }
      // A part that is no JSON is missing.
      return try? JSONValue(parsing: part.bytes)
    }
    guard let operations = document("operations"), let map = document("map") else {
      throw .badRequest("Send the parts operations and map, then the files.")
    }
    var files: [String: JSONValue] = [:]
    for part in parts {
      for path in map[part.name]?.array ?? [] {
        files[path.string ?? ""] = [
          "name": .string(part.fileName ?? part.name), "size": .int(part.bytes.count),
          "type": part.type.map { .string($0) } ?? .null,
        ]
      }
    }
    return (operations, files)
  }
}
