import Foundation
import TestSupport
import Testing

@Suite struct ImportCommandTests {
  private let command = "curl 'http://h/users?page=1' -H 'X-A: 1' -H 'X-B:2' --json '{\"a\": 1}'\n"

  @Test("A curl command is listed, shown as the neutral model, and written as a collection that sends it")
  func curl() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let text = Array(command.replacing("http://h", with: server.url).utf8)
    let listed = try await program.run("import", "-", "--list", input: text)
    #expect(listed.text.hasPrefix("POST  ") && listed.text.hasSuffix("/users?page=1\n"), "\(listed.error)")
    let model = try await program.run("import", "-", "--from", "curl", "--json", input: text).json()
    #expect(model["format"].string == "curl")
    #expect(model["items"][0]["method"].string == "POST")
    #expect(folder.files().isEmpty)
    let written = try await program.run("import", "-", input: text)
    #expect(written.status == 0, "\(written.error)")
    let path = try #require(written.lines.first)
    let sent = try await program.run("send", String(path))
    #expect(sent.status == 0, "\(sent.error)")
    let request = try #require(server.requests.first)
    #expect(request.target == "/users?page=1")
    #expect(request["X-A"] == "1")
    #expect(request.headText.contains("\r\nX-B:2\r\n"))
    #expect(request.bodyText == "{\"a\": 1}")
    let exported = try await program.run("export", "curl", String(path))
    #expect(exported.text.contains("-H X-B:2 "), "\(exported.text)")
  }

  @Test("Environments alone join the collection around the current folder; without one, the way into one is named")
  func environment() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("shop/opencollection.yml", "info: {name: Shop}\n")
    try folder.write("shop/users/folder.yml", "info: {name: Users, type: folder}\n")
    let values = #"[{"key": "host", "value": "http://h", "enabled": true}]"#
    let file = "dev.postman_environment.json"
    try folder.write(file, #"{"name": "Dev", "values": \#(values), "_postman_variable_scope": "environment"}"#)
    var inside = Program(in: folder.path("shop/users"))
    // The search for a collection ends at the home folder.
    inside.variables["HOME"] = folder.path
    let joined = try await inside.run("import", folder.path(file))
    #expect(joined.status == 0 && joined.error.isEmpty, "\(joined.error)")
    let environments = folder.files().filter { $0.contains("environments/") }
    #expect(environments == ["shop/environments/Dev.yml"], "\(folder.files())")
    let alone = try await Program(in: folder.path).run("import", file)
    #expect(alone.status == 0 && alone.error.contains("apus import \(file) --into DIR"), "\(alone.error)")
    #expect(folder.files().count { $0.contains("environments/") } == 2)
  }

  @Test("An older collection is imported without unreadable items, which are reported with a status")
  func incomplete() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("old/bruno.json", #"{"version": "1", "name": "Old", "type": "collection"}"#)
    let request = "meta {\n  name: A\n  type: http\n}\n\nget {\n  url: http://h/\n}\n"
    try folder.write("old/a.bru", request)
    try folder.write("old/\(Array(repeating: "d", count: 70).joined(separator: "/"))/b.bru", request)
    for words in [["--list"], ["--json"], []] {
      let result = try await Program(in: folder.path).run(["import", "old"] + words)
      #expect(result.status == 3 && result.error.contains("nested deeper"), "\(words): \(result.error)")
      #expect(!result.output.isEmpty)
    }
    let isWritten = folder.files().contains("Old 2/a.yml")
    #expect(isWritten)
  }

  @Test("Requests are imported into a folder of a collection")
  func into() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request()])
    let result = try await sample.program.run("import", "-", "--into", "users", input: Array(command.utf8))
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try await sample.program.run("list", "--json").json()["collections"][0]["items"][0]["items"].array.count == 2)
  }

  @Test func `Without --into, requests join the collection around the current folder`() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request()])
    var inside = Program(in: sample.folder.path("users"))
    // Apus looks for a collection up to the home.
    inside.variables["HOME"] = sample.folder.path
    let single = try await inside.run("import", "-", input: Array("curl '{{base_url}}/one'".utf8))
    #expect(single.status == 0, "\(single.error)")
    #expect(single.lines.allSatisfy { $0.hasPrefix(sample.folder.path("users/")) } && single.lines.count == 1)
    let several = try await sample.program.run("import", "-", input: Array("curl http://h/a; curl http://h/b".utf8))
    #expect(several.status == 0 && several.lines.count == 2, "\(several.error)")
    let path = try #require(single.lines.first.map(String.init))
    let exported = try await sample.program.run("export", "curl", path, "-e", "local")
    #expect(exported.text.contains("http://h/one"), "\(exported.text)\(exported.error)")
    #expect(sample.folder.files().count { $0.hasSuffix("opencollection.yml") } == 1)
    #expect(try await sample.program.run("list", "--json").json()["collections"].array.count == 1)
  }

  @Test("An import with a known secret needs --yes; until then nothing is written")
  func secrets() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request()])
    let set = try await sample.program.run("env", "set", "local", "token=s3cret-value")
    #expect(set.status == 0, "\(set.error)")
    let before = sample.folder.files()
    let text = Array("curl --compressed http://h/ -H 'X-A: s3cret-value'\n".utf8)
    let refused = try await sample.program.run("import", "-", "--into", "users", input: text)
    #expect(refused.status == 3 && refused.error.contains("token") && !refused.error.contains("s3cret-value"))
    #expect(refused.error.split(separator: "\n").count == 1)
    #expect(sample.folder.files() == before)
    let made = try await sample.program.run("import", "-", "--into", "users", "--yes", input: text)
    #expect(made.status == 0 && sample.folder.files().count == before.count + 1, "\(made.error)")
  }

  @Test(
    "Plain-text credentials are reported by name, never by value, when files are written",
    arguments: [
      ("curl -u me:s3cret-value http://h/in; curl http://h/out -H 'Accept: */*'", "in"),
      ("curl http://h/in -H 'X-Api-Key: s3cret-value'; curl http://h/out", "in"),
      ("curl http://h/in -d password=s3cret-value; curl http://h/out -d page=2", "in"),
      ("curl 'http://h/in?access_token=s3cret-value'; curl 'http://h/out?page=2'", "in"),
    ])
  func credentials(text: String, place: String) async throws {
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let listed = try await program.run("import", "-", "--list", input: Array(text.utf8))
    #expect(!listed.error.contains("credential"), "\(listed.error)")
    let made = try await program.run("import", "-", input: Array(text.utf8))
    #expect(made.status == 0, "\(made.error)")
    let lines = made.error.split(separator: "\n").filter { $0.contains("the file contains a credential in clear text") }
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains(place) && !$0.contains("out") }, "\(made.error)")
    #expect(!made.error.contains("s3cret-value"))
  }

  @Test("An import without credentials, or with variables for them, reports nothing")
  func noCredentials() async throws {
    let folder = try TemporaryDirectory()
    let text = "curl -H 'Authorization: Bearer {{token}}' 'http://h/a?key={{key}}'; curl http://h/b -d 'password='"
    let made = try await Program(in: folder.path).run("import", "-", input: Array(text.utf8))
    #expect(made.status == 0 && !made.error.contains("credential"), "\(made.error)")
  }

  @Test("A link out of the workspace is rejected, also above the folder; the user's own link is followed")
  func links() async throws {
    let folder = try TemporaryDirectory("links")
    try folder.write("outside/mine/note", "")
    try folder.write("ws/c/opencollection.yml", "info: {name: C}\n")
    for (link, target) in [("ws/c/out", "../../outside"), ("ws/out", "../outside"), ("ws/in", "c"), ("own", "ws/c")] {
      try folder.link(link, to: target)
    }
    let program = Program(in: folder.path)
    let before = folder.files()
    for place in ["ws/c/out", "ws/c/out/mine", "ws/c/out/new/deep", "ws/out", "ws/out/mine/"] {
      let result = try await program.run("import", "-", "--into", place, input: Array(command.utf8))
      #expect(result.status == 3 && result.error.contains("points outside the workspace"), "\(place): \(result.error)")
      #expect(result.error.contains("outside"), "\(result.error)")
    }
    #expect(folder.files() == before)
    for place in ["ws/in", "own", "outside"] {
      let result = try await program.run("import", "-", "--into", place, input: Array(command.utf8))
      #expect(result.status == 0, "\(place): \(result.error)")
    }
  }

  @Test("A file nested too deeply is reported with the position")
  func deep() async throws {
    let folder = try TemporaryDirectory()
    let opening = #"{"name": "F", "item": ["#
    let item = #"{"name": "R", "request": {"method": "GET", "url": "http://h/"}}"#
    let start = #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}, "item": ["#
    let text =
      start + String(repeating: opening, count: 300) + item + String(repeating: "]}", count: 300) + "]}"
    let yaml = "type: collection.insomnia.rest/5.0\ncollection: " + String(repeating: "[", count: 300) + "\n"
    for (name, text) in [("deep.json", text), ("deep", text), ("deep.yaml", yaml)] {
      try folder.write(name, text)
      let result = try await Program(in: folder.path).run("import", name)
      #expect(result.status == 1 && result.error.contains("line "), "\(result.error)")
      #expect(result.error.contains("nested deeper than"), "\(result.error)")
      #expect(!result.error.contains("--from") && result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
  }

  @Test("An unrecognized file exits with 1, an unreadable one with 3, an unknown format with 2")
  func faults() async throws {
    let nothing = try await Program().run("import", "-", input: Array("hello".utf8))
    #expect(nothing.status == 1)
    #expect(nothing.error.split(separator: "\n").count == 1)
    #expect(try await Program().run("import", "-", "--from", "har", input: Array("{".utf8)).status == 1)
    #expect(try await Program().run("import", "/nonexistent").status == 3)
    #expect(try await Program().run("import", "-", "--from", "pdf").status == 2)
  }

  @Test("A folder in Bruno's older format is listed, shown and converted as a whole, and stays unchanged")
  func folder() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("old/bruno.json", "{\"version\": \"1\", \"name\": \"Shop\", \"type\": \"collection\"}")
    try folder.write("old/environments/local.bru", "vars {\n  base: http://h\n}\n")
    try folder.write(
      "old/users/get.bru",
      "meta {\n  name: Get\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{base}}/users\n  body: none\n  auth: none\n}\n")
    let before = try folder.files().map { try folder.read($0) }
    let program = Program(in: folder.path)
    #expect(try await program.run("import", "old", "--list").lines == ["GET  Get  {{base}}/users"])
    let model = try await program.run("import", "old", "--from", "bruno", "--json").json()
    #expect(model["items"][0]["items"][0]["url"].string == "{{base}}/users")
    let made = try await program.run("import", "old", "--from", "bruno")
    #expect(made.status == 0, "\(made.error)")
    let path = try #require(made.lines.first.map(String.init))
    let listed = try await program.run("list", path)
    #expect(listed.text.contains("users/get"), "\(listed.text)\(listed.error)")
    let all = folder.files()
    #expect(all.contains { $0.hasSuffix("environments/local.yml") })
    #expect(try all.filter { $0.hasPrefix("old/") }.map { try folder.read($0) } == before)
    #expect(try await program.run("import", path).status == 1)
    #expect(try await program.run("import", "old", "--from", "curl").status == 2)
  }

  @Test("Ten thousand pasted commands become ten thousand requests")
  func paste() async throws {
    let commands = (0..<10_000).map { "curl -X POST 'http://h/\($0)?a=b' -H 'A: b' --data-raw '{\"id\": \($0)}'\n" }
    let folder = try TemporaryDirectory()
    let result = try await Program(in: folder.path).run(
      ["import", "-", "--list"], input: Array(commands.joined().utf8))
    #expect(result.status == 0 && result.lines.count == 10_000, "\(result.error.prefix(300))")
  }
}
