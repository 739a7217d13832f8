import GraphQL
import TestSupport
import Testing

@Suite("GraphQL's completion")
struct CompletionTests {
  private func insertions(_ text: String) throws -> [String] {
    let (text, offset) = Sample.cursor(text)
    return try Sample.schema().completions(in: text, at: offset).map(\.insertion)
  }

  @Test(
    "Completions follow the type at the cursor, with required arguments and selections",
    arguments: [
      ("{ us|", ["user(id: \"\") { id }", "users { id }"]),
      ("{ user(|) { id } }", ["id: \"\""]),
      ("{ users(role: |) { id } }", ["ADMIN", "GUEST", "OLD", "null"]),
      ("{ users(filter: {ro|}) { id } }", ["role: ADMIN"]),
      ("query Q($a: Role, $b: Int) { users(role: $|) { id } }", ["a"]),
      ("query Q($a: Ro|) { users(role: $a) { id } }", ["Role"]),
      ("{ search(text: \"\") { ... on | } }", ["User { id }", "Page { id }", "Node { id }", "Result { __typename }"]),
      ("{ version @|", ["include(if: false)", "skip(if: false)", "cached(seconds: 0)"]),
      (
        "{ user(id: 1) { ...| } } fragment F on User { id } fragment G on Query { version }",
        ["F", "on Node { id }", "on Result { __typename }"]
      ),
      ("{ user(id: 1) { n|: id } }", []),
      ("{ search(text: \"us|\") { __typename } }", []),
      ("{ version # us|\n }", []),
      ("subscription { ti|", ["ticked"]),
      ("subscription { ticked ch| }", []),
      ("mutation { rename(input: {id: 1, name: \"\", by: {|}}) { id } }", ["id: \"\"", "name: \"\""]),
      ("{ user(id: 1) { id } us| }", ["users { id }"]),
      ("mut|", ["mutation NewMutation1 { __typename }"]),
    ])
  func offered(text: String, expected: [String]) throws {
    #expect(try Set(insertions(text)) == Set(expected))
  }

  @Test("Every completion at every position of a query parses and validates")
  func valid() throws {
    let schema = try Sample.schema()
    let text =
      "query Q($r: Role) { users(role: $r, filter: {name: \"a\", ids: [1]}) { ...F role } node(id: 1) { ... on Page { title } } } fragment F on User { id friends(first: 2) { name } }"
    var count = 0
    for offset in 0...text.utf8.count {
      for completion in schema.completions(in: text, at: offset) {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(completion.range, with: completion.insertion.utf8)
        let issues = schema.issues(in: String(decoding: bytes, as: UTF8.self))
          .filter { $0.rule != .noUnusedVariables && $0.rule != .noUnusedFragments }
        #expect(issues == [], "\(offset): \(completion.insertion)")
        #expect(completion.cursor <= completion.insertion.utf8.count)
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test("An issue of a field is reported even if the previous field has the same issue")
  func sameFault() throws {
    let schema = try Sample.schema()
    // Without the name, the selections would belong to the previous field.
    let (text, offset) = Sample.cursor("{ user(id: 1) { id friends| { name } } }")
    #expect(schema.completions(in: text, at: offset).map(\.label) == ["friends"])
    let (blank, start) = Sample.cursor("{ user(id: 1) { id | { name } } }")
    #expect(!schema.completions(in: blank, at: start).map(\.label).contains("id"))
  }

  @Test("A truncated or damaged text still has completions")
  func anything() throws {
    let schema = try Sample.schema()
    var random = SeededGenerator(seed: 7)
    let words = [
      "{", "}", "(", ")", "[", "]", "...", "on", "user", "id", ":", "$a", "\"x\"", "@skip", "query", "fragment", "!",
      "=", "1", "#", "é", "\n",
    ]
    for _ in 0..<300 {
      let text = (0..<20).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      for offset in stride(from: 0, through: text.utf8.count, by: 7) { _ = schema.completions(in: text, at: offset) }
    }
    let deep = String(repeating: "{ user(id: [", count: 50_000)
    _ = schema.completions(in: deep, at: deep.utf8.count)
  }
}
