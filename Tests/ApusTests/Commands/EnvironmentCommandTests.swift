import Foundation
import TestSupport
import Testing

@Suite struct EnvironmentCommandTests {
  @Test("Environments are listed, shown and changed, one line at a time")
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

  @Test func `A change removes what a killed Apus left a day ago, and nothing else.`() async throws {
    let sample = try Sample(url: "http://h")
    #expect(try await sample.program.run("env", "set", "local", "token=s3cret").status == 0)
    let secrets = try #require(sample.folder.files().first { $0.contains("/secrets/") })
    let folders = ["environments", secrets.split(separator: "/").dropLast().joined(separator: "/")]
    let names = [".apus-1a.tmp": true, ".apus-2b.tmp": false, ".apus-UPPER.tmp": true, "notes.tmp": true]
    for folder in folders {
      for (name, isOld) in names {
        let path = try sample.folder.write("\(folder)/\(name)", "s3cret")
        let date = Date(timeIntervalSinceNow: isOld ? -25 * 3600 : 0)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      }
    }
    #expect(try await sample.program.run("env", "set", "local", "token=another").status == 0)
    for folder in folders {
      let left = names.keys.filter { sample.folder.files().contains("\(folder)/\($0)") }
      #expect(Set(left) == Set(names.keys).subtracting([".apus-1a.tmp"]), "\(folder): \(left)")
    }
  }

  @Test("NAME VALUE sets a variable; secrets are read only from standard input")
  func pair() async throws {
    let sample = try Sample(url: "http://h")
    let program = sample.program
    #expect(try await program.run("env", "set", "local", "base_url", "http://other/?a=b").status == 0)
    #expect(try await program.run("env", "show", "local").text.contains("base_url  http://other/?a=b\n"))
    let before = try sample.folder.readText("environments/local.yml")
    for name in ["token", "api_key"] {
      let refused = try await program.run("env", "set", "local", name, "s3cret-value")
      #expect(refused.status == 2, "\(refused.error)")
      #expect(refused.error == "apus: \(name) is a secret; without a value it reads standard input\n")
    }
    #expect(try sample.folder.readText("environments/local.yml") == before)
    #expect(try await program.run("env", "show", "local", "--reveal-secrets").text.contains("token     \n"))
  }

  @Test("A new variable that looks like a credential becomes a secret, and its value never reaches the file")
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

  @Test("A short word as a secret refuses no variable whose name contains it; digits in a value are refused")
  func shortSecrets() async throws {
    let sample = try Sample(url: "http://h")
    #expect(try await sample.program.run("env", "set", "local", "api_token=host", "token=4711").status == 0)
    #expect(try await sample.program.run("env", "set", "local", "host_url", "http://x").status == 0)
    let refused = try await sample.program.run("env", "set", "local", "path", "/a/4711")
    #expect(refused.status == 3 && refused.error.contains("the secret token"), "\(refused.error)")
  }

  @Test("A new secret is allowed for the reported server, and a send asks about any other")
  func receivers() async throws {
    let (here, there) = (try NumberingServer("here"), try NumberingServer("there"))
    let request = Sample.request(headers: [("X-Key", "{{token}}")], name: "Echo")
    let sample = try Sample(url: here.url, requests: ["echo": request])
    let set = try await sample.program.run("env", "set", "local", "token=s3cret")
    #expect(set.status == 0 && set.error.contains("local/token may go to \(here.url)"), "\(set.error)")
    #expect(try await sample.program.run("send", "echo", "-e", "local").status == 0)
    #expect(here.requests.last?["X-Key"] == "s3cret")
    let file = try sample.folder.readText("environments/local.yml")
    try sample.folder.write("environments/local.yml", file.replacing(here.url, with: there.url))
    let refused = try await sample.program.run("send", "echo", "-e", "local")
    #expect(refused.status == 4 && there.requests.isEmpty, "\(refused.error)")
    #expect(refused.error.contains("--secret local/token --to \(there.url)"), "\(refused.error)")
    let root = sample.folder.path
    let allowed = try await sample.program.run("allow", root, "--secret", "local/token", "--to", there.url)
    #expect(allowed.status == 0, "\(allowed.error)")
    #expect(try await sample.program.run("send", "echo", "-e", "local").status == 0)
    #expect(there.requests.last?["X-Key"] == "s3cret")
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

  @Test("A new environment needs a single collection, or a named one")
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

  @Test("Unreadable environments are not reported as missing")
  func unlisted() async throws {
    let sample = try Sample(url: "http://h")
    let folder = sample.folder.path("environments")
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: folder)
    let listed = try await sample.program.run("env", "list")
    #expect(listed.status == 3 && listed.error.contains("\(folder): cannot be listed: "), "\(listed.error)")
    #expect(!listed.error.contains("no environments"))
  }

  @Test("Differences between environments are listed by name; secrets are compared but not shown")
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
    let same = try await program.run("env", "compare", "a", "a")
    #expect(same.status == 0 && same.text.isEmpty)
  }

  @Test("A broken environment is reported with its line next to valid ones, with status 3")
  func broken() async throws {
    let sample = try Sample(url: "http://h")
    try sample.folder.write("environments/broken.yml", "variables: [\n")
    let listed = try await sample.program.run("env", "list")
    #expect(listed.status == 3 && listed.text == "live  protected\nlocal\n")
    #expect(listed.error.contains("environments/broken.yml:2:1: "), "\(listed.error)")
    #expect(try await sample.program.run("env", "list", "--json").status == 3)
  }

  @Test("An unknown name exits with 3, an assignment without a name with 2")
  func faults() async throws {
    let sample = try Sample(url: "http://h")
    #expect(try await sample.program.run("env", "show", "nothing").status == 3)
    #expect(try await sample.program.run("env", "set", "local", "novalue").status == 2)
  }
}
