import GraphQL
import TestSupport
import Testing

@Suite("GraphQL's checks")
struct ValidationTests {
  @Test(
    "An issue is reported with its rule, in plain words, at its location",
    arguments: [
      ("{ user(id: 1) { nam } }", "FieldsOnCorrectType", "User has no field \"nam\"; did you mean \"name\"?", "nam"),
      ("{ user { id } }", "ProvidedRequiredArguments", "user needs the argument id: ID!", "user"),
      ("{ user(id: 1) }", "ScalarLeafs", "user is User: select fields of it, as in user { … }", "user"),
      (
        "{ node(id: 1) { name } }", "FieldsOnCorrectType",
        "Node has no field \"name\"; User has: select it in ... on User { name }", "name"
      ),
      ("query ($a: Int) { version }", "NoUnusedVariables", "$a is never used", "$a"),
      (
        "query ($a: String) { users(first: $a) { id } }", "VariablesInAllowedPosition",
        "$a is String, and Int is expected here", "$a"
      ),
      (
        "{ users(role: GUESTS) { id } }", "ValuesOfCorrectType", "expected Role, found GUESTS; did you mean GUEST?",
        "GUESTS"
      ),
      (
        "{ a: version a: __typename }", "OverlappingFieldsCanBeMerged",
        "the fields \"a\" cannot be merged: they are version and __typename; give one of them an alias", "a: __typename"
      ),
      ("{ version @skpi(if: true) }", "KnownDirectives", "there is no directive @skpi; did you mean \"skip\"?", "skpi"),
    ])
  func mistakes(text: String, rule: String, message: String, place: String) throws {
    let issues = try Sample.schema().issues(in: text)
    let issue = try #require(issues.first)
    #expect(issue.rule.rawValue == rule)
    #expect(issue.message == message)
    let range =
      text.utf8.index(
        text.startIndex, offsetBy: issue.range.lowerBound)..<text.utf8.index(
        text.startIndex, offsetBy: issue.range.upperBound)
    #expect(text[range] == place)
    #expect(issues.count == 1)
  }

  @Test("Cycles of fragments are reported and end all other checks")
  func cycles() throws {
    let text =
      "{ node(id: 1) { ...A } } fragment A on User { friends { ...B } } fragment B on User { friends { ...A ...B } }"
    let rules = try Set(Sample.schema().issues(in: text).map(\.rule))
    #expect(rules == [.noFragmentCycles])
  }

  @Test(
    "Hostile documents are validated in linear time",
    arguments: ["fields", "nested", "fragments", "chain", "operations", "unknown"])
  func hostile(kind: String) throws {
    let schema = try Sample.schema()
    let growth = Growth(from: 32, upTo: 1 << 11, enough: 2.5) { size in
      let numbers = 0..<size
      return switch kind {
      case "fields": "{" + numbers.map { _ in "user(id: 1) { id name } " }.joined() + "}"
      case "nested":
        "{ user(id: 1) {" + numbers.map { "friends { f\($0 % 40): friends { id } friends { id } }" }.joined() + "} }"
      case "fragments":
        "{ user(id: 1) {" + numbers.map { "...F\($0) " }.joined() + "} }"
          + numbers.map { "fragment F\($0) on User { id friends { id } } " }.joined()
      case "chain":
        "{ user(id: 1) { ...F0 } }" + numbers.map { "fragment F\($0) on User { id ...F\($0 + 1) } " }.joined()
          + "fragment F\(size) on User { id }"
      case "operations":
        numbers.map { "query Q\($0)($a: ID!) { user(id: $a) { ...F } } " }.joined() + "fragment F on User { id name }"
      default: "{" + numbers.map { "a\($0) " }.joined() + "}"
      }
    } work: { text in
      _ = schema.issues(in: text)
    }
    #expect(growth.factor <= 2.8, "\(kind): \(growth)")
  }
}
