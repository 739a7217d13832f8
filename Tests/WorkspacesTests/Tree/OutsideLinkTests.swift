import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Links out of a workspace") struct OutsideLinkTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    let request = "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://needle'}\n"
    try folder.write("w/opencollection.yml", "info: {name: C}\n")
    try folder.write("w/real/a.yml", request)
    try folder.write("w/environments/own.yml", "variables: []\n")
    try folder.write("mine/secret.yml", request)
    try folder.write("mine/env.yml", "variables: [{name: a, value: needle}]\n")
    try folder.write("mine/folder.yml", "info: {name: Mine}\nrequest: {headers: [{name: X, value: needle}]}\n")
    let links = [
      "w/in": "real", "w/out": folder.path("mine"), "w/out.yml": "../mine/secret.yml", "w/root": "/",
      "w/environments/out.yml": "../../mine/env.yml", "w/real/folder.yml": "../../mine/folder.yml",
    ]
    for (link, target) in links {
      try folder.link(link, to: target)
    }
    return try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
  }

  @Test(
    "Items behind a link to the outside are not listed but reported once each; a folder behind an inner link is listed once"
  )
  func listing() throws {
    let folder = try TemporaryDirectory("links")
    let workspace = try workspace(folder)
    let tree = workspace.tree()
    #expect(tree.collections.first?.requests.map(\.node.id).sorted() == ["real/a"])
    #expect(tree.notices.contains { $0.location == folder.path("w/in") && $0.message.contains("listed elsewhere") })
    #expect(tree.collections.first?.environments == ["own"])
    let reported = tree.notices.filter { $0.message.contains("points outside the workspace") }.map(\.location)
    let names = ["environments/out.yml", "out", "out.yml", "real/folder.yml", "root"]
    #expect(reported.sorted() == names.map { folder.path("w/\($0)") })
  }

  @Test("Folders that are full of links to each other are listed once each, with few notices")
  func manyLinks() throws {
    let folder = try TemporaryDirectory("links")
    try folder.write("w/opencollection.yml", "info: {name: C}\n")
    let request = "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://h'}\n"
    let names = (0..<20).map { "f\($0)" } + (0..<20).map { ".hidden/f\($0)" }
    for name in names { try folder.write("w/\(name)/r.yml", request) }
    for name in names {
      for (number, target) in names.enumerated() {
        try folder.link("w/\(name)/l\(number)", to: folder.path("w/\(target)"))
      }
    }
    let tree = try Workspace.open(folder.path("w"), stateFolder: folder.path("state")).tree()
    let listed = Set(tree.collections.flatMap(\.requests).map(\.node.path).map { try? FileSystem.live.resolve($0) })
    #expect(tree.collections.flatMap(\.requests).count == 40 && listed.count == 40)
    #expect(tree.notices.count <= 201 && tree.notices.last?.message.contains("more notices") == true)
  }

  @Test("No request, environment, settings or search reads through a link to the outside")
  func reading() throws {
    let folder = try TemporaryDirectory("links")
    let workspace = try workspace(folder)
    for read in [
      { () throws in _ = try workspace.request(at: folder.path("w/out.yml")) },
      { () throws in _ = try workspace.environment(named: "out", of: workspace.path) },
      { () throws in _ = try workspace.settings(of: folder.path("w/real")) },
      { () throws in _ = try workspace.request(at: folder.path("w/out/secret.yml")) },
    ] {
      let error = #expect(throws: WorkspaceError.self) { try read() }
      #expect("\(error as Any)".contains("points outside the workspace"))
    }
    #expect(workspace.environmentNames(of: workspace.path) == ["own"])
    var hits: [String] = []
    workspace.search("needle", in: workspace.tree()) { hit in
      hits.append(hit.path)
      return true
    }
    #expect(hits == [folder.path("w/real/a.yml")])
  }

  @Test("A folder without settings behind an inner link has none, instead of settings outside the workspace")
  func missing() throws {
    let folder = try TemporaryDirectory("links")
    try folder.write("w/opencollection.yml", "info: {name: C}\n")
    try folder.write("w/real/a.yml", "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://h'}\n")
    try folder.link("w/in", to: "real")
    let workspace = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    #expect(try workspace.settings(of: folder.path("w/in")).definition.headers.isEmpty)
    #expect(try workspace.request(at: folder.path("w/in/a.yml")).definition.url == "http://h")
  }

  @Test("A collection cannot read another one in its workspace: no settings, environment or request through a link")
  func siblings() throws {
    let folder = try TemporaryDirectory("links")
    let request = "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://h'}\n"
    try folder.write("w/a/opencollection.yml", "info: {name: A}\nrequest: {headers: [{name: X, value: key}]}\n")
    try folder.write("w/a/environments/prod.yml", "variables: [{name: a, value: key}]\n")
    try folder.write("w/a/r.yml", request)
    try folder.write("w/b/opencollection.yml", "info: {name: B}\n")
    try folder.write("w/b/sub/own.yml", request)
    try folder.write("w/b/environments/own.yml", "variables: []\n")
    let links = [
      "w/b/sub/folder.yml": "../../a/opencollection.yml", "w/b/environments/prod.yml": "../../a/environments/prod.yml",
      "w/b/lnk": "../a", "w/b/r.yml": "../a/r.yml",
    ]
    for (link, target) in links {
      try folder.link(link, to: target)
    }
    let workspace = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    let tree = workspace.tree()
    #expect(tree.collections.map { $0.requests.map(\.node.id) } == [["r"], ["sub/own"]])
    #expect(tree.collections.map(\.environments) == [["prod"], ["own"]])
    let reported = tree.notices.filter { $0.message.contains("points outside its collection") }.map(\.location)
    #expect(Set(reported) == Set(links.keys.map { folder.path($0) }))
    for read in [
      { () throws in _ = try workspace.request(at: folder.path("w/b/r.yml")) },
      { () throws in _ = try workspace.request(at: folder.path("w/b/lnk/r.yml")) },
      { () throws in _ = try workspace.environment(named: "prod", of: folder.path("w/b")) },
      { () throws in _ = try workspace.settings(of: folder.path("w/b/sub")) },
    ] {
      let error = #expect(throws: WorkspaceError.self) { try read() }
      #expect("\(error as Any)".contains("points outside its collection"))
    }
  }

  @Test("A reference to another request stays in its collection", arguments: ["r", "sub/own"])
  func references(id: String) throws {
    let folder = try TemporaryDirectory("links")
    let request = "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://h'}\n"
    for path in ["w/a/r.yml", "w/a/sub/own.yml", "w/b/r.yml", "w/a/.apus/r.yml", "w/a/.git/r.yml", "out/r.yml"] {
      try folder.write(path, request)
    }
    for name in ["a", "b"] { try folder.write("w/\(name)/opencollection.yml", "info: {name: C}\n") }
    try folder.link("w/a/lnk", to: "../b")
    let workspace = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    let collection = folder.path("w/a")
    #expect(workspace.path(ofRequest: id, in: collection) == folder.path("w/a/\(id).yml"))
    let outside = [
      folder.path("w/b/r"), folder.path("out/r"), folder.path("w/a/r"), "../b/r", "sub/../../b/r", "./r", "sub//own",
      ".apus/r", ".git/r", "lnk/r", "",
    ]
    for id in outside { #expect(workspace.path(ofRequest: id, in: collection) == nil, "\(id)") }
  }

  @Test("A collection behind a link to the outside is not part of a workspace")
  func collections() throws {
    let folder = try TemporaryDirectory("links")
    try folder.write("w/a/opencollection.yml", "info: {name: A}\n")
    try folder.write("b/opencollection.yml", "info: {name: B}\n")
    try folder.link("w/b", to: "../b")
    try folder.link("w/c", to: "a")
    let tree = try Workspace.open(folder.path("w"), stateFolder: folder.path("state")).tree()
    #expect(tree.collections.map(\.path) == ["a", "c"].map { folder.path("w/\($0)") })
    #expect(tree.notices.map(\.location) == [folder.path("w/b")])
    try folder.write("e/readme", "")
    try folder.link("e/b", to: "../b")
    #expect(throws: WorkspaceError.self) { try Workspace.open(folder.path("e"), stateFolder: folder.path("state")) }
  }

  @Test("A collection in workspace.yml that lies outside the workspace is not opened, and reported once")
  func named() throws {
    let folder = try TemporaryDirectory("links")
    for name in ["w/a", "w/deep/in", "b", "b/c"] { try folder.write("\(name)/opencollection.yml", "info: {name: N}\n") }
    try folder.write("b/secret.yml", "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://needle'}\n")
    try folder.link("w/deep/out", to: "../../b")
    try folder.link("w/self", to: ".")
    let outside = ["../b", folder.path("b"), "deep/out", "deep/out/c", "a/../../b", "../gone", "self/../../b/c"]
    let inside = ["deep/in", "./deep/in", folder.path("w/deep/in"), "self/a"]
    try folder.write(
      "w/workspace.yml",
      "info: {name: W, type: workspace}\ncollections:\n"
        + (outside + inside).map { "  - {name: N, path: '\($0)'}\n" }.joined())
    let workspace = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    let tree = workspace.tree()
    #expect(tree.collections.map(\.path) == ["deep/in", "self/a", "a"].map { folder.path("w/\($0)") })
    #expect(tree.notices.map(\.location).allSatisfy { $0 == folder.path("w/workspace.yml") })
    #expect(tree.notices.map(\.message) == outside.map { "the collection \"\($0)\" \(WorkspaceFile.outsideWords)" })
    #expect(workspace.collectionPaths() == tree.collections.map(\.path))
  }

  @Test("A workspace whose collections are all outside opens, and reports why it is empty")
  func namedAlone() throws {
    let folder = try TemporaryDirectory("links")
    try folder.write("b/opencollection.yml", "info: {name: N}\n")
    try folder.write("w/workspace.yml", "info: {type: workspace}\ncollections: [{name: B, path: ../b}]\n")
    let tree = try Workspace.open(folder.path("w"), stateFolder: folder.path("state")).tree()
    #expect(tree.collections.isEmpty && tree.notices.count == 1)
    #expect(tree.notices.first?.message.contains("../b") == true)
  }
}
