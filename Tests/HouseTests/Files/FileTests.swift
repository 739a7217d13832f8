import TestSupport
import Testing

@Suite("Files")
struct FileTests {
  static let limit = 400
  static let hint = 250

  @Test("No file is longer than 400 lines")
  func length() {
    let offences = Self.longer(than: Self.limit, House.all)
    let isClean = offences.isEmpty
    #expect(isClean, .list("Split these along their concepts:", offences))
    let nearly = Self.longer(than: Self.hint, House.all)
    if !nearly.isEmpty { Notice.show(Comment.list("these files ask for a split:", nearly).rawValue) }
  }

  @Test("Lines are counted with or without a newline at the end")
  func lengthSamples() {
    let text = String(repeating: "let a = 1\n", count: 401)
    #expect(Self.longer(than: 400, [SourceFile(path: "A.swift", text: text)]) == ["A.swift: 401 lines"])
    #expect(Self.longer(than: 400, [SourceFile(path: "A.swift", text: String(text.dropLast()))]).count == 1)
    #expect(Self.longer(than: 400, [SourceFile(path: "A.swift", text: String(text.dropLast(10)))]).isEmpty)
  }

  @Test("Lines contain no tabs and no trailing spaces")
  func whitespace() {
    let offences = House.all.flatMap(Self.blanks)
    let isClean = offences.isEmpty
    #expect(isClean, .list("Tabs, or spaces at the end of a line:", offences))
  }

  @Test("Tabs and trailing spaces are found")
  func whitespaceSamples() {
    let file = SourceFile(path: "a.h", text: "int a;\n\tint b;\nint c; \n\n")
    #expect(Self.blanks(in: file).map(\.place) == ["a.h:2", "a.h:3"])
  }

  @Test("The basic files of a checkout exist")
  func presence() {
    let wanted = ["README.md", "LICENSE", "Makefile", ".swift-format", ".ci/run", "Package.swift", ".gitignore"]
    #expect(wanted.filter { !House.exists($0) } == [])
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

  private static func blanks(in file: SourceFile) -> [Offence] {
    file.lines.enumerated().filter { $0.element.contains("\t") || $0.element.last == " " }
      .map { Offence(file: file, line: $0.offset + 1) }
  }
}
