import Basics
import NIOCore
import NIOHTTP1

/// A route's response: a head, and a body that is complete or streamed.
struct Answer: Sendable {
  enum Content: Sendable {
    case none
    case bytes([UInt8])
    /// A body of known length, generated while it is sent.
    case counted(Int, @Sendable (BodyWriter) async throws -> Void)
    /// A body in chunks, flushed one by one.
    case chunked(@Sendable (BodyWriter) async throws -> Void)
  }

  /// The treatment of the connection after the response, for routes that test it.
  enum CloseReason: Sendable {
    case normal
    /// Closes immediately, even if the head promised more.
    case closed
    /// Sends nothing more until the client disconnects.
    case silent
  }

  var status = 200
  var headers: [(name: String, value: String)] = []
  var content = Content.none
  var trailers: [(name: String, value: String)] = []
  /// The delay in milliseconds before the head is sent.
  var delay = 0
  var ending = CloseReason.normal
  /// Sends no head at all: the connection closes or goes silent before a response.
  var isMute = false

  static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) -> Answer {
    Answer(status: status, headers: [("Content-Type", type)], content: .bytes(Array(text.utf8)))
  }

  static func json(_ value: JSONValue, status: Int = 200, headers: [(name: String, value: String)] = []) -> Answer {
    Answer(
      status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
      content: .bytes(Array(value.pretty.utf8)))
  }

  static func problem(_ problem: Problem, instance: String) -> Answer {
    Answer(
      status: problem.status, headers: [("Content-Type", "application/problem+json")] + problem.headers,
      content: .bytes(Array(problem.document(instance: instance).pretty.utf8)))
  }
}

/// Sends the pieces of one body with back-pressure.
struct BodyWriter: Sendable {
  let outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  func write(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
  }

  func write(_ text: String) async throws {
    guard !text.isEmpty else { return }
    try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
  }
}

/// Why a request fails, as a problem details document (RFC 9457).
struct Problem: Error, Sendable {
  struct Violation: Hashable, Sendable {
    let field: String
    let message: String
  }

  var status: Int
  var title: String
  var detail: String
  var violations: [Violation] = []
  var headers: [(name: String, value: String)] = []

  static func badRequest(_ detail: String) -> Problem { Problem(status: 400, title: "Bad request", detail: detail) }

  static func notFound(_ detail: String) -> Problem { Problem(status: 404, title: "Not found", detail: detail) }

  static func unauthorized(_ detail: String, challenge: String) -> Problem {
    Problem(status: 401, title: "Unauthorized", detail: detail, headers: [("WWW-Authenticate", challenge)])
  }

  /// Nothing can be compressed.
  static let lacksZlib = Problem(status: 501, title: "Not implemented", detail: "The demo needs zlib for this.")

  static func invalid(_ violations: [Violation]) -> Problem {
    let fields = violations.count == 1 ? "One field is" : "\(violations.count) fields are"
    return Problem(
      status: 422, title: "Validation failed", detail: "\(fields) not as it should be; see errors.",
      violations: violations)
  }

  func document(instance: String) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", "about:blank"), .init("title", .string(title)), .init("status", .int(status)),
      .init("detail", .string(detail)), .init("instance", .string(instance)),
    ]
    if !violations.isEmpty {
      let errors: [JSONValue] = violations.map { ["field": .string($0.field), "message": .string($0.message)] }
      members.append(.init("errors", .array(errors)))
    }
    return .object(members)
  }
}
