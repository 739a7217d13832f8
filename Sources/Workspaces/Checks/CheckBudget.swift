import Documents

/// What the tests of one answer may cost together: a file with many of them cannot keep Apus busy longer than one can.
struct CheckBudget: Hashable, Sendable {
  /// Steps of regular expressions.
  var patterns: Int
  /// Schemas that are applied to parts of values.
  var schemas: Int
  /// Values that the exceptions of comparisons visit.
  var paths: Int

  /// A few seconds at most for an answer of `count` bytes.
  init(forBytes count: Int) {
    patterns = CheckPattern.mostSteps
    schemas = JSONSchema.steps(forBytes: count)
    paths = JSONPath.steps(forBytes: count)
  }
}
