import Testing

/// Documentation/Rows.md: the library's promises, one per row, and the tag that test names use for the row.
@Suite("The page of rows")
struct RowsPageTests {
  @Test("Every tag in a test name is a row of the page, and every row has a test")
  func rows() throws {
    let page = try #require(House.file("Documentation/Rows.md"))
    let rows = Self.rows(in: page)
    #expect(rows.map(\.tag) == (1...60).map { "N\($0)" })
    let tags = Set(House.tests.flatMap(Self.tags))
    #expect(Self.faults(rows, tags) == [])
  }

  @Test("Tags without rows, rows without tests and outdated marks are found")
  func samples() {
    let page = SourceFile(
      path: "a.md",
      text: "# A\n\n| row | holds |\n|---|---|\n| N1 | One. |\n| N2 | Two. Open: no test. |\n| N3 | Three. |\n")
    let rows = Self.rows(in: page)
    #expect(rows == [Row(tag: "N1", isOpen: false), Row(tag: "N2", isOpen: true), Row(tag: "N3", isOpen: false)])
    let tests = SourceFile(
      path: "a.swift",
      text: """
        @Suite("N1: all of them") struct A {}
        // @Test("N8: gone")
        @Test(
          "N2: a sentence about HTTP2 and N", arguments: ["N7"]) func a() {}
        @Test func `N9: a sentence.`() {}
        """)
    #expect(Self.tags(in: tests) == ["N1", "N2", "N9"])
    #expect(
      Self.faults(rows, ["N1", "N2", "N9"])
        == ["N2 is marked open and has a test", "N3 has no test", "N9 is no row"])
    #expect(Self.faults(rows, ["N1", "N3"]) == [])
  }

  private struct Row: Equatable {
    var tag: String
    var isOpen: Bool
  }

  private static func rows(in page: SourceFile) -> [Row] {
    page.lines.compactMap { line in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard cells.count == 2, let tag = cells[0].split(separator: " ").first, isTag(tag) else { return nil }
      return Row(tag: String(tag), isOpen: cells[1].contains("Open: no test."))
    }
  }

  private static func faults(_ rows: [Row], _ tags: Set<String>) -> [String] {
    let known = Set(rows.map(\.tag))
    let wrong = rows.compactMap { row -> String? in
      switch (row.isOpen, tags.contains(row.tag)) {
      case (true, true): "\(row.tag) is marked open and has a test"
      case (false, false): "\(row.tag) has no test"
      default: nil
      }
    }
    return wrong + tags.subtracting(known).sorted().map { "\($0) is no row" }
  }

  /// The tags in the names of suites and tests.
  private static func tags(in file: SourceFile) -> [String] {
    (file.names(of: "Suite") + file.names(of: "Test")).flatMap { name in
      name.text.split { !$0.isLetter && !$0.isNumber }.filter(isTag).map(String.init)
    }
  }

  /// `N`, then one or two digits.
  private static func isTag(_ word: Substring) -> Bool {
    word.first == "N" && (2...3).contains(word.count) && word.dropFirst().allSatisfy(\.isNumber)
  }
}
