import Foundation
import TestSupport
import Testing

@Suite("Consent for the user's own data") struct AllowCommandTests {
  private struct Place {
    let server: AnsweringServer
    let sample: Sample
    var program: Program
    /// All requests that the server received.
    var sent: String {
      server.requests.map { request in
        request.target + request.headers.map { "\($0.name): \($0.value)" }.joined()
          + String(decoding: request.body, as: UTF8.self)
      }.joined(separator: "\n")
    }

    init() throws {
      server = try AnsweringServer { _ in Answer.text("ok") }
      sample = try Sample(
        url: server.url,
        requests: [
          "w/leak": Sample.request("GET", "{{base_url}}/?k={{CLOUD_SECRET}}", headers: [("X", "{{HOME}}")], seq: 1),
          "w/plain": Sample.request("GET", seq: 2),
        ])
      try sample.folder.write("payload.txt", "typed")
      program = sample.program
      program.variables = ["CLOUD_SECRET": "v4lue-of-mine"]
    }
  }

  @Test("A refused send exits with 4, names the variable and its receiver, and suggests the command that allows it")
  func sending() async throws {
    let place = try Place()
    let refused = try await place.program.run("send", "w/leak", "--env", "local")
    #expect(refused.status == 4 && refused.output.isEmpty)
    #expect(refused.error.contains("CLOUD_SECRET") && refused.error.contains(place.server.url))
    #expect(refused.error.split(separator: "\n").count == 1 && !refused.error.contains("v4lue"))
    #expect(place.server.requests.isEmpty)
    let line = try #require(refused.error.split(separator: "allow it with: ").last.map(String.init))
    let allowed = try await place.program.shell(line)
    #expect(allowed.status == 0, "\(allowed.error)")
    let sent = try await place.program.run("send", "w/leak", "--env", "local")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(place.sent.contains("k=v4lue-of-mine"))
    // Another host needs its own consent.
    let other = try AnsweringServer { _ in Answer.text("other") }
    #expect(
      try await place.program.run("send", "w/leak", "--env", "local", "--var", "base_url=\(other.url)").status == 4)
    #expect(other.requests.isEmpty)
  }

  @Test("Run, export, resend and chained requests refuse alike, and nothing is sent")
  func others() async throws {
    let place = try Place()
    let run = try await place.program.run("run", "w/leak.yml", "--env", "local")
    #expect(run.status == 4 && run.text.contains("apus allow"), "\(run.text)")
    for format in ["curl", "har"] {
      let export = try await place.program.run("export", format, "w/leak", "--env", "local", "--reveal-secrets")
      #expect(export.status == 4 && export.output.isEmpty && export.error.contains("apus allow"))
    }
    let named = try await place.program.run("export", "http", "w/leak", "--env", "local", "--reveal-secrets")
    #expect(named.status == 0 && !named.text.contains("v4lue"))
    #expect(place.server.requests.isEmpty)
    var consenting = place.program
    consenting.variables["APUS_VAR_CLOUD_SECRET"] = "given"
    consenting.variables["APUS_VAR_HOME"] = "h"
    #expect(try await consenting.run("send", "w/leak", "--env", "local").status == 0)
    let again = try await place.program.run("history", "resend", "last")
    #expect(again.status == 4 && again.error.contains("apus allow"), "\(again.error)")
    #expect(place.server.requests.count == 1 && place.sent.contains("k=given"))
  }

  @Test("Values named on the command line need no consent: variables, files and --var")
  func typed() async throws {
    let place = try Place()
    let program = place.program
    let sent = try await program.run(
      "send", "w/plain", "--env", "local", "-H", "X: {{process.env.CLOUD_SECRET}}", "-d", "@payload.txt", "-X", "PUT")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(place.sent.contains("X: v4lue-of-mine") && place.sent.contains("typed"))
    let outside = try TemporaryDirectory("outside")
    try outside.write("mine.txt", "mine")
    let form = try await program.run(
      "send", "w/plain", "--env", "local", "-F", "f=@\(outside.path("mine.txt"))", "-X", "POST")
    #expect(form.status == 0, "\(form.error)")
    let url = try await program.run("send", "\(place.server.url)/{{CLOUD_SECRET}}")
    #expect(url.status == 0 && place.sent.contains("/v4lue-of-mine"), "\(url.error)")
    let given = try await program.run(
      "send", "w/leak", "--env", "local", "--var", "CLOUD_SECRET=a", "--var", "HOME={{process.env.HOME}}")
    #expect(given.status == 0, "\(given.error)")
    // A variable defined by the collection counts as the collection's, even in a URL that the user typed.
    try place.sample.folder.write(
      "environments/trap.yml", "variables: [{name: base_url, value: '\(place.server.url)/{{CLOUD_SECRET}}'}]\n")
    let trapped = try await program.run("send", "{{base_url}}/x", "--env", "trap")
    #expect(trapped.status == 4, "\(trapped.error)")
  }

  @Test("A file outside the collection is refused and allowed like a variable")
  func files() async throws {
    let place = try Place()
    let outside = try TemporaryDirectory("outside")
    let path = try outside.write("mine.txt", "mine")
    try place.sample.folder.write(
      "w/file.yml",
      "info: {name: F, type: http}\nhttp:\n  method: POST\n  url: '{{base_url}}/f'\n  body: {type: file, data: [{filePath: \(path), contentType: '', selected: true}]}\n"
    )
    let refused = try await place.program.run("send", "w/file", "--env", "local")
    #expect(refused.status == 4 && refused.error.contains("the file \(path)"), "\(refused.error)")
    #expect(place.server.requests.isEmpty)
    let allowed = try await place.program.run(
      "allow", "w/file.yml", "--env", "local", "--file", path)
    #expect(allowed.status == 0 && allowed.error.contains(place.server.url), "\(allowed.error)")
    #expect(try await place.program.run("send", "w/file", "--env", "local").status == 0)
  }

  @Test("Allow lists all uses, allows them with --yes, and revokes them")
  func all() async throws {
    let place = try Place()
    let program = place.program
    let asked = try await program.run("allow", "w/leak", "--env", "local")
    #expect(asked.status == 2 && asked.error.contains("CLOUD_SECRET") && asked.error.contains("HOME"))
    #expect(try await program.run("allow", "--list").output.isEmpty)
    let allowed = try await program.run("allow", "w/leak", "--env", "local", "--yes")
    #expect(allowed.status == 0 && !allowed.error.contains("v4lue"), "\(allowed.error)")
    let listed = try await program.run("allow", "--list")
    #expect(listed.lines.count == 2 && listed.text.contains("variable  CLOUD_SECRET  to \(place.server.url)"))
    #expect(try await program.run("send", "w/leak", "--env", "local").status == 0)
    #expect(try await program.run("allow", "--revoke", "--variable", "HOME").error.contains("1 revoked"))
    #expect(try await program.run("send", "w/leak", "--env", "local").status == 4)
    #expect(try await program.run("allow", "--revoke").error.contains("1 revoked"))
    #expect(try await program.run("allow", "--list").output.isEmpty)
    #expect(place.server.requests.count == 1)
  }

  @Test("Allow covers the secrets that scripts read", .scriptEngine)
  func scripts() async throws {
    let place = try Place()
    let code = "pm.test('reads', () => pm.expect(pm.environment.get('token')).to.equal('s3cret-of-mine'))"
    try place.sample.folder.write(
      "read.yml", Sample.request(runtime: "  scripts:\n    - type: tests\n      code: |-\n        \(code)\n"))
    let words = ["read", "--env", "local"]
    let secret = Array("s3cret-of-mine\n".utf8)
    #expect(try await place.program.run("env", "set", "local", "token", input: secret).status == 0)
    #expect(try await place.program.run(["allow", "--scripts", "--yes"]).status == 0)
    #expect(try await place.program.run(["run"] + words).status != 0)
    let allowed = try await place.program.run(["allow"] + words + ["--yes"])
    #expect(allowed.status == 0 && allowed.error.contains("token to scripts"), "\(allowed.error)")
    let run = try await place.program.run(["run"] + words)
    #expect(run.status == 0, "\(run.text)\(run.error)")
  }

  @Test("A secret command can be allowed by `allow` or by `env allow`")
  func commands() async throws {
    let place = try Place()
    try place.sample.folder.write(
      "environments/cmd.yml",
      "variables:\n  - {name: base_url, value: '\(place.server.url)'}\n  - {secret: true, name: key, command: echo homely}\n"
    )
    try place.sample.folder.write("w/cmd.yml", Sample.request(headers: [("X", "{{key}}")]))
    let refused = try await place.program.run("send", "w/cmd", "--env", "cmd")
    #expect(refused.status == 4 && refused.error.contains("--command 'echo homely'"), "\(refused.error)")
    #expect(try await place.program.run("env", "allow", "cmd", "--yes").status == 0)
    #expect(try await place.program.run("send", "w/cmd", "--env", "cmd").status == 0)
    #expect(place.sent.contains("X: homely"))
    #expect(try await place.program.run("allow", "--list").text.contains("command  echo homely"))
  }

  @Test("The suggested command works in a shell for a two-line command and a file name with a hidden letter")
  func hiddenLetters() async throws {
    let place = try Place()
    let outside = try TemporaryDirectory("outside")
    let path = try outside.write("mi\u{202E}ne.txt", "mine")
    try place.sample.folder.write(
      "environments/cmd.yml",
      "variables:\n  - {name: base_url, value: '\(place.server.url)'}\n  - {secret: true, name: key, command: \": 'a'\\n\\techo b\"}\n"
    )
    try place.sample.folder.write("w/cmd.yml", Sample.request(headers: [("X", "{{key}}")]))
    try place.sample.folder.write(
      "w/file.yml",
      "info: {name: F, type: http}\nhttp:\n  method: POST\n  url: '{{base_url}}/f'\n  body: {type: file, data: [{filePath: \"\(path)\", contentType: '', selected: true}]}\n"
    )
    for name in ["w/cmd", "w/file"] {
      let refused = try await place.program.run("send", name, "--env", "cmd")
      let last = try #require(refused.error.components(separatedBy: "allow it with: apus ").last)
      let line = last.prefix { $0 != "\n" }
      let allowed = try await place.program.shell("apus \(line)", shell: "/bin/bash")
      #expect(allowed.status == 0, "\(line): \(allowed.error)")
      let again = try await place.program.run("send", name, "--env", "cmd")
      #expect(again.status == 0, "\(line): \(again.error)")
    }
  }

  @Test("Conflicting options are a usage error")
  func wrong() async throws {
    let place = try Place()
    #expect(try await place.program.run("allow", "--list", "--revoke").status == 2)
    #expect(try await place.program.run("allow", "--to", "https://h").status == 2)
    #expect(try await place.program.run("allow", "nothing/here").status == 3)
  }

  @Test("An unknown path allows nothing, and one line says where to look")
  func namesNothing() async throws {
    let place = try Place()
    let program = place.program
    let outside = try TemporaryDirectory("outside")
    try outside.write("opencollection.yml", "info: {name: O}\n")
    try outside.write("x.txt", "x")
    let words = ["--variable", "CLOUD_SECRET", "--to", "https://h"]
    #expect(try await program.run("allow", "w/plain", "--variable", "HOME", "--to", "https://h").status == 0)
    for path in ["w/gone", "gone", "w/plai", outside.path("x.txt"), outside.path] {
      for options in [words, ["--list"], ["--revoke"]] {
        let refused = try await program.run(["allow", path, "-w", "."] + options)
        #expect(refused.status == 3, "\(path) \(options): \(refused.error)")
        #expect(refused.error.split(separator: "\n").count == 1 && refused.output.isEmpty)
        #expect(refused.error.contains(path) && refused.error.contains("`apus list`"), "\(refused.error)")
      }
    }
    let listed = try await program.run("allow", "--list")
    #expect(listed.lines.count == 1 && listed.text.contains("HOME"), "\(listed.text)")
  }

  @Test("A request path selects only its own collection")
  func oneOfTwo() async throws {
    let folder = try TemporaryDirectory("two")
    for name in ["a", "b"] {
      try folder.write("\(name)/opencollection.yml", "info: {name: \(name)}\n")
      try folder.write("\(name)/in-\(name).yml", Sample.request())
    }
    let program = Program(in: folder.path)
    let words = ["--variable", "HOME", "--to", "https://h"]
    #expect(try await program.run(["allow", "in-b"] + words).status == 0)
    let listed = try await program.run("allow", "--list")
    #expect(listed.lines.count == 1 && listed.text.contains(folder.path("b")), "\(listed.text)")
    #expect(try await program.run(["allow", "."] + words).status == 0)
    #expect(try await program.run("allow", "--list").lines.count == 2)
  }
}
