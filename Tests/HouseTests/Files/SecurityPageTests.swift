import Testing

/// Documentation/Security.md: each bullet is a promise, and the lines "Held by: `Test name`" below it name who keeps it.
@Suite("The page on security")
struct SecurityPageTests {
  @Test("Every promise of the page names a test that is there")
  func promises() throws {
    let page = try #require(House.file("Documentation/Security.md"))
    let promises = Self.promises(in: page)
    #expect(promises.count > 20)
    let names = Set(House.tests.flatMap { $0.names(of: "Test").map(\.text) })
    let faults = promises.flatMap { promise -> [String] in
      if promise.tests.isEmpty { return ["\(page.path):\(promise.line): no test is named"] }
      return promise.tests.filter { !names.contains($0) }.map { "\(page.path):\(promise.line): no test “\($0)”" }
    }
    #expect(faults == [])
  }

  @Test("A promise without a test, or with one that is not there, is found")
  func samples() {
    let page = SourceFile(
      path: "a.md", text: "# A\n\n- One holds.\n  Held by: `First`; `Second`.\n- Two\n  goes on.\n\nText.\n")
    let promises = Self.promises(in: page)
    #expect(promises.map(\.line) == [3, 5])
    #expect(promises.map(\.tests) == [["First", "Second"], []])
    let tests = SourceFile(
      path: "a.swift",
      text: "@Test(\"First\")\nfunc a() {}\n// @Test(\"Gone\")\n@Test(\n  \"Second\", arguments: [1])\n")
    #expect(tests.names(of: "Test").map(\.text) == ["First", "Second"])
  }

  private struct Promise {
    var line: Int
    var tests: [String]
  }

  private static func promises(in page: SourceFile) -> [Promise] {
    var found: [Promise] = []
    var isHolding = false
    for (index, line) in page.lines.enumerated() {
      if line.hasPrefix("- ") {
        found.append(Promise(line: index + 1, tests: []))
        isHolding = false
      }
      if line.hasPrefix("  Held by: ") { isHolding = true }
      guard isHolding, line.hasPrefix("  "), !found.isEmpty else { continue }
      // Between every second pair of backquotes stands a name.
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      found[found.count - 1].tests += parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return found
  }
}
