import TestSupport
import Testing

@testable import Workspaces

@Suite("The official test suite of JSON Schema", .corpora("json-schema"))
struct SchemaSuiteTests {
  @Test("Every required test has the verdict of the suite", arguments: SchemaSuite.files.filter { !$0.isOptional })
  func required(file: SchemaSuite) throws {
    let (count, wrong, _) = try file.judged()
    #expect(count > 0 && wrong.isEmpty, "\(file.name):\n\(wrong.joined(separator: "\n"))")
  }

  @Test func `Both drafts are present.`() {
    for draft in SchemaSuite.drafts {
      #expect(SchemaSuite.files.contains { $0.name.hasPrefix("\(draft)/") })
    }
  }

  /// Optional parts of the suite that are not supported: the maximum number of differing verdicts, by file.
  ///
  /// Content is an annotation, like `format`, and draft 7 is the only supported older draft.
  private static let known = [
    "draft7/optional/content.json": 4, "draft7/optional/cross-draft.json": 2,
    "draft2020-12/optional/cross-draft.json": 1,
  ]

  @Test(
    "Optional tests fail only where this is known",
    arguments: SchemaSuite.files.filter { $0.isOptional && !$0.isAboutFormats })
  func optional(file: SchemaSuite) throws {
    let (_, wrong, _) = try file.judged()
    #expect(wrong.count <= Self.known[file.name] ?? 0, "\(file.name):\n\(wrong.joined(separator: "\n"))")
  }

  @Test("Formats are annotations and reject nothing", arguments: SchemaSuite.files.filter(\.isAboutFormats))
  func formats(file: SchemaSuite) throws {
    let (_, wrong, refused) = try file.judged()
    #expect(refused == 0, "\(file.name):\n\(wrong.joined(separator: "\n"))")
  }
}
