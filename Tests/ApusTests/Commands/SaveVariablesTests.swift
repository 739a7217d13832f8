import TestSupport
import Testing

/// `--save-variables` of `apus run` and `apus send`.
@Suite("Saving the variables of scripts", .scriptEngine) struct SaveVariablesTests {
  private static func request(_ code: String) -> String {
    Sample.request(runtime: "  scripts:\n    - type: tests\n      code: |-\n        \(code)\n")
  }

  @Test("A run writes what scripts set to the files of the scopes, secrets to the own store, and names a missing file")
  func run() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let code =
      "pm.environment.set('user_id', 7); pm.environment.set('token', 't0ken-of-the-script'); "
      + "pm.collectionVariables.set('page', '2'); pm.globals.set('region', 'eu')"
    let sample = try Sample(url: server.url, requests: ["get": Self.request(code)])
    let before = try sample.folder.readText("environments/local.yml")
    let words = ["run", "get", "--env", "local", "--allow-scripts"]
    let without = try await sample.program.run(words)
    #expect(without.status == 0 && !without.error.contains("saved"), "\(without.text)\(without.error)")
    #expect(try sample.folder.readText("environments/local.yml") == before)
    let result = try await sample.program.run(words + ["--save-variables"])
    #expect(result.status == 0, "\(result.text)\(result.error)")
    let lines = result.error.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(4) == [
        "apus: saved 1 variable in environments/local.yml",
        "apus: saved 1 secret of environments/local.yml in your own store",
        "apus: saved 1 variable in opencollection.yml",
        "apus: not saved: region: there is no file for global variables",
      ], "\(result.error)")
    let after = try sample.folder.readText("environments/local.yml")
    #expect(after.hasPrefix(before) && after.contains("user_id") && !after.contains("t0ken"), "\(after)")
    #expect(try sample.folder.readText("opencollection.yml").contains("name: page"))
    let shown = try await sample.program.run("env", "show", "local", "--reveal-secrets")
    #expect(shown.text.contains("t0ken-of-the-script"), "\(shown.text)")
    let again = try await sample.program.run(words + ["--save-variables"])
    #expect(!again.error.contains("apus: saved"), "\(again.error)")
    #expect(try sample.folder.readText("environments/local.yml") == after)
  }

  @Test("A send writes them, too, even if a test fails, and its output stays the answer")
  func send() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"id\":7}") }
    defer { server.stop() }
    let code = "pm.environment.set('user_id', pm.response.json().id); pm.test('fails', () => pm.expect(1).to.eql(2))"
    let sample = try Sample(url: server.url, requests: ["get": Self.request(code)])
    let result = try await sample.program.run("send", "get", "--env", "local", "--allow-scripts", "--save-variables")
    #expect(result.status == 1 && result.text.contains("\"id\"") && !result.text.contains("saved"), "\(result.text)")
    #expect(result.error.contains("apus: saved 1 variable in environments/local.yml\n"), "\(result.error)")
    #expect(try sample.folder.readText("environments/local.yml").contains("name: user_id"))
    try sample.folder.write("typed.yml", Self.request("pm.expect(pm.environment.get('user_id')).to.equal(7)"))
    let typed = try await sample.program.run("send", "typed", "--env", "local", "--allow-scripts")
    #expect(typed.status == 0, "\(typed.text)\(typed.error)")
  }

  @Test("A scope whose file cannot be written is named, and the others are saved")
  func failure() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("older")
    try folder.write("bruno.json", "{\"version\":\"1\",\"name\":\"Old\",\"type\":\"collection\"}")
    try folder.write("collection.bru", "vars:pre-request {\n  page: 1\n}\n")
    try folder.write(
      "get.bru",
      """
      meta {
        name: Get
        type: http
        seq: 1
      }

      get {
        url: \(server.url)/get
      }

      script:post-response {
        pm.collectionVariables.set('page', '2')
      }

      """)
    let result = try await Program(in: folder.path).run("run", "--allow-scripts", "--save-variables")
    #expect(result.status == 3, "\(result.text)\(result.error)")
    #expect(result.error.contains("apus: the variable page is not saved: "), "\(result.error)")
    #expect(try folder.readText("collection.bru").contains("page: 1"))
  }

  @Test("A file of another tool, a dry run and a run without scripts have nothing to save")
  func refused() async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["get": Self.request("1")])
    try sample.folder.write("shop.json", "{\"info\":{\"name\":\"Shop\"},\"item\":[]}")
    let file = try await sample.program.run("run", "shop.json", "--save-variables")
    #expect(file.status == 2, "\(file.error)")
    let line = "apus: --save-variables needs a collection; for a file, use --export-environment FILE\n"
    #expect(file.error.contains(line), "\(file.error)")
    for words in [["run", "get", "--dry-run"], ["run", "get", "--no-scripts"], ["send", "get", "--dry-run"]] {
      let result = try await sample.program.run(words + ["--save-variables"])
      #expect(result.status == 2 && result.error.contains("--"), "\(words): \(result.error)")
    }
  }
}
