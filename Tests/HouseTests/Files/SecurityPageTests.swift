import Testing

/// Documentation/Security.md: each row of its tables is a promise, and the last cell names its tests in backquotes.
@Suite("The page on security")
struct SecurityPageTests {
  @Test("Every promise of the page names an existing test")
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

  @Test("A promise without a test, or with an unknown one, is found")
  func samples() {
    let page = SourceFile(
      path: "a.md",
      text: "# A\n\n| Promise | Test |\n|---|---|\n| `One` holds | `First`; `Second` |\n| Two | none |\n\nText.\n")
    let promises = Self.promises(in: page)
    #expect(promises.map(\.line) == [5, 6])
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
    page.lines.indices.dropLast().compactMap { index in
      let line = page.lines[index]
      // Dashes stand below a heading.
      guard line.hasPrefix("| "), !page.lines[index + 1].hasPrefix("|-") else { return nil }
      // Every second part, between backquotes, is a name.
      let parts = (line.split(separator: "|").last ?? "").split(separator: "`", omittingEmptySubsequences: false)
      let tests = parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      return Promise(line: index + 1, tests: tests)
    }
  }
}
