/// The closures that change a request just before each attempt, in order (`RequestConfig.modifiers`). Closures cannot
/// be compared: two values are equal if both are empty or one is a copy of the other.
package struct RequestModifiers: Equatable, Sendable {
  package let steps: [RequestConfig.Modifier]
  private let token: Token?

  package init(_ steps: [RequestConfig.Modifier] = []) {
    self.steps = steps
    token = steps.isEmpty ? nil : Token()
  }

  private final class Token: Sendable {}
  package static func == (left: RequestModifiers, right: RequestModifiers) -> Bool { left.token === right.token }
}

extension Request {
  /// The request for one attempt: a copy after every modifier has run. The original never changes, so the next attempt
  /// starts from it.
  /// - Throws: the error of the first modifier that fails.
  package func modified() async throws -> Request {
    var copy = self
    for step in modifiers.steps { try await step(&copy) }
    return copy
  }
}
