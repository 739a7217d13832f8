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
        // Tells the client that the subscription has begun, before any event.
        try await writer.write(":\n\n")
        for await result in results { try await writer.write("event: next\ndata: \(result.text)\n\n") }
        try await writer.write("event: complete\ndata:\n\n")
      })
  }

  /// The query and the uploaded files.
  private static func input(
    of request: IncomingRequest
  ) throws(Problem) -> (JSONValue, files: [String: JSONValue]) {
    let type = request.header("Content-Type") ?? ""
    guard type.hasPrefix("multipart/form-data") else { return (try RecordRoutes.document(of: request), [:]) }
    guard request.body.isWhole else { throw .badRequest("Send files of at most \(ReceivedBody.limit) bytes.") }
    guard let boundary = MediaType(type).parameters["boundary"], !boundary.isEmpty else {
      throw .badRequest("The Content-Type names no boundary.")
    }
    let bytes = request.body.bytes
    let parts = bytes.withUnsafeBytes { MultipartReader(boundary: boundary).parts(of: $0) }.filter(\.isComplete)
    func document(_ name: String) -> JSONValue? {
      guard let part = parts.first(where: { $0.name == name }) else { return nil }
      // A part that is not JSON counts as missing.
      return try? JSONValue(parsing: bytes[part.range])
    }
    guard let operations = document("operations"), let map = document("map") else {
      throw .badRequest("Send the parts operations and map, then the files.")
    }
    var files: [String: JSONValue] = [:]
    for part in parts {
      let name = part.name ?? ""
      for path in map[name]?.array ?? [] {
        files[path.string ?? ""] = [
          "name": .string(part.fileName ?? name), "size": .int(part.range.count),
          "type": part.field("Content-Type").map { .string($0) } ?? .null,
        ]
      }
    }
    return (operations, files)
  }
}

/// `/graphql` over WebSocket: the server side of the protocol `graphql-transport-ws`.
///
/// ```
/// connection_init ─► connection_ack ─► subscribe ─► next* ─► complete or error
/// ```
// A class because its results come from tasks; used only by the event loop of its connection.
final class GraphTalk: Talk {
  static let name = "graphql-transport-ws"

  private let service: GraphService
  /// Sends a text, from any thread.
  private let say: @Sendable (JSONValue) -> Void
  private var isAcknowledged = false
  private var running: [String: Task<Void, Never>] = [:]
  var fragments: (opcode: UInt8, bytes: [UInt8])?
  private(set) var isOver = false

  init(_ service: GraphService, say: @escaping @Sendable (JSONValue) -> Void) {
    self.service = service
    self.say = say
  }

  /// Ends all subscriptions.
  func stop() {
    isOver = true
    for task in running.values { task.cancel() }
    running = [:]
  }

  func take(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    // Every invalid message gets the same answer.
    guard opcode == 1, let message = try? JSONValue(parsing: bytes), let type = message["type"]?.string else {
      return end(4400, "Invalid message")
    }
    switch type {
    case "connection_init":
      if isAcknowledged { return end(4429, "Too many initialisation requests") }
      isAcknowledged = true
      return text(["type": "connection_ack"])
    case "ping": return text(.object(["type": "pong", "payload": message["payload"]]))
    case "pong": return []
    case "subscribe": return subscribe(message)
    case "complete":
      running.removeValue(forKey: message["id"]?.string ?? "")?.cancel()
      return []
    default: return end(4400, "Invalid message")
    }
  }

  private func subscribe(_ message: JSONValue) -> [UInt8] {
    guard isAcknowledged else { return end(4401, "Unauthorized") }
    guard let id = message["id"]?.string, !id.isEmpty, let payload = message["payload"] else {
      return end(4400, "Invalid message")
    }
    guard running[id] == nil else { return end(4409, "Subscriber for \(id) already exists") }
    do throws(GraphFault) {
      let execution = try service.execution(of: payload)
      running[id] = Task { [service, say] in
        func send(_ type: String, _ payload: JSONValue? = nil) {
          say(.object(["id": .string(id), "type": .string(type), "payload": payload]))
        }
        do throws(GraphFault) {
          if execution.operation.kind == .subscription {
            for await result in try await service.results(of: execution) { send("next", result) }
          } else {
            send("next", await execution.answer(on: .root(execution.operation.kind)))
          }
          if !Task.isCancelled { send("complete") }
        } catch {
          send("error", .array(error.messages))
        }
      }
      return []
    } catch {
      return text(["id": .string(id), "type": "error", "payload": .array(error.messages)])
    }
  }

  /// Notes a sent message: the id of a completed subscription can be reused.
  func sent(_ message: JSONValue) {
    if message["type"] == "complete" { running[message["id"]?.string ?? ""] = nil }
  }
}
