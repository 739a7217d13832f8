import Foundation
import TestSupport
import Testing

@Suite struct EnvironmentCommandTests {
  @Test("Environments are listed, shown and set; only the line that changes changes")
  func environments() async throws {
    let sample = try Sample(url: "http://h")
    let program = sample.program
    #expect(try await program.run("env").text == "live  protected\nlocal\n")
    #expect(try await program.run("env", "list", "--json").json()[0]["protected"] == .bool(true))
    #expect(try await program.run("env", "show", "local").text == "base_url  http://h\ntoken     \n")
    let before = try sample.folder.readText("environments/local.yml")
    let set = try await program.run("env", "set", "local", "base_url=http://other", "token=s3cret")
    #expect(set.status == 0, "\(set.error)")
    #expect(try sample.folder.readText("environments/local.yml") == before.replacing("http://h", with: "http://other"))
    let shown = try await program.run("env", "show", "local")
    #expect(shown.text == "base_url  http://other\ntoken     ••••\n")
    let revealed = try await program.run("env", "show", "local", "--reveal-secrets", "--json").json()
    #expect(revealed["variables"][1]["value"].string == "s3cret")
    let added = try await program.run("env", "set", "live", "fresh=1")
    #expect(added.status == 0, "\(added.error)")
    #expect(try await program.run("env", "show", "live").text.contains("fresh     1\n"))
  }

  @Test("A new variable that is named or shaped like a credential is a secret: its value never reaches the file")
  func credentials() async throws {
    let sample = try Sample(url: "http://h")
    let shape = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    let set = try await sample.program.run("env", "set", "local", "api_key=kk-1", "other=\(shape)", "plain={{api_key}}")
    #expect(set.status == 0, "\(set.error)")
    #expect(set.error.contains("api_key is a secret: its value goes to your own store"))
    let file = try sample.folder.readText("environments/local.yml")
    #expect(!file.contains("kk-1") && !file.contains(shape) && file.contains("{{api_key}}"))
    let revealed = try await sample.program.run("env", "show", "local", "--reveal-secrets")
    #expect(revealed.text.contains("kk-1") && revealed.text.contains(shape))
  }

  @Test("An environment is created, copied, renamed and deleted, with its secrets")
  func changing() async throws {
    let sample = try Sample(url: "http://h")
    let program = sample.program
    let created = try await program.run("env", "new", "staging", "base_url=http://s", "api_key=kk-1")
    #expect(created.status == 0 && created.error.contains("environments/staging.yml"), "\(created.error)")
    #expect(created.error.contains("api_key is a secret"))
    #expect(try !sample.folder.readText("environments/staging.yml").contains("kk-1"))
    let again = try await program.run("env", "new", "Staging")
    #expect(again.status == 3 && again.error.contains("staging.yml"), "\(again.error)")
    #expect(try await program.run("env", "duplicate", "staging", "copy").status == 0)
    #expect(try await program.run("env", "rename", "staging", "stage").status == 0)
    #expect(try await program.run("env").text == "copy\nlive  protected\nlocal\nstage\n")
    for name in ["copy", "stage"] {
      let shown = try await program.run("env", "show", name, "--reveal-secrets")
      #expect(shown.text == "base_url  http://s\napi_key   kk-1\n", "\(name): \(shown.error)")
    }
    #expect(try await program.run("env", "delete", "copy").status == 0)
    #expect(try await program.run("env").text == "live  protected\nlocal\nstage\n")
    let refused = try await program.run("env", "delete", "live")
    #expect(refused.status == 2 && refused.error.contains("--yes"), "\(refused.error)")
    #expect(try await program.run("env", "delete", "live", "--yes").status == 0)
    #expect(try await program.run("env", "rename", "nobody", "x").status == 3)
  }

  @Test("A new environment goes into the only collection; of several, one must be named")
  func severalCollections() async throws {
    let sample = try Sample(url: "http://h")
    let whole = try TemporaryDirectory()
    for name in ["one", "two"] {
      try whole.write("\(name)/opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: \(name)\n")
    }
    let asked = try await sample.program.run("env", "new", "local", "-w", whole.path)
    #expect(
      asked.status == 2 && asked.error.contains("2 collections; name one with -w: ") && asked.error.contains("/two"),
      "\(asked.error)")
    let created = try await sample.program.run("env", "new", "local", "-w", whole.path + "/two")
    #expect(
      created.status == 0 && FileManager.default.fileExists(atPath: whole.path + "/two/environments/local.yml"),
      "\(created.error)")
  }

  @Test("Environments that cannot be listed are not said to be none")
  func unlisted() async throws {
    let sample = try Sample(url: "http://h")
    let folder = sample.folder.path("environments")
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: folder)
    let listed = try await sample.program.run("env", "list")
    #expect(listed.status == 3 && listed.error.contains("\(folder): cannot be listed: "), "\(listed.error)")
    #expect(!listed.error.contains("no environments"))
  }

  @Test("What differs between two environments is listed by name; secrets are compared, not shown")
  func difference() async throws {
    let sample = try Sample(url: "http://h")
    let program = sample.program
    try sample.folder.write(
      "environments/a.yml",
      "variables:\n  - {name: same, value: 1}\n  - {name: url, value: 'http://a'}\n  - {name: old, value: x}\n")
    try sample.folder.write(
      "environments/b.yml",
      "variables:\n  - {name: url, value: 'http://b'}\n  - {name: same, value: 1}\n"
        + "  - {name: off, value: y, disabled: true}\n")
    for (name, value) in [("a", "s3cret-a"), ("b", "s3cret-b")] {
      #expect(try await program.run("env", "set", name, "token=\(value)").status == 0)
    }
    let compared = try await program.run("env", "diff", "a", "b")
    let expected = """
      url
        - http://a
        + http://b
      old
        - x
      token
        - ••••  (secret)
        + ••••  (secret)
      off
        + y  (off)

      """
    #expect(compared.status == 1 && compared.text == expected, "\(compared.text)\(compared.error)")
    let json = try await program.run("env", "diff", "a", "b", "--json", "--reveal-secrets").json()
    #expect(json[2]["one"]["value"].string == "s3cret-a" && json[1]["other"] == .null)
    let same = try await program.run("env", "diff", "a", "a")
    #expect(same.status == 0 && same.text.isEmpty)
  }

  @Test("A broken environment is named with its line beside those that are whole, and the status is 3")
  func broken() async throws {
    let sample = try Sample(url: "http://h")
    try sample.folder.write("environments/broken.yml", "variables: [\n")
    let listed = try await sample.program.run("env", "list")
    #expect(listed.status == 3 && listed.text == "live  protected\nlocal\n")
    #expect(listed.error.contains("environments/broken.yml:2:1: "), "\(listed.error)")
    #expect(try await sample.program.run("env", "list", "--json").status == 3)
  }

  @Test("A name that is not there is status 3, an assignment without a name 2")
  func faults() async throws {
    let sample = try Sample(url: "http://h")
    #expect(try await sample.program.run("env", "show", "nothing").status == 3)
    #expect(try await sample.program.run("env", "set", "local", "novalue").status == 2)
  }
}
