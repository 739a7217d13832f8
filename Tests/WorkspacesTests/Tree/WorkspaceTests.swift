import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Opening and listing a workspace") struct WorkspaceTests {
  private func request(_ name: String, seq: String = "1", url: String = "http://x/") -> String {
    "info:\n  name: \(name)\n  type: http\n  seq: \(seq)\n\nhttp:\n  method: GET\n  url: \(url)\n"
  }

  private func open(_ folder: TemporaryDirectory, _ name: String = "") throws -> Workspace {
    try Workspace.open(name.isEmpty ? folder.path : folder.path(name), stateFolder: folder.path("state"))
  }

  private func names(_ items: [TreeItem]) -> [String] {
    items.map { item in
      switch item {
      case .folder(let node): node.name + "/"
      case .request(let node): node.name
      }
    }
  }

  @Test("A folder with a collection's file is a workspace of one collection, also found from below")
  func single() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Shop\n")
    let path = try folder.write("users/Get user.yml", request("Get user"))
    for name in ["", "users", "users/Get user.yml"] {
      let tree = try open(folder, name).tree()
      #expect(tree.path == folder.path)
      #expect(tree.collections.map(\.name) == ["Shop"])
      #expect(tree.collections.first?.requests.map(\.node.id) == ["users/Get user"])
      #expect(tree.collections.first?.requests.first?.node.path == path)
    }
  }

  @Test("A folder that contains collections lists them by name, those of workspace.yml first")
  func several() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("w/b/opencollection.yml", "info:\n  name: B\n")
    try folder.write("w/a/opencollection.yml", "info:\n  name: A\n")
    try folder.write("w/deep/in/opencollection.yml", "info:\n  name: Deep\n")
    try folder.write(
      "w/workspace.yml",
      "info:\n  name: \"W\"\n  type: workspace\ncollections:\n  - name: \"D\"\n    path: \"deep/in\"\n  - name: \"G\"\n    path: \"gone\"\n"
    )
    let tree = try open(folder, "w").tree()
    #expect(tree.collections.map(\.name) == ["Deep", "A", "B"])
    #expect(tree.notices.count == 1 && tree.notices[0].message.contains("gone"))
  }

  @Test("The file apus.yml at the root of a collection has settings: it is not a request, and none gets its name there")
  func settings() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("opencollection.yml", "info:\n  name: C\n")
    try folder.write("apus.yml", "theme: dark\n")
    try folder.write("f/apus.yml", request("Deeper"))
    let workspace = try open(folder, "")
    let listed = workspace.tree()
    #expect(listed.collections.flatMap { $0.requests.map(\.node.id) } == ["f/apus"] && listed.notices.isEmpty)
    let made = try workspace.createRequest(RequestDefinition(name: "apus"), in: folder.path)
    #expect(FilePaths.name(of: made.path) != "apus.yml")
    #expect(try folder.readText("apus.yml") == "theme: dark\n")
    #expect(workspace.tree().collections.flatMap(\.requests).count == 2)
  }

  @Test(
    "A nested collection is not part of the outer one, and inherits nothing from it",
    arguments: ["opencollection.yml", "opencollection.yaml", "bruno.json"])
  func nested(file: String) throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("w/opencollection.yml", "info:\n  name: Outer\n")
    try folder.write(
      "w/environments/local.yml",
      "name: local\nvariables:\n  - {name: key, value: outer}\n  - {secret: true, name: own}\n")
    let request = file == "bruno.json" ? "steal.bru" : "steal.yml"
    let text =
      request == "steal.bru"
      ? "meta {\n  name: steal\n  type: http\n}\n\nget {\n  url: http://x/\n}\n" : self.request("steal")
    try folder.write("w/a/sub/\(file)", file == "bruno.json" ? "{\"name\": \"Sub\"}" : "info:\n  name: Sub\n")
    let inner = try folder.write("w/a/sub/deep/\(request)", text)
    try folder.write("w/a/sub/environments/local.yml", "name: local\nvariables: []\n")
    try folder.write("w/a/own.yml", self.request("own"))
    let outer = try open(folder, "w")
    try outer.secretStore(of: outer.path).set(["own": "kept"], of: "local")
    let tree = outer.tree()
    #expect(tree.collections.flatMap { $0.requests.map(\.node.id) } == ["a/own"])
    #expect(tree.notices.map(\.location) == [folder.path("w/a/sub")])
    #expect(tree.notices.first?.message.contains("separate collection") == true)
    #expect(outer.path(ofRequest: "a/sub/deep/steal", in: outer.path) == nil)
    let context = try outer.context(for: inner, environment: "local")
    #expect(context.folder == folder.path("w/a/sub"))
    #expect(!context.variables.entries.contains { ["outer", "kept"].contains($0.value) })
    let own = try open(folder, "w/a/sub").tree()
    #expect(own.collections.flatMap { $0.requests.map(\.node.id) } == ["deep/steal"] && own.notices.isEmpty)
  }

  @Test("A folder without a collection is refused by name")
  func none() throws {
    let folder = try TemporaryDirectory("workspace")
    #expect(throws: WorkspaceError.self) { try open(folder) }
  }

  @Test("Folders come first, pinned ones at their positions, then requests by seq and file name")
  func order() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("opencollection.yml", "info:\n  name: C\n")
    for (name, seq) in [("delta", ""), ("alpha", ""), ("Charlie", "  seq: 1\n"), ("bravo", "  seq: 2\n")] {
      try folder.write("\(name)/folder.yml", "info:\n  name: \(name)\n  type: folder\n\(seq)")
    }
    try folder.write("c.yml", request("third", seq: "2"))
    try folder.write("b.yml", request("second", seq: "0"))
    try folder.write("a.yml", request("first"))
    try folder.write("d.yml", request("between", seq: "1.5"))
    let items = try #require(try open(folder).tree().collections.first).items
    #expect(names(items) == ["Charlie/", "bravo/", "alpha/", "delta/", "first", "second", "between", "third"])
  }

  @Test("A broken file, a foreign file and a loop of links are shown, and everything else is still listed")
  func faults() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("opencollection.yml", "info:\n  name: C\n")
    try folder.write("good.yml", request("good"))
    try folder.write("bad.yml", "info:\n  name: x\n  type: http\nhttp:\n  url: [1\n")
    try folder.write("ci.yml", "jobs:\n  build: true\n")
    try folder.write("environments/dev.yml", "variables: []\n")
    try folder.write("sub/x.yml", request("x"))
    try folder.link("sub/loop", to: folder.path)
    let tree = try open(folder).tree()
    let listed = try #require(tree.collections.first).requests.map(\.node)
    #expect(listed.map(\.id) == ["sub/x", "bad", "ci", "good"])
    let bad = try #require(listed.first { $0.id == "bad" }?.fault)
    #expect(bad.location == folder.path("bad.yml") + ":6:1")
    #expect(listed.first { $0.id == "ci" }?.fault?.message.contains("not a request file") == true)
    #expect(tree.notices.contains { $0.location == folder.path("sub/loop") })
    #expect(tree.collections.first?.environments == ["dev"])
  }

  @Test("Huge files, pipes and odd names are listed or reported, and nothing blocks")
  func hostile() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("opencollection.yml", "info:\n  name: C\n")
    for name in ["new\nline", "emoji 😀", "..dots", String(repeating: "é", count: 125), "-dash", "per%cent"] {
      try folder.write("\(name)/\(name).yml", request("x"))
    }
    try folder.write("huge.yml", Array(repeating: UInt8(ascii: "#"), count: 50 << 20))
    mkfifo(folder.path("pipe.yml"), 0o600)
    try folder.link("gone.yml", to: "nowhere")
    let tree = try open(folder).tree()
    let listed = try #require(tree.collections.first).requests.map(\.node)
    #expect(listed.count == 6 && listed.filter { $0.fault == nil }.count == 5)
    #expect(listed.first { $0.id == "huge" }?.fault?.message.contains("4 MB") == true)
    #expect(tree.notices.map(\.location) == [folder.path("gone.yml")])
  }

  @Test("Ten thousand requests are listed completely")
  func many() throws {
    let folder = try TemporaryDirectory("many")
    try folder.write("opencollection.yml", "info:\n  name: C\n")
    for group in 0..<500 {
      try FileManager.default.createDirectory(atPath: folder.path("g\(group)"), withIntermediateDirectories: false)
      for item in 0..<20 {
        let content = Data(request("r \(item)", seq: "\(item + 1)").utf8)
        _ = FileManager.default.createFile(atPath: folder.path("g\(group)/r\(item).yml"), contents: content)
      }
    }
    let tree = try open(folder).tree()
    #expect(tree.collections.first?.requests.count == 10_000)
    #expect(tree.notices.isEmpty)
  }

  @Test("A request is found by path, by name and ignoring case")
  func finding() throws {
    let folder = try TemporaryDirectory("workspace")
    try folder.write("opencollection.yml", "info:\n  name: Shop\n")
    try folder.write("users/get-user.yml", request("Get user"))
    let workspace = try open(folder)
    let tree = workspace.tree()
    for target in [
      "users/get-user", "users/get-user.yml", "Shop/users/get-user", "users/Get user", "Get user", "USERS/GET-USER",
    ] {
      #expect(workspace.find(target, in: tree)?.id == "users/get-user", "\(target)")
    }
    #expect(workspace.find("get-user.yml", in: tree, currentFolder: folder.path("users"))?.id == "users/get-user")
    #expect(workspace.find("nobody", in: tree) == nil)
  }
}
