/// Keeps the completions that make no new mistake.
struct CompletionCheck {
  let schema: GraphQLSchema
  let request: CompletionRequest
  /// How many bytes of text are read and checked for one list, at most.
  private static let budget = 600_000

  func valid(_ candidates: [Completion]) -> [Completion] {
    guard candidates.count * (request.bytes.count + 100) <= Self.budget else { return candidates }
    // What is wrong without the name that is being typed is not the fault of what is offered. Where the text cannot be read
    // without it, what is wrong with it counts, unless it stands in what is offered.
    let without = faults(of: request.replacing(by: ""))
    let before = without ?? faults(of: String(decoding: request.bytes, as: UTF8.self))
    var verdicts = candidates.map {
      verdict($0, request.replacing(by: $0.insertion), before, ownCounts: without == nil)
    }
    // A text that is being typed often cannot be read to its end, whatever stands at the cursor; then its start counts.
    if before == nil, verdicts.allSatisfy({ $0 == nil }) {
      verdicts = candidates.map { verdict($0, request.closing(with: $0.insertion), nil, ownCounts: true) }
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

  private func faults(of text: String) -> Set<Fault>? {
    // A text that cannot be read has no faults to compare with.
    (try? GraphQLDocument(parsing: text)).map { Set(schema.validate($0).map(Fault.init)) }
  }

  /// `nil` if the text cannot be read.
  private func verdict(
    _ candidate: Completion, _ text: String, _ before: Set<Fault>?, ownCounts: Bool
  ) -> Bool? {
    let start = request.range.lowerBound
    let inserted = start..<start + candidate.insertion.utf8.count
    // Why it cannot be read does not matter.
    guard let document = try? GraphQLDocument(parsing: text) else { return nil }
    return !schema.validate(document).contains { issue in
      switch issue.rule {
      case .noUnusedVariables, .noUnusedFragments, .loneAnonymousOperation, .uniqueFragmentNames: return false
      default:
        // What begins here is new, even if the same is said of another place: without the name, the selections after it
        // belong to the field before.
        let isOwn = inserted.contains(issue.range.lowerBound) || ownCounts && issue.range.overlaps(inserted)
        return isOwn || before.map { !$0.contains(Fault(issue)) } ?? false
      }
    }
  }
}
