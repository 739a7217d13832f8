import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// The table of Documentation/Files.md about parts of HAR, OpenAPI, Hurl and Bruno.
@Suite struct ImportTableTests {
  struct Row: CustomTestStringConvertible {
    let format: String
    let part: String
    let verdict: String
    /// The expected text in the import, in a notice, or in the error.
    let said: [String]
    var testDescription: String { "\(format): \(part)" }

    init?(_ line: Substring) {
      let cells = line.split(separator: " | ").map { $0.trimmingCharacters(in: ["|", " "]) }
      guard cells.count == 4, ["HAR", "OpenAPI", "Hurl", "Bruno"].contains(cells[0]) else { return nil }
      format = cells[0].lowercased()
      part = cells[1].trimmingCharacters(in: ["`"])
      verdict = cells[2]
      said = cells[3].split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
    }

    /// The part in a file of its format.
    var text: String {
      let part = part.replacing("⏎", with: "\n")
      switch format {
      case "har": return #"{"log": {"version": "1.2", "entries": [\#(part)]}}"#
      case "openapi":
        return "openapi: 3.0.0\nservers: [{url: \"http://h\"}]\npaths:\n  /a:\n    post:\n      tags: [t]\n      "
          + part.replacing("\n", with: "\\n")
      case "hurl": return part
      default: return "meta {\n  name: a\n  type: http\n}\n\nget {\n  url: http://h/\n}\n\n\(part)\n"
      }
    }
  }

  static let rows: [Row] = {
    // An unreadable page has no rows, which a test detects.
    let page = try? String(contentsOf: Repository.root.appending(path: "Documentation/Files.md"), encoding: .utf8)
    let section = page?.split(separator: "## Imports: HAR, OpenAPI, Hurl, Bruno\n").last?.split(separator: "\n## ")
      .first
    return section?.split(separator: "\n").compactMap(Row.init) ?? []
  }()

  @Test func `The table has rows of each format and verdict`() {
    for format in ["har", "openapi", "hurl", "bruno"] {
      let verdicts = Set(Self.rows.filter { $0.format == format }.map(\.verdict))
      #expect(verdicts.isSuperset(of: ["converted", "named"]), "\(format)")
    }
  }

  @Test(arguments: rows)
  func `A row of the table states the correct result for its part`(row: Row) throws {
    let format = try #require(ImportFormat(rawValue: row.format))
    let imported: ImportedCollection
    do throws(ImportError) {
      imported = try format.read(Array(row.text.utf8), name: "x")
    } catch {
      #expect(row.verdict == "refused" && row.said.allSatisfy { "\(error)".contains($0) }, "\(error)")
      return
    }
    var silent = imported
    silent.notices = []
    let made = String(decoding: silent.json.compact, as: UTF8.self)
    // The losses of every OpenAPI document are reported for all schemas and responses together.
    let notices = imported.notices.map(\.message).filter {
      !$0.hasPrefix("schemas become") && !$0.hasPrefix("the schema of answers")
    }
    switch row.verdict {
    case "converted":
      #expect(notices.isEmpty && row.said.allSatisfy { made.contains($0) }, "\(notices) \(made)")
    case "named":
      let reported = notices.joined(separator: "\n")
      #expect(!notices.isEmpty && row.said.last.map { reported.contains($0) } == true, "\(reported)\n\(made)")
    default: Issue.record("not \(row.verdict): \(made)")
    }
  }
}
