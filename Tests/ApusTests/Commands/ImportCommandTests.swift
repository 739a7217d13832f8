import TestSupport
import Testing

@Suite struct ImportCommandTests {
  private let command = "curl 'http://h/users?page=1' -H 'X-A: 1' --json '{\"a\": 1}'\n"

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
    #expect(request.bodyText == "{\"a\": 1}")
  }

  @Test("A folder of a collection gets the requests")
  func into() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request()])
    let result = try await sample.program.run("import", "-", "--into", "users", input: Array(command.utf8))
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try await sample.program.run("list", "--json").json()["collections"][0]["items"][0]["items"].array.count == 2)
  }

  @Test("What is none of the formats is status 1, what cannot be read 3, an unknown format 2")
  func faults() async throws {
    let nothing = try await Program().run("import", "-", input: Array("hello".utf8))
    #expect(nothing.status == 1)
    #expect(nothing.error.split(separator: "\n").count == 1)
    #expect(try await Program().run("import", "-", "--from", "har", input: Array("{".utf8)).status == 1)
    #expect(try await Program().run("import", "/nonexistent").status == 3)
    #expect(try await Program().run("import", "-", "--from", "pdf").status == 2)
  }
}
