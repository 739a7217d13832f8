import Foundation
import TestSupport
import Testing

/// Every text that the screen can show, in one file for proofreading: titles, notes, questions, failures, help.
///
/// `APUS_RECORD=1` rewrites the file and fails the run.
@Suite struct WordsTests {
  private static let path = "Tests/HouseTests/Words/Words.txt"
  /// The folders with texts for the screen.
  private static let folders = [
    "Sources/Explorer/", "Sources/SessionModel/", "Sources/Sessions/", "Sources/apus/Interactive/",
  ]

  @Test func `Words.txt contains exactly the texts of the screen.`() throws {
    let made = Self.page(of: House.sources.filter { file in Self.folders.contains { file.path.hasPrefix($0) } })
    let written = House.file(Self.path).map(Self.text) ?? ""
    let (old, new) = (Set(written.split(separator: "\n")), Set(made.split(separator: "\n")))
    #expect(written == made, "APUS_RECORD=1 rewrites it: \(old.symmetricDifference(new).sorted().prefix(12))")
    guard ProcessInfo.processInfo.environment["APUS_RECORD"] != nil else { return }
    try Data(made.utf8).write(to: House.root.appending(path: Self.path))
    Issue.record("\(Self.path) was rewritten: read it, and run without APUS_RECORD")
  }

  @Test func `Texts are strings for readers, not names in code.`() {
    let source = #"""
      say(.error, "Not saved: \(reason(of: "inner text")). Again?") // "a comment"
      let key = "requestShare"; let title = "Headers"; let odd = "a\"b c"; let path = "/a/b c"
      """#
    #expect(
      Self.page(of: [SourceFile(path: "Sources/Explorer/App/A.swift", text: source)]) == """
        Explorer/App
          Headers
          Not saved: …. Again?
          inner text

        """)
  }

  private static func text(of file: SourceFile) -> String { file.lines.map { $0 + "\n" }.joined() }

  private static func page(of files: [SourceFile]) -> String {
    let byFolder = Dictionary(grouping: files) { $0.folders.dropFirst().joined(separator: "/") }
    return byFolder.sorted { $0.key < $1.key }.compactMap { folder, files in
      let texts = Set(files.flatMap { Lexer.strings(of: text(of: $0)) }.filter(isForReaders)).sorted()
      return texts.isEmpty ? nil : "\(folder)\n" + texts.map { "  \($0)\n" }.joined()
    }.joined(separator: "\n")
  }

  /// Returns whether a string is text: a capitalized word or several words; not a format, a path or code.
  private static func isForReaders(_ text: String) -> Bool {
    let isCode = text.contains("\\") || text.contains("\n") || text.hasPrefix("/") || text.hasPrefix("--")
    guard !isCode else { return false }
    let words = text.split(separator: " ").filter { $0.allSatisfy { $0.isLetter || "'’-,.:;?!()…`".contains($0) } }
      .filter { $0.contains(where: \.isLetter) }
    if words.count >= 2 { return true }
    guard let first = text.first, first.isUppercase, text.count >= 3 else { return false }
    return text.dropFirst().allSatisfy { $0.isLowercase || $0 == "…" || $0 == " " || $0 == ":" || $0 == "." }
  }
}
