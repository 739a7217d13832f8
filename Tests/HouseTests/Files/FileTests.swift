import Testing

@Suite("Files")
struct FileTests {
  static let limit = 400

  @Test("No file is longer than 400 lines")
  func length() {
    let offences = Self.longer(than: Self.limit, House.all)
    let isClean = offences.isEmpty
    #expect(isClean, .list("Split these along their concepts:", offences))
  }

  @Test("Lines are counted with or without a newline at the end")
  func lengthSamples() {
    let text = String(repeating: "let a = 1\n", count: 401)
    #expect(Self.longer(than: 400, [SourceFile(path: "A.swift", text: text)]) == ["A.swift: 401 lines"])
    #expect(Self.longer(than: 400, [SourceFile(path: "A.swift", text: String(text.dropLast()))]).count == 1)
    #expect(Self.longer(than: 400, [SourceFile(path: "A.swift", text: String(text.dropLast(10)))]).isEmpty)
  }

  @Test("The architecture page names every package dependency")
  func dependencies() throws {
    let page = try #require(House.architecturePage).lines.joined(separator: "\n")
    let packages = Manifest(try #require(House.manifest)).packages
    #expect(!packages.isEmpty)
    #expect(packages.filter { !page.contains($0) } == [])
  }

  private static func longer(than limit: Int, _ files: [SourceFile]) -> [String] {
    files.filter { $0.lines.count > limit }.map { "\($0.path): \($0.lines.count) lines" }
  }
}
