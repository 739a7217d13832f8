import Basics

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

  /// The fate of the connection after the response, for routes that test this.
  enum Ending: Sendable {
    case normal
    /// Closes immediately, even if the head promised more.
    case closed
    /// Sends nothing more until the client disconnects.
    case silent
  }

  var status: Int
  var headers: [(name: String, value: String)]
  var content: Content
  var trailers: [(name: String, value: String)] = []
  /// The delay in milliseconds before the head is sent.
  var delay = 0
  var ending = Ending.normal
  /// Sends no head at all: the connection closes or goes silent before a response.
  var isMute = false

  init(_ status: Int = 200, headers: [(name: String, value: String)] = [], content: Content = .none) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) -> Answer {
    Answer(status, headers: [("Content-Type", type)], content: .bytes(Array(text.utf8)))
  }

  static func json(_ value: JSONValue, status: Int = 200, headers: [(name: String, value: String)] = []) -> Answer {
    Answer(
      status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
      content: .bytes(Array(value.pretty.utf8)))
  }

  static func problem(_ problem: Problem, instance: String) -> Answer {
    Answer(
      problem.status, headers: [("Content-Type", "application/problem+json")] + problem.headers,
      content: .bytes(Array(problem.document(instance: instance).pretty.utf8)))
  }
}
