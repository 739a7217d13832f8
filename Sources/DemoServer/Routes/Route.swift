/// One method on one path pattern, with its handler.
struct Route: Sendable {
  typealias Handler = @Sendable (IncomingRequest) async throws(Problem) -> Answer

  /// `*` matches every method.
  let method: String
  /// `users/:id`; `:name` matches one segment, a trailing `*` any number of them.
  let pattern: [String]
  /// One line for the index.
  let summary: String
  let handler: Handler

  init(_ method: String, _ pattern: String, _ summary: String, _ handler: @escaping Handler) {
    self.method = method
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.summary = summary
    self.handler = handler
  }

  /// The values of the `:name` segments in this path; `nil` if the path does not match.
  func match(_ path: [String]) -> [String: String]? {
    let isOpen = pattern.last == "*"
    guard isOpen ? path.count >= pattern.count - 1 : path.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (expected, actual) in zip(pattern, path) where expected != "*" {
      if expected.hasPrefix(":") {
        parameters[String(expected.dropFirst())] = actual
      } else if expected != actual {
        return nil
      }
    }
    return parameters
  }
}
