package import HTTPModel

extension PreparedRequest {
  /// The verdict of a run on an answer that says itself that it failed, although no test asks about that: by `errors` of
  /// GraphQL, or by the status of a call. `nil` for a success, and where tests of the request decide.
  /// - Parameter more: a test that the request does not have itself.
  package func verdict(on exchange: Exchange, besides more: Assertion? = nil) -> AssertionResult? {
    guard exchange.failure == nil else { return nil }
    let tests = definition.assertions.filter(\.isEnabled) + [more].compactMap(\.self)
    func areAbout(_ isAbout: (CheckExpression, Assertion) -> Bool) -> Bool {
      tests.contains { test in CheckExpression(test.expression).map { isAbout($0, test) } ?? false }
    }
    if let fault = exchange.fault {
      // No test can accept an answer that is not whole.
      guard fault.name == AnswerFault.graphQLErrors else { return Self.failed(fault.name, fault.message) }
      // A recorded answer has its errors, too.
      let isDecided = areAbout { path, test in
        path.isAboutErrors || (path.isBody || path.isWholeAnswer) && test.ownOperator == .sameAsRecorded
      }
      return isDecided ? nil : Self.failed("res.body.errors isUndefined", fault.message)
    }
    guard definition.kind == .grpc, let close = exchange.conversation?.close, let name = close.failureName,
      !areAbout({ path, _ in path.isAboutCallStatus })
    else { return nil }
    return Self.failed("grpc.status eq 0", close.reason.isEmpty ? name : "\(name): \(close.reason)")
  }

  private static func failed(_ expression: String, _ words: String) -> AssertionResult {
    var result = AssertionResult(expression: expression, passed: false, actual: words)
    result.explains = true
    return result
  }
}
