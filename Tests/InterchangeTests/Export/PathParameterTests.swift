import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("Path parameters in formats without them")
struct PathParameterTests {
  @Test(
    "A path parameter without a value becomes a variable of its name, one with a value is written into the path",
    arguments: [ExportFormat.http, .hurl])
  func empty(format: ExportFormat) throws {
    let params = [
      Parameter(.path, Row("id", "")), Parameter(.path, Row("part", "a/b")),
      Parameter(.path, Row("off", "1", isEnabled: false)),
    ]
    let request = RequestDefinition(name: "R", url: "http://h:1/:id/:part/:off/:none/x:y", params: params)
    let folder = ImportedCollection.Folder(name: "c", items: [.request(request, options: TransferOptions())])
    let written = format.write(ImportedCollection(format: "apus", root: folder))
    #expect(written.text.contains("GET http://h:1/{{id}}/a%2Fb/{{off}}/{{none}}/x:y\n"), "\(written.text)")
    let again = try (format == .http ? ImportFormat.http : .hurl).read(Array(written.text.utf8), name: "x")
    #expect(again.requests.first?.url == "http://h:1/{{id}}/a%2Fb/{{off}}/{{none}}/x:y")
  }
}
