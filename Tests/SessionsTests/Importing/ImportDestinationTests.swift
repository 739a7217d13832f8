import Basics
import Foundation
import Interchange
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Importing") struct ImportDestinationTests {
  private static let shop = """
    {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/"},"item":[
     {"name":"Login","request":"http://h/1"},{"name":"Users","item":[{"name":"All","request":"http://h/2"}]}]}
    """

  private func shop() throws -> ImportedCollection { try ImportSource(Array(Self.shop.utf8)).read() }

  @Test("An import outside any collection creates one, and its folder if necessary")
  func aCollectionIs()
    throws
  {
    let folder = try TemporaryDirectory("import")
    let made = try ImportDestination(into: folder.path("a/b"), stateFolder: folder.path("state")).write(try shop())
    let root = try FileSystem.live.resolve(folder.path("a/b"))
    #expect(made.paths == ["\(root)/Shop/Login.yml", "\(root)/Shop/Users/All.yml"])
    #expect(made.notices.isEmpty && folder.files().contains("a/b/Shop/opencollection.yml"))
  }

  @Test("An import reports each file that it writes to whoever waits")
  func steps() throws {
    let folder = try TemporaryDirectory("import")
    let steps = Mutex<[Int]>([])
    try StepReport.$receiver.withValue(StepReceiver { done, total in steps.withLock { $0 += [done, total] } }) {
      _ = try ImportDestination(newIn: folder.path, stateFolder: folder.path("state")).write(try shop())
    }
    let seen = steps.withLock { $0 }
    #expect(
      seen.count >= 6 && seen.first == 0 && Set(stride(from: 1, to: seen.count, by: 2).map { seen[$0] }).count == 1)
  }

  @Test("An import into a collection becomes a folder, and next to others a collection")
  func intoACollection() throws {
    let folder = try TemporaryDirectory("import")
    _ = try ImportDestination(newIn: folder.path, stateFolder: folder.path("state")).write(try shop())
    _ = try ImportDestination(into: folder.path("Shop/Users"), stateFolder: folder.path("state")).write(try shop())
    #expect(folder.files().contains("Shop/Users/Shop/Users/All.yml"))
    #expect(!folder.files().contains("Shop/Users/Shop/opencollection.yml"))
    let again = try ImportDestination(newIn: folder.path, stateFolder: folder.path("state")).write(try shop())
    #expect(again.paths.count == 2 && again.paths.allSatisfy { !$0.contains("/Shop/Login.yml") })
  }

  @Test("The rules of scripts are written to a new collection, and reported where a collection has others")
  func rules() throws {
    let folder = try TemporaryDirectory("import")
    let text = Self.shop.replacing(
      "\"Login\",", with: "\"Login\",\"event\":[{\"listen\":\"test\",\"script\":{\"exec\":[\"a()\"]}}],")
    let shop = try ImportSource(Array(text.utf8)).read()
    let made = try ImportDestination(newIn: folder.path, stateFolder: folder.path("state")).write(shop)
    #expect(made.notices.isEmpty)
    let file = try folder.readText("Shop/opencollection.yml")
    #expect(file.contains("  apus:\n    scripts: postman\n") && file.contains("    scripts:\n      flow: sequential\n"))
    let again = try ImportDestination(into: folder.path("Shop"), stateFolder: folder.path("state")).write(shop)
    #expect(again.notices.isEmpty)
    try folder.write("bruno/opencollection.yml", "info: {name: B}\n")
    let into = try ImportDestination(into: folder.path("bruno"), stateFolder: folder.path("state")).write(shop)
    #expect(
      into.notices.map(\.description) == [
        "Shop: its scripts expect extensions.apus.scripts: postman and extensions.bruno.scripts.flow: sequential in "
          + "opencollection.yml, which the collection lacks"
      ])
    #expect(try !folder.readText("bruno/Shop/folder.yml").contains("flow"))
  }

  @Test("The value of a known secret is written only after consent, and nothing before that")
  func theValueOf() throws {
    let folder = try TemporaryDirectory("import")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write("c/environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    try workspace.secretStore(of: workspace.path).set(["key": "s3cret-value"], of: "dev")
    let imported = try ImportSource(Array("curl http://h/ -H 'X-Key: s3cret-value'".utf8)).read()
    let destination = try ImportDestination(into: folder.path("c"), stateFolder: folder.path("state"))
    let before = folder.files()
    let error = #expect(throws: WorkspaceError.self) { try destination.write(imported) }
    guard case .secretsWouldBeWritten(_, let names) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(names == ["key"] && folder.files() == before)
    #expect(try destination.write(imported, mayWriteSecrets: true).paths.count == 1)
  }

  @Test("A failed import leaves no folder behind")
  func leavesNothing() throws {
    let folder = try TemporaryDirectory("import")
    try folder.write("kept/opencollection.yml", "info: {name: C}\n")
    try folder.write("kept/environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    let workspace = try Workspace.open(folder.path("kept"), stateFolder: folder.path("state"))
    try workspace.secretStore(of: workspace.path).set(["key": "s3cret-value"], of: "dev")
    let imported = try ImportSource(Array("curl http://h/ -H 'X-Key: s3cret-value'".utf8)).read()
    let place = folder.path("kept/new/deep")
    let destination = try ImportDestination(into: place, stateFolder: folder.path("state"))
    #expect(throws: WorkspaceError.self) { try destination.write(imported) }
    #expect(!folder.exists("kept/new"))
    #expect(folder.exists("kept"))
  }

  @Test(arguments: ["one", "folder", "environments", "collection"])
  func `An import can be undone and redone as a whole.`(kind: String) throws {
    let folder = try TemporaryDirectory("import")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write("c/mine.yml", "info: {name: Mine, type: http}\nhttp: {url: 'http://h'}\n")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    var imported = try shop()
    if kind == "one" { imported.root.items.removeLast() }
    if kind == "environments" { imported.root.items = [] }
    if kind != "one" {
      let token = Environment.Variable(Row("token", "s3cret"), isSecret: true)
      imported.environments = ["dev", "live"].map { Environment(name: $0, variables: [token]) }
    }
    func listed() -> [String] { folder.files().filter { !$0.contains(".apus/") && !$0.hasPrefix("state/") } }
    let before = listed()
    let place = kind == "collection" ? folder.path : folder.path("c")
    let made = try ImportDestination(into: place, of: workspace).write(imported)
    let after = listed()
    #expect(Set(after).count > before.count)

    var log = UndoLog<String>()
    let token = log.add(try workspace.creation(of: made.created), label: "Imported", item: made.paths.first)
    for _ in 0..<2 {
      #expect(try log.takeBack(token, in: workspace) { $0 }?.isRedone == false)
      #expect(listed() == before)
      #expect(try log.takeBack(token, in: workspace) { $0 }?.isRedone == true)
      #expect(listed() == after)
    }
    let names = kind == "one" ? [] : ["dev", "live"]
    for root in Set(workspace.collectionPaths()) where !workspace.environmentNames(of: root).isEmpty {
      for name in names {
        #expect(try workspace.environment(named: name, of: root)?.environment.variables.map(\.row.value) == ["s3cret"])
      }
    }
    #expect(workspace.collectionPaths().contains { workspace.environmentNames(of: $0) == names })
  }

  @Test func `An import into another workspace is not an undo step of this one.`() throws {
    let folder = try TemporaryDirectory("import")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    let made = try ImportDestination(newIn: folder.path, stateFolder: folder.path("state")).write(try shop())
    #expect(throws: WorkspaceError.self) { try workspace.creation(of: made.created) }
  }

  @Test func `Nothing is imported into a folder replaced by a link out of the open workspace.`() throws {
    let folder = try TemporaryDirectory("import")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write("c/sub/a.yml", "info: {name: A, type: http}\nhttp: {url: 'http://h'}\n")
    try folder.write("mine/note", "")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    let place = folder.path("c/sub")
    #expect(try ImportDestination(into: place, of: workspace).write(try shop()).paths.count == 2)
    try FileManager.default.moveItem(atPath: place, toPath: folder.path("c/sub.old"))
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: folder.path("mine"))
    let error = #expect(throws: WorkspaceError.self) { try ImportDestination(into: place, of: workspace) }
    #expect("\(error as Any)".contains("points outside the workspace"))
    #expect(folder.files().filter { $0.hasPrefix("mine") } == ["mine/note"])
  }

  @Test("An unknown format is rejected, and an unreadable source is explained")
  func aTextOf() {
    let unknown = #expect(throws: ImportFault.self) { try ImportSource(Array("hello".utf8)).read() }
    #expect(unknown?.description.hasPrefix("none of the formats curl, ") == true)
    let broken = #expect(throws: ImportFault.self) {
      try ImportSource(Array("{".utf8), format: .postman).read()
    }
    guard case .unreadable = broken else {
      Issue.record("\(broken as Any)")
      return
    }
  }

  @Test("A collection without a name is named after its file")
  func aCollectionIsCalled() throws {
    let bytes = Array("GET http://h/1\n\nGET http://h/2\n".utf8)
    #expect(try ImportSource(bytes, path: "some/shop.v1.hurl").read().root.name == "shop")
    #expect(try ImportSource(bytes, format: .hurl).read().root.name == "Imported")
  }
}

@Suite("Importing Bruno's older format") struct OlderCollectionTests {
  private func older(_ folder: TemporaryDirectory) throws {
    try folder.write("old/bruno.json", "{\"version\":\"1\",\"name\":\"Old\",\"type\":\"collection\"}")
    try folder.write("old/get.bru", "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://h/\n}\n")
  }

  @Test("A folder is shown and converted as a whole, and stays unchanged")
  func aFolderIs() throws {
    let folder = try TemporaryDirectory("older")
    try older(folder)
    let place = try #require(OlderCollection.folder(at: folder.path("old")))
    let source = try OlderCollection(at: place, named: "old")
    let content = try #require(try source.content())
    #expect(content.format == "bruno" && content.requests.map(\.url) == ["http://h/"])
    let before = folder.files()
    let made = try ImportDestination(into: folder.path("out"), stateFolder: folder.path("state")).write(source)
    #expect(made.paths.count == 1 && folder.files().contains("out/Old/get.yml"))
    #expect(Set(before).isSubset(of: folder.files()))
  }

  @Test("A folder without the older format is rejected, and a file is not a folder")
  func aFolderWithout() throws {
    let folder = try TemporaryDirectory("older")
    try folder.write("new/opencollection.yml", "info: {name: N}\n")
    #expect(OlderCollection.folder(at: folder.path("new/opencollection.yml")) == nil)
    #expect(OlderCollection.folder(at: folder.path("nothing")) == nil)
    let place = try #require(OlderCollection.folder(at: folder.path("new")))
    let error = #expect(throws: ImportFault.self) { try OlderCollection(at: place, named: "new") }
    guard case .notOlder = error else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test("Next to the newer format, the older is imported with a note, and an empty one is rejected")
  func besideTheNewer() throws {
    let folder = try TemporaryDirectory("older")
    try older(folder)
    try folder.write("old/opencollection.yml", "info: {name: New}\n")
    let place = try #require(OlderCollection.folder(at: folder.path("old")))
    #expect(try OlderCollection(at: place, named: "old").notices.map(\.location) == ["old"])
    try folder.remove("old/get.bru")
    let error = #expect(throws: ImportFault.self) { try OlderCollection(at: place, named: "old") }
    guard case .alreadyNewer = error else {
      Issue.record("\(error as Any)")
      return
    }
  }
}
