import Testing

/// Tests/Smoke.txt: the list for `make test-release`, with one `Suite/function` in each line.
@Suite struct SmokeListTests {
  @Test func `Every line of Smoke.txt names a test, and no test stands there twice.`() throws {
    let lines = try #require(House.file("Tests/Smoke.txt")).lines.filter { !$0.hasPrefix("#") }
    #expect(lines.count >= 40 && Set(lines).count == lines.count)
    let unknown = lines.filter { line in
      let parts = line.split(separator: "/", maxSplits: 1)
      return !House.tests.contains { file in
        file.lines.contains { $0.contains("struct \(parts[0]) ") }
          && file.lines.contains { $0.contains("func \(parts[1])(") }
      }
    }
    #expect(unknown == [])
  }
}
