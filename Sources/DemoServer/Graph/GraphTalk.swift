import Basics
import GraphQL

/// `/graphql` as a WebSocket: the server's side of the protocol `graphql-transport-ws`.
///
/// ```
/// connection_init ─► connection_ack ─► subscribe ─► next* ─► complete or error
/// ```
// A class because its results come from tasks; used by the event loop of its connection only.
final class GraphTalk {
  static let name = "graphql-transport-ws"

  private let service: GraphService
  /// Sends a text, from any thread.
  private let say: @Sendable (JSONValue) -> Void
  private var isAcknowledged = false
  private var running: [String: Task<Void, Never>] = [:]
  private var fragments: (opcode: UInt8, bytes: [UInt8])?
  private(set) var isOver = false

  init(_ service: GraphService, say: @escaping @Sendable (JSONValue) -> Void) {
    self.service = service
    self.say = say
  }

  /// The bytes to answer with.
  func answer(_ frame: ChatFrames.Frame) -> [UInt8] {
    switch frame.opcode {
    case 8:
      stop()
      return ChatFrames.frame(8, Array(frame.payload.prefix(2)))
    case 9: return ChatFrames.frame(10, frame.payload)
    case 10: return []
    default: break
    }
    var message = fragments ?? (frame.opcode, [])
    message.bytes += frame.payload
    fragments = frame.isLast ? nil : message
    guard message.bytes.count <= ChatFrames.longest else { return end(1009) }
    return frame.isLast ? take(message.opcode, message.bytes) : []
  }

  func end(_ code: Int, _ reason: String = "") -> [UInt8] {
    stop()
    return ChatFrames.close(code, reason)
  }

  /// Ends all subscriptions.
  func stop() {
    isOver = true
    for task in running.values { task.cancel() }
    running = [:]
  }

  private func take(_ opcode: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    // Whatever is wrong with it, the answer is the same.
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
        func tell(_ type: String, _ payload: JSONValue? = nil) {
          say(.object(["id": .string(id), "type": .string(type), "payload": payload]))
        }
        do throws(GraphFault) {
          if execution.operation.kind == .subscription {
            for await result in try await service.results(of: execution) { tell("next", result) }
          } else {
            tell("next", await execution.answer(on: .root(execution.operation.kind)))
          }
          if !Task.isCancelled { tell("complete") }
        } catch {
          tell("error", .array(error.messages))
        }
      }
      return []
    } catch {
      return text(["id": .string(id), "type": "error", "payload": .array(error.messages)])
    }
  }

  /// A message that was sent: what is complete can be subscribed again.
  func sent(_ message: JSONValue) {
    if message["type"] == "complete" { running[message["id"]?.string ?? ""] = nil }
  }

  private func text(_ value: JSONValue) -> [UInt8] { ChatFrames.frame(1, Array(value.text.utf8)) }
}
