import Basics
import Networking
import Testing

@testable import Workspaces

@Suite("The limit on the tests of one answer") struct CheckBudgetTests {
  @Test("All tests share the limit: tests beyond it report that, and cheap ones are judged")
  func shared() throws {
    let sample = try ConsentSample()
    let text = "\"\(String(repeating: "a", count: 2_000))\""
    let costly = Assertion("res.body", "matches", "^(a|aa)+$")
    let schema = Assertion("res.body", "matchesSchema", #"{"pattern": "^(a|aa)+$"}"#)
    let assertions = [costly, costly, schema, schema, Assertion("res.status", "eq", "200")]
    var reader = AnswerReader(AnswerChecksTests.exchange(text))
    var budget = CheckBudget(forBytes: text.utf8.count)
    let files = CheckFiles(in: try sample.context())
    let enough = reader.results(of: assertions, files: files, budget: budget) { VariableTable().resolved($0) }
    #expect(enough.map(\.passed) == [true, true, true, true, true], "\(enough)")

    (budget.patterns, budget.schemas) = (10, 10)
    let short = reader.results(of: assertions, files: files, budget: budget) { VariableTable().resolved($0) }
    #expect(short.map(\.passed) == [false, false, false, false, true], "\(short)")
    #expect(short.prefix(4).allSatisfy { $0.actual.contains("takes too long") }, "\(short)")
  }

  @Test("A cancelled task stops the comparison and the compilation, and reports that")
  func cancelled() async throws {
    let defs = (0..<600).map { ##""d\##($0)": {"$ref": "#/$defs/d\##($0 + 1)"}"## }.joined(separator: ", ")
    let schema = ##"{"$defs": {\##(defs), "d600": {}}, "$ref": "#/$defs/d0"}"##
    let value = try JSONValue(parsing: schema.utf8)
    let fault = await Task { () async -> SchemaFault? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(SchemaFault) { _ = try JSONSchema(value) } catch { return error }
      return nil
    }.value
    #expect(fault == .cancelled)
  }
}
