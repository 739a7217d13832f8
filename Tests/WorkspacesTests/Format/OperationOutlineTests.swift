import Testing

@testable import Workspaces

@Suite struct OperationOutlineTests {
  private func words(_ document: String) -> [String] {
    OperationOutline(document).operations.map { operation in
      let text = String(decoding: Array(document.utf8)[operation.range], as: UTF8.self)
      return "\(operation.kind.rawValue) \(operation.name ?? "-"): \(text)"
    }
  }

  @Test func `Operations are found by their keywords, and a bare selection is a query.`() {
    #expect(words("{ a }") == ["query -: { a }"])
    #expect(words("query { a }") == ["query -: query { a }"])
    #expect(
      words("query A($x: Int = 1) @d(y: {z: 1}) { a(b: {c: [1]}) { d } } subscription B { e }") == [
        "query A: query A($x: Int = 1) @d(y: {z: 1}) { a(b: {c: [1]}) { d } }", "subscription B: subscription B { e }",
      ])
    #expect(words("mutation query { a }") == ["mutation query: mutation query { a }"])
    #expect(words("").isEmpty && words("fragment F on T { a }").isEmpty)
  }

  @Test func `Fragments, comments, strings and {{variables}} neither hide operations nor count as some.`() {
    let document = """
      # query No { a }
      fragment query on Query { text(a: "} query No {", b: \"\"\"{ \\\"\"\" query No { \"\"\") }
      query A { a(b: {{thing}}, c: "\\"}") { ...query } }
      fragment G on T { mutation subscription }
      query B($in: In = {a: {b: 1}}) {{rest}} { b }
      """
    let found = OperationOutline(document).operations
    #expect(found.map(\.name) == ["A", "B"])
    #expect(words(document)[1].hasSuffix("{ b }"))
  }

  @Test func `An incomplete operation is found, too.`() {
    #expect(words("query A { a { b ") == ["query A: query A { a { b "])
    #expect(words("query A").count == 1 && words("query").count == 1)
    #expect(OperationOutline("query A { \"open \n } query B { b }").operations.map(\.name) == ["A", "B"])
    #expect(OperationOutline("query A } ) { b }").operations.count >= 1)
  }

  @Test func `The operation at an offset is the one around it, or the last before it.`() {
    let outline = OperationOutline("query A { a }\n\nquery B { b }\n")
    #expect([0, 5, 13, 14].map { outline.operation(at: $0)?.name } == ["A", "A", "A", "A"])
    #expect([15, 20, 100].map { outline.operation(at: $0)?.name } == ["B", "B", "B"])
    #expect(OperationOutline("").operation(at: 0) == nil)
  }

  @Test func `The operation to send is determined, or reported as ambiguous.`() throws {
    let two = OperationOutline("query A { a } subscription B { b }")
    #expect(try two.operation(named: "B")?.kind == .subscription)
    #expect(throws: OperationFault.ambiguous(["A", "B"])) { try two.operation(named: "") }
    #expect(throws: OperationFault.missing("C", known: ["A", "B"])) { try two.operation(named: "C") }
    #expect(try OperationOutline("{ a }").operation(named: "")?.kind == .query)
    #expect(try OperationOutline("not GraphQL").operation(named: "") == nil)
    #expect(throws: OperationFault.missing("A", known: [])) { try OperationOutline("{ a }").operation(named: "A") }
  }
}
