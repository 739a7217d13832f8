import Foundation
import TestSupport
import Testing

/// `apus import` with whole files and folders.
@Suite("Importing whole files") struct ImportWholeTests {
  private static let mixed = """
    {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/"},"item":[
     {"name":"Login","request":"http://h/1"},
     {"name":"Users","item":[{"name":"B","request":"http://h/2"},{"name":"Deep","item":[]},
      {"name":"A","request":"http://h/3"}]},
     {"name":"Logout","request":"http://h/4"}]}
    """

  private func names(_ items: [JSONValue]) -> [String] {
    items.flatMap { [$0["name"].string ?? "?"] + names($0["items"].array) }
  }

  @Test("Requests next to folders keep their order in new and existing collections, and run in it")
  func order() async throws {
    let folder = try TemporaryDirectory("import")
    let program = Program(in: folder.path)
    let wanted = ["Login", "Users", "B", "Deep", "A", "Logout"]
    let made = try await program.run("import", "-", input: Array(Self.mixed.utf8))
    #expect(made.status == 0, "\(made.error)")
    #expect(made.lines.map { $0.hasPrefix(folder.path("Shop/")) } == [true, true, true, true])
    let listed = try await program.run("list", "Shop", "--json").json()
    #expect(names(listed["collections"][0]["items"].array) == wanted)
    #expect(try folder.readText("Shop/Login.yml").contains("seq: 1"))
    #expect(try folder.readText("Shop/Users/folder.yml").contains("seq: 2"))
    #expect(try folder.readText("Shop/Logout.yml").contains("seq: 3"))
    let added = try await program.run("import", "-", "--into", "Shop/Users", input: Array(Self.mixed.utf8))
    #expect(added.status == 0, "\(added.error)")
    let both = try await program.run("list", "Shop", "--json").json()
    #expect(
      names(both["collections"][0]["items"].array)
        == ["Login", "Users", "B", "Deep", "A", "Shop"] + wanted + ["Logout"])
  }

  @Test("--into creates a missing folder, for a new collection and a converted one")
  func into() async throws {
    let folder = try TemporaryDirectory("import")
    let program = Program(in: folder.path)
    let made = try await program.run("import", "-", "--into", "a/b", input: Array(Self.mixed.utf8))
    #expect(made.status == 0 && folder.files().contains("a/b/Shop/opencollection.yml"), "\(made.error)")
    try folder.write("old/bruno.json", "{\"version\":\"1\",\"name\":\"Old\",\"type\":\"collection\"}")
    try folder.write("old/get.bru", "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://h/\n}\n")
    let converted = try await program.run("import", "old", "--into", "c/d")
    #expect(converted.status == 0 && folder.files().contains("c/d/Old/get.yml"), "\(converted.error)")
    try folder.write("file", "x")
    let blocked = try await program.run("import", "old", "--into", "file")
    #expect(blocked.status == 3 && blocked.error.contains("file"), "\(blocked.error)")
  }

  @Test("In a Bruno folder with both formats, the older files are imported, with a note on the newer")
  func both() async throws {
    let folder = try TemporaryDirectory("import")
    let program = Program(in: folder.path)
    try folder.write("old/bruno.json", "{\"version\":\"1\",\"name\":\"Old\",\"type\":\"collection\"}")
    try folder.write("old/opencollection.yml", "info:\n  name: New\n")
    try folder.write("old/new.yml", "info:\n  name: New\n  type: http\nhttp:\n  url: http://h/new\n")
    try folder.write("old/get.bru", "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://h/old\n}\n")
    #expect(try await program.run("import", "old", "--list").lines == ["GET  Get  http://h/old"])
    let made = try await program.run("import", "old", "--into", "out")
    #expect(made.status == 0 && folder.files().contains("out/Old/get.yml"), "\(made.error)")
    #expect(made.error.contains("both bruno.json and opencollection.yml exist"))
    #expect(!folder.files().contains("out/Old/new.yml"))
    try folder.remove("old/get.bru")
    let empty = try await program.run("import", "old", "--into", "out")
    #expect(empty.status == 1 && empty.error.contains("already a collection"), "\(empty.error)")
  }

  @Test("Windows files with a byte-order mark are imported under any format name")
  func marks() async throws {
    let folder = try TemporaryDirectory("import")
    let program = Program(in: folder.path)
    try folder.write(
      "a.hurl",
      [0xFF, 0xFE] + "GET http://h/1\n\nGET http://h/2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    try folder.write("b.json", [0xEF, 0xBB, 0xBF] + Array(Self.mixed.utf8))
    #expect(
      try await program.run("import", "a.hurl", "--list").lines == [
        "GET  http://h/1  http://h/1", "GET  http://h/2  http://h/2",
      ])
    #expect(try await program.run("import", "b.json", "--list").lines.count == 4)
    try folder.write("old/bruno.json", [0xEF, 0xBB, 0xBF] + Array("{\"version\":\"1\",\"name\":\"Old\"}".utf8))
    try folder.write(
      "old/get.bru",
      [0xEF, 0xBB, 0xBF] + Array("meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://h/\n}\n".utf8))
    let made = try await program.run("import", "old", "--into", "out")
    #expect(made.status == 0 && folder.files().contains("out/Old/get.yml") && made.error.isEmpty, "\(made.error)")
  }

  @Test("A command is exported in short form, and with --exact for equal bytes")
  func curl() async throws {
    let program = try Program()
    let short = try await program.run("export", "curl", "http://h/a", "-X", "POST")
    #expect(short.text == "curl http://h/a \\\n  -X POST\n" && short.error.isEmpty)
    let exact = try await program.run("export", "curl", "http://h/a", "-X", "POST", "--exact")
    #expect(exact.text.contains("-A apus/") && exact.text.contains("--compressed"))
    // For a typed URL, redirects are followed only with -L.
    #expect(!exact.text.contains("-L"))
    let following = try await program.run("export", "curl", "http://h/a", "-X", "POST", "--exact", "-L")
    #expect(following.text.contains("-L"), "\(following.error)")
    #expect(try await program.run("export", "har", "http://h/a", "--exact").status == 2)
  }
}
