import Testing

@testable import Workspaces

@Suite("Variables that contain others") struct VariableExpansionTests {
  private func table(_ entries: [(String, String)]) -> VariableTable {
    VariableTable(entries.map { VariableTable.Entry($0.0, $0.1, origin: .collection) })
  }

  @Test("Ten names that each contain ten others, twelve deep, are refused with a message and not expanded")
  func fan() {
    let fan = (0..<12).map { ("v\($0)", String(repeating: "{{v\($0 + 1)}}", count: 10)) } + [("v12", "x")]
    let resolved = table(fan).resolved("{{v0}}")
    #expect(resolved.unresolved.map(\.reason) == [.tooLarge])
    #expect(
      resolved.unresolved.first?.description
        == "variable v0 contains too many other variables, or would become longer than 4 MB")
    #expect(table(fan).resolved("{{v9}}").text == String(repeating: "x", count: 1_000))
  }

  @Test("A chain of ten thousand names is refused; one of fifty is followed")
  func chain() {
    let chain = table((0..<10_000).map { ("n\($0)", "{{n\($0 + 1)}}") } + [("n10000", "end")])
    #expect(chain.resolved("{{n0}}").unresolved.map(\.reason) == [.tooLarge])
    #expect(chain.resolved("{{n9950}}").text == "end")
  }

  @Test("Dynamic values are generated at each use, also inside other values")
  func anew() {
    let table = table([("id", "{{$randomHexadecimal}}-{{$uuid}}"), ("pair", "{{id}} {{id}}")])
    let parts = table.resolved("{{pair}}").text.split(separator: " ")
    #expect(parts.count == 2 && parts[0] != parts[1])
  }

  @Test("A name built from a variable is as secret as that variable, but its value is not")
  func named() {
    var table = table([("a-x", "value"), ("name", "x")])
    table.entries[1].isSecret = true
    let segments = table.resolved("{{a-{{name}}}} {{a-x}}").segments
    let secrets = segments.compactMap { if case .resolved(_, _, let isSecret) = $0.kind { isSecret } else { nil } }
    #expect(secrets == [true, false])
  }

  @Test("The first entry of a name wins in a large table, too, and process variables have two names")
  func large() {
    var entries = (0..<100).map { VariableTable.Entry("n\($0)", "first", origin: .collection) }
    entries += (0..<100).map { VariableTable.Entry("n\($0)", "second", origin: .process) }
    var table = VariableTable(entries)
    #expect(table.resolved("{{n7}} {{process.env.n7}}").text == "first second")
    table.entries.insert(VariableTable.Entry("n7", "third", origin: .commandLine), at: 0)
    #expect(table.resolved("{{n7}}").text == "third")
  }
}
