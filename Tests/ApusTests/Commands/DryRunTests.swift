import Foundation
import TestSupport
import Testing

@Suite("A dry run prints the request and sends nothing") struct DryRunTests {
  private static let form = "a=1&b=\u{1F426}"

  @Test(
    "The printed request equals the sent one, byte for byte",
    arguments: [
      "send a -e local", "send a -e local -X PUT -H X-One:1 -H Accept:", "send a -e local -u me:secret",
      "send json -e local", "send json -e local --json-body {\"b\":2}", "send a -e local -d \(form)",
      "send a -e local --http 1.0", "send URL/x?a=b%20c -d @file", "send a -e local -T file",
      "send a -e local --cookies session -p q=a/b", "send a -e local -T -",
    ])
  func same(line: String) async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request(headers: [("X-Mine", "1"), ("x-lower", "ü")]),
        "json": Sample.request("POST", body: "{}\n[1]"),
      ])
    try sample.folder.write("file", [0x00, 0xFF, 0x0D, 0x0A, 0x61])
    let set = try await sample.program.run("cookies", "set", server.url, "kept=c00kie", "--env", "local")
    #expect(set.status == 0, "\(set.error)")
    let words = line.replacingOccurrences(of: "URL", with: server.url).split(separator: " ").map(String.init)
    let input = Array("from input".utf8)
    let dry = try await sample.program.run(words + ["--dry-run", "--reveal-secrets"], input: input)
    #expect(dry.status == 0 && dry.error.isEmpty, "\(dry.error)")
    #expect(server.requests.isEmpty)
    #expect(try await sample.program.run("history", "list").text.isEmpty)
    let sent = try await sample.program.run(words, input: input)
    #expect(sent.status == 0, "\(sent.error)")
    let received = try #require(server.requests.first)
    #expect(dry.output == received.head + received.rawBody, "\(dry.text)")
  }

  @Test("A dry run says that the scripts of the request did not run")
  func scripts() async throws {
    let scripts = "  scripts:\n    - {type: before-request, code: one()}\n    - {type: tests, code: two()}\n"
    let sample = try Sample(
      url: "http://127.0.0.1:1", requests: ["a": Sample.request(runtime: scripts), "b": Sample.request()])
    let dry = try await sample.program.run("send", "a", "-e", "local", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.error == "apus: its 2 scripts did not run; what they change is not shown\n")
    #expect(try await sample.program.run("send", "b", "-e", "local", "--dry-run").error.isEmpty)
  }

  @Test("A head that exceeds the buffers of a socket is printed whole")
  func longHead() async throws {
    let headers = (0..<40_000).map { ("X-\($0)", "v\($0)") }
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request(headers: headers)])
    let dry = try await sample.program.run("send", "a", "-e", "local", "--dry-run")
    #expect(dry.status == 0, "\(dry.error)")
    #expect(dry.text.contains("\r\nX-0: v0\r\n") && dry.text.contains("\r\nX-39999: v39999\r\n"))
  }

  @Test("Secrets are masked by default, in a file, too, with a note")
  func secrets() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:1",
      requests: ["a": Sample.request("POST", headers: [("X-T", "{{token}}")], body: "{\"x\": \"{{token}}\"}")])
    let line = [
      "send", "a", "-e", "local", "--var", "token=s3cr3t-w0rd", "-H", "Authorization: Bearer abcdef", "--dry-run",
    ]
    let hidden = try await sample.program.run(line)
    #expect(hidden.status == 0)
    #expect(
      hidden.text.contains("X-T: ••••\r\n") && hidden.text.contains("Authorization: Bearer ••••\r\n"), "\(hidden.text)")
    #expect(hidden.text.hasSuffix("\r\n\r\n{\"x\": \"••••\"}"))
    #expect(hidden.error == "apus: secrets are shown as ••••; --reveal-secrets writes them\n")
    let shown = try await sample.program.run(line + ["--reveal-secrets", "-o", "out"])
    #expect(shown.output.isEmpty && shown.error.isEmpty)
    let written = try String(contentsOfFile: sample.folder.path + "/out", encoding: .utf8)
    #expect(written.contains("Bearer abcdef") && written.hasSuffix("{\"x\": \"s3cr3t-w0rd\"}"))
  }

  @Test("A value that only a send can fetch is named, and its request is not sent")
  func chained() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"id\": 7}") }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "login": Sample.request(), "a": Sample.request("GET", "{{base_url}}/{{login | $.id}}?{{login | header X}}"),
      ])
    let line = ["send", "a", "-e", "local", "--dry-run"]
    let unknown = try await sample.program.run(line)
    #expect(unknown.status == 4 && unknown.output.isEmpty && server.requests.isEmpty)
    #expect(
      unknown.error
        == "apus: a: not known before sending: {{login | $.id}} is in the answer to login, which would be sent first; {{login | header X}} is in the answer to login, which would be sent first\n",
      "\(unknown.error)")
    let sent = try await sample.program.run("send", "login", "-e", "local")
    #expect(sent.status == 0)
    let known = try await sample.program.run(line + ["--url", "{{base_url}}/{{login | $.id}}"])
    #expect(known.status == 0 && known.text.hasPrefix("GET /7 HTTP/1.1\r\n"), "\(known.error)")
    #expect(server.requests.count == 1)
  }

  @Test("No secret command runs, even if it is allowed")
  func command() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:1", requests: ["a": Sample.request("GET", "{{base_url}}/{{word}}")])
    try sample.folder.write(
      "environments/local.yml",
      "name: local\nvariables:\n  - name: base_url\n    value: http://127.0.0.1:1\n  - secret: true\n    name: word\n    command: touch ran; echo x\n"
    )
    #expect(try await sample.program.run("env", "allow", "local", "--yes").status == 0)
    let dry = try await sample.program.run("send", "a", "-e", "local", "--dry-run")
    #expect(dry.status == 4 && dry.output.isEmpty)
    #expect(dry.error.contains("{{word}} is the output of a command, which is not run"), "\(dry.error)")
    #expect(!FileManager.default.fileExists(atPath: sample.folder.path + "/ran"))
  }

  @Test("A protected environment needs no confirmation, because nothing is sent")
  func protected() async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request("DELETE")])
    let dry = try await sample.program.run("send", "a", "-e", "live", "--dry-run")
    #expect(dry.status == 0 && dry.text.hasPrefix("DELETE /echo HTTP/1.1\r\nHost: 127.0.0.1:1\r\n"), "\(dry.error)")
  }

  @Test("A missing token does not trigger a login")
  func login() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"access_token\": \"t\", \"token_type\": \"Bearer\"}") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let dry = try await sample.program.run(
      "send", "a", "-e", "local", "--auth", "oauth2", "--auth-field", "flow=client_credentials", "--auth-field",
      "accessTokenUrl=\(server.url)/token", "--auth-field", "credentials.clientId=me", "--dry-run")
    #expect(dry.status == 4 && dry.output.isEmpty && server.requests.isEmpty)
    #expect(dry.error.contains("sending the request fetches one"), "\(dry.error)")
  }
}
