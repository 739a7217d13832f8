import Interchange
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("References to answers in an import")
struct ImportedReferencesTests {
  private static let text = """
    @token = {{log/in.response.body.$.token}}

    ### login
    # @name log/in
    POST http://h/login

    ### use
    GET http://h/use
    X-A: {{log/in.response.body.$.id}}
    X-B: {{other.response.headers.X-Id}}
    """

  private func imported() throws -> ImportedCollection {
    try ImportSource(Array(Self.text.utf8), path: "a.http", format: .http).read()
  }

  @Test("References become the path of the imported request's file")
  func paths() throws {
    let folder = try TemporaryDirectory("references")
    let destination = try ImportDestination(newIn: folder.path, stateFolder: folder.path("state"))
    let paths = try destination.write(imported()).paths
    let workspace = try Workspace.open(folder.path("a"), stateFolder: folder.path("state"))
    let ids = paths.map(workspace.requestID(of:))
    let use = try folder.readText("a/use.yml")
    #expect(ids.count == 2 && ids[0] != "log/in")
    #expect(use.contains("{{\(ids[0]) | $.id}}") && use.contains("{{other | header X-Id}}"))
    #expect(try folder.readText("a/opencollection.yml").contains("{{\(ids[0]) | $.token}}"))
  }

  @Test("In a folder of a collection, references contain its path")
  func folders() throws {
    let folder = try TemporaryDirectory("references")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write("c/a/other.yml", "info: {name: Other, type: http}\nhttp: {url: 'http://h'}\n")
    let destination = try ImportDestination(into: folder.path("c"), stateFolder: folder.path("state"))
    let paths = try destination.write(imported()).paths
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    let id = workspace.requestID(of: paths[0])
    #expect(id.hasPrefix("a 2/"))
    #expect(try folder.readText("c/a 2/use.yml").contains("{{\(id) | $.id}}"))
  }
}
