import Foundation
import GraphQL
import Testing

@Suite("Nesting in GraphQL")
struct DepthTests {
  @Test("A text of maximum depth is parsed, validated and completed on the stack of a small thread")
  func deepest() async throws {
    let depth = GraphQLDocument.deepest - 1
    @Sendable func nested(_ open: String, _ inner: String, _ close: String) -> String {
      String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }
    let texts = [
      nested("{u", "{n}", "}"), nested("{a:u{n} a:u", "{n}", "}"), "{u(i:" + nested("{i:", "null", "}") + "){n}}",
      "{u(l:" + nested("[", "", "]") + "){n}}", "query($a:" + nested("[", "Int", "]") + "){n}",
    ]
    let schema = try GraphQLSchema(
      text: "type Query { u(i: In, l: [Int]): Query n: Int } input In { i: In }")
    let rules = await withCheckedContinuation { continuation in
      let thread = Thread {
        for text in [nested("{u", "{", ""), "{u(i:" + nested("{i:", "{", ""), "{u(l:" + nested("[", "[", "")] {
          _ = schema.completions(in: text, at: text.utf8.count)
        }
        continuation.resume(returning: texts.map { Set(schema.issues(in: $0).map(\.rule)) })
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(rules == [[], [], [], [.valuesOfCorrectType], [.noUnusedVariables]])
  }
}
