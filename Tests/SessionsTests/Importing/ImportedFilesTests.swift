import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Files in imported requests")
struct ImportedFilesTests {
  private func write(
    _ source: String, into place: String, _ folder: TemporaryDirectory
  ) throws -> (outcome: ImportDestination.Outcome, files: [String]) {
    let path = folder.path("work/requests.sh")
    try folder.write("work/requests.sh", source)
    let imported = try ImportSource(Array(source.utf8), path: path).read()
    let made = try ImportDestination(into: folder.path(place), stateFolder: folder.path("state")).write(imported)
    let texts = try made.paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return (made, texts)
  }

  @Test("Relative paths lead to the same files from the collection")
  func lead() throws {
    let folder = try TemporaryDirectory("import-files")
    try folder.write("work/data/a.json", "{}")
    try folder.write("b.csv", "x")
    let source =
      "curl http://h/1 --data-binary @./data/a.json\ncurl http://h/2 -F f=@../b.csv -F g=@/etc/hosts -F 'h=@{{x}}'\n"
    let made = try write(source, into: "work/out", folder)
    #expect(made.outcome.notices.isEmpty, "\(made.outcome.notices)")
    #expect(made.files[0].contains("../../data/a.json"), "\(made.files[0])")
    #expect(made.files[1].contains("../../../b.csv") && made.files[1].contains("/etc/hosts"), "\(made.files[1])")
    let collection = try #require(made.outcome.created.first)
    #expect(FileManager.default.contents(atPath: collection + "/../../data/a.json") == Data("{}".utf8))
  }

  @Test("In a collection, paths start from its folder, and a missing file is reported")
  func within() throws {
    let folder = try TemporaryDirectory("import-files")
    try folder.write("work/opencollection.yml", "info: {name: C}\n")
    try folder.write("work/data/a.json", "{}")
    let source = "curl http://h/1 --data-binary @data/a.json\ncurl http://h/2 -T missing.bin\n"
    let made = try write(source, into: "work/inner", folder)
    #expect(made.files[0].contains(" data/a.json"), "\(made.files[0])")
    #expect(made.outcome.notices.count == 1 && made.outcome.notices[0].message.hasSuffix(": missing.bin"))
  }
}
