import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// The table of `Documentation/Files.md` about `.http` files.
@Suite("The documentation of .http imports")
struct HTTPFileDocumentationTests {
  private struct Row {
    var text: String
    var verdict: String
    var results: [String]
  }

  /// The texts between backquotes, with bars and line ends as in a file.
  private static func code(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element).replacing("\\|", with: "|").replacing("⏎", with: "\n")
    }
  }

  private static func rows() throws -> [Row] {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/Files.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Imports: .http\n").dropFirst().first)
    let lines = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
    return lines.filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.replacing("\\|", with: "\u{1}").components(separatedBy: "|").map {
        $0.replacing("\u{1}", with: "\\|").trimmed
      }
      return Row(text: code(cells[1])[0], verdict: cells[2], results: code(cells[3]))
    }
  }

  /// The part of a file, completed to a whole file.
  private static func file(_ text: String) -> String {
    if text.hasPrefix("{{"), !text.contains("\n") { return "GET http://h/\nX-A: \(text)\n" }
    if text.hasPrefix("X-") || text.hasPrefix("Authorization") { return "GET http://h/\n\(text)\n" }
    let isAbove = ["#", "@", "import"].contains { text.hasPrefix($0) } && !text.contains("\n")
    return text + (isAbove ? "\nGET http://h/\n" : "\n")
  }

  @Test("Every row of the table is true")
  func table() throws {
    let rows = try Self.rows()
    #expect(rows.count > 40)
    for row in rows {
      let imported = try ImportFormat.http.read(Array(Self.file(row.text).utf8), name: "x")
      let words = imported.notices.map(\.message).joined(separator: "\n")
      var plain = imported
      plain.notices = []
      let content = String(decoding: plain.json.compact, as: UTF8.self)
      switch row.verdict {
      case "converted":
        #expect(words.isEmpty, "\(row.text)")
        for result in row.results { #expect(content.contains(result), "\(row.text): \(content)") }
      case "named":
        #expect(!row.results.isEmpty)
        for result in row.results { #expect(words.contains(result), "\(row.text): \(words)") }
      case "refused":
        #expect(words.contains("this has no equivalent, so the request is sent without it"), "\(row.text): \(words)")
        for result in row.results { #expect(content.contains(result), "\(row.text): \(content)") }
      default: Issue.record("\(row.verdict)")
      }
    }
  }
}
