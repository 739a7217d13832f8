import TestSupport
import Testing

/// Commands outside a workspace: none of them uses the demo unless `--demo` asks for it.
@Suite("Outside a workspace") struct NoWorkspaceTests {
  private static let words = "apus: no workspace here or above; apus init makes one, --demo uses the demo\n"

  @Test(
    "A command that needs a workspace exits with 3 and names the options",
    arguments: [
      "list", "run", "run users", "send users/get-user", "schema users/get-user", "export curl users/get-user", "serve",
      "history", "history resend last", "env", "env set local a b", "cookies", "cookies clear", "adopt", "allow",
    ])
  func refused(_ line: String) async throws {
    let result = try await Program().run(line.split(separator: " ").map(String.init))
    #expect(result.status == 3 && result.output.isEmpty, "\(result.text)")
    #expect(result.error == Self.words)
  }

  @Test("A named file belongs to its own collection")
  func named() async throws {
    let folder = try TemporaryDirectory("named")
    try folder.write(
      "c/opencollection.yml",
      "opencollection: 1.0.0\ninfo: {name: c}\nrequest:\n  variables:\n    - {name: base_url, value: 'http://mine.test/api'}\n"
    )
    try folder.write("c/r.yml", Sample.request("GET", "{{base_url}}/x"))
    let path = "\(folder.path)/c/r.yml"
    for words in [["send", path], ["run", path]] {
      let result = try await Program().run(words + ["--dry-run"])
      #expect(result.text.contains("GET /api/x HTTP/1.1\r\nHost: mine.test\r\n"), "\(result.text)\(result.error)")
    }
    let exported = try await Program().run("export", "curl", path)
    #expect(exported.text.contains("http://mine.test/api/x"), "\(exported.error)")
    // Also from inside another workspace with different settings.
    let other = try Sample(url: "http://other.test", requests: ["r": Sample.request("GET", "{{base_url}}/x")])
    let sent = try await other.program.run("send", path, "--dry-run")
    #expect(sent.text.contains("Host: mine.test\r\n"), "\(sent.text)\(sent.error)")
  }

  @Test("--demo uses the demo, its API included, and excludes a named workspace")
  func demo() async throws {
    let exported = try await Program().run("export", "curl", "users/get-user", "--demo")
    #expect(exported.status == 0 && exported.text.contains("/users/"), "\(exported.error)")
    let environments = try await Program().run("env", "--demo")
    #expect(environments.status == 0 && environments.text.contains("local"), "\(environments.error)")
    let both = try await Program().run("send", "users/get-user", "--demo", "-w", ".")
    #expect(both.status == 2 && both.error.contains("--demo and --workspace exclude each other"), "\(both.error)")
  }

  @Test("Init turns the current folder into a collection with one file, once")
  func initialize() async throws {
    let folder = try TemporaryDirectory("init")
    try folder.write("shop/notes.txt", "kept")
    let program = Program(in: "\(folder.path)/shop")
    let made = try await program.run("init")
    #expect(made.status == 0 && made.text.hasSuffix("/shop/opencollection.yml\n"), "\(made.error)")
    #expect(
      folder.files().filter { !$0.hasPrefix("shop/.") }.sorted() == ["shop/notes.txt", "shop/opencollection.yml"])
    #expect(try await program.run("list").text == "shop\n")
    let again = try await program.run("init")
    #expect(again.status == 3 && again.error.contains("/shop is already a workspace; "), "\(again.error)")
    let missing = try await program.run("init", "nowhere")
    #expect(missing.status == 3, "\(missing.error)")
  }

  @Test func `Init refuses a folder of a collection, whose requests it would take away`() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request()])
    let before = sample.folder.files()
    let refused = try await sample.program.run("init", "users")
    #expect(refused.status == 3 && refused.error.contains("/users is part of the collection "), "\(refused.error)")
    #expect(sample.folder.files() == before)
    #expect(try await sample.program.run("list").text.contains("users/get"))
  }
}
