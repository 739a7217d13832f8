import TestSupport
import Testing

@Suite("One broken file does not hide others") struct BrokenNeighbourTests {
  @Test("A URL is sent although a collection below the current folder is broken, with one line about it")
  func brokenCollection() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("neighbours")
    try folder.write("api/opencollection.yml", "info:\n  name: [\n")
    let sent = try await Program(in: folder.path).run("send", "\(server.url)/x")
    #expect(sent.status == 0 && server.requests.count == 1, "\(sent.error)")
    #expect(sent.error.contains("opencollection.yml:3:1") && sent.error.hasSuffix("; its variables are not used\n"))
    // A named environment must exist.
    let named = try await Program(in: folder.path).run("send", "\(server.url)/x", "-e", "local")
    #expect(named.status == 3 && server.requests.count == 1)
  }

  @Test("A URL is sent despite broken environments, unless one of them is selected")
  func brokenEnvironment() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url)
    try sample.folder.write("environments/broken.yml", "variables: 5\n")
    let sent = try await sample.program.run("send", "\(server.url)/x")
    #expect(sent.status == 0 && sent.error.isEmpty, "\(sent.error)")
    #expect(try await sample.program.run("send", "\(server.url)/x", "-e", "broken").status == 3)
    #expect(try await sample.program.run("send", "\(server.url)/x", "-e", "local").status == 0)
  }

  @Test("List and completion report a broken file and continue with the others")
  func listing() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:1", requests: ["a/good": Sample.request(), "b/bad": "info:\n  name: [\n"])
    try sample.folder.write("b/folder.yml", "info:\n  name: [\n")
    let listed = try await sample.program.run("list")
    #expect(listed.status == 0 && listed.text.contains("good") && listed.text.contains("bad.yml:3:1"))
    let offered = try await sample.program.run("---completion", "send", "--", "target", "0", "0", "apus", "send", "")
    #expect(offered.lines == ["a/good", "b/bad"], "\(offered.text)\(offered.error)")
  }

  @Test("A body beyond --max-body is shown in part, exits with 5, and the error names the option")
  func largeBody() async throws {
    let server = try AnsweringServer { _ in Answer.text(String(repeating: "x", count: 5_000)) }
    defer { server.stop() }
    let cut = try await Program().run("send", server.url, "--max-body", "1KB")
    #expect(cut.status == 5 && cut.output.count == 1_000)
    #expect(cut.error.contains("sent a body larger than 1 KB, the limit"))
    #expect(cut.error.hasSuffix("; --max-body raises the limit\n"), "\(cut.error)")
    #expect(try await Program().run("send", server.url, "--max-body", "5KB").status == 0)
    #expect(try await Program().run("send", server.url, "--max-body", "much").status == 2)
    let json = try await Program().run("send", server.url, "--max-body", "1KB", "--json")
    #expect(json.status == 5)
    #expect(try json.json()["_error"]["category"].string == "bodyTooLarge")
    #expect(try json.json()["response"]["content"]["size"].int == 1_000)
  }

  @Test("Request settings and --keep-body decide how much of a body is read and kept")
  func keptBody() async throws {
    let server = try AnsweringServer { _ in Answer.text(String(repeating: "x", count: 50_000)) }
    defer { server.stop() }
    let request = Sample.request() + "\nsettings:\n  maximumBodySize: 1KB\n"
    let sample = try Sample(url: server.url, requests: ["small": request, "any": Sample.request()])
    #expect(try await sample.program.run("send", "small", "-e", "local").status == 5)
    #expect(try await sample.program.run("send", "small", "-e", "local", "--max-body", "1MB").status == 0)
    #expect(try await sample.program.run("send", "any", "-e", "local", "--keep-body", "10KB").status == 0)
    let shown = try await sample.program.run("history", "show", "last")
    #expect(
      shown.output.isEmpty && shown.error.contains("the body of 50 KB was too large to store"), "\(shown.error)")
    let entry = try await sample.program.run("history", "show", "last", "--json").json()
    #expect(entry["response"]["content"]["_omitted"]["size"].int == 50_000)
  }
}
