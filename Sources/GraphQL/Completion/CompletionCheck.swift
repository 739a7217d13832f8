/// Keeps the completions that make no new mistake.
struct CompletionCheck {
  let schema: GraphQLSchema
  let request: CompletionRequest
  /// How many bytes of text are read and checked for one list, at most.
  private static let budget = 600_000

  func valid(_ candidates: [Completion]) -> [Completion] {
    guard candidates.count * (request.bytes.count + 100) <= Self.budget else { return candidates }
    // What was wrong before is not the fault of what is offered.
    let before = (try? GraphQLDocument(parsing: String(decoding: request.bytes, as: UTF8.self))).map {
      Set(schema.validate($0).map(Fault.init))
    }
    var verdicts = candidates.map { verdict($0, request.replacing(by: $0.insertion), before) }
    // A text that is being typed often cannot be read to its end, whatever stands at the cursor; then its start counts.
    if before == nil, verdicts.allSatisfy({ $0 == nil }) {
      verdicts = candidates.map { verdict($0, request.closing(with: $0.insertion), nil) }
      if verdicts.allSatisfy({ $0 == nil }) { return candidates }
    }
    return zip(candidates, verdicts).compactMap { $1 == true ? $0 : nil }
  }

  /// A mistake, wherever it stands.
  private struct Fault: Hashable {
    var rule: ValidationRule
    var message: String

    init(_ issue: ValidationIssue) { (rule, message) = (issue.rule, issue.message) }
  }

  /// `nil` if the text cannot be read.
  private func verdict(_ candidate: Completion, _ text: String, _ before: Set<Fault>?) -> Bool? {
    let start = request.range.lowerBound
    let inserted = start..<start + candidate.insertion.utf8.count
    // Why it cannot be read does not matter.
    guard let document = try? GraphQLDocument(parsing: text) else { return nil }
    return !schema.validate(document).contains { issue in
      switch issue.rule {
      case .noUnusedVariables, .noUnusedFragments, .loneAnonymousOperation, .uniqueFragmentNames: return false
      default:
        if let before { return !before.contains(Fault(issue)) }
        return issue.range.overlaps(inserted) || inserted.contains(issue.range.lowerBound)
      }
    }
  }
}
