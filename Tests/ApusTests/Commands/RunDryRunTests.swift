import Foundation
import TestSupport
import Testing

@Suite("A dry run prints the requests and sends nothing") struct RunDryRunTests {
  private func sample(_ url: String) throws -> Sample {
    try Sample(
      url: url,
      requests: [
        "f/a": Sample.request("GET", "{{base_url}}/a?n={{n}}", headers: [("Authorization", "Bearer {{key}}")], seq: 1),
        "f/b": Sample.request("POST", "{{base_url}}/b", body: "{\"n\": \"{{n}}\"}", seq: 2),
      ])
  }

  @Test("Each request is printed under its name, byte for byte, for each row")
  func same() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try sample(server.url)
    try sample.folder.write("rows.csv", "n\n1\n2\n")
    let line = ["run", "f", "-e", "local", "--var", "key=s3cr3t-k3y", "--data", "rows.csv"]
    let dry = try await sample.program.run(line + ["--dry-run", "--reveal-secrets"])
    #expect(dry.status == 0 && dry.error.isEmpty, "\(dry.error)")
    #expect(server.requests.isEmpty)
    let run = try await sample.program.run(line)
    #expect(run.status == 0, "\(run.text)")
    var expected: [UInt8] = []
    for (name, request) in zip(["f/a, row 1", "f/b, row 1", "f/a, row 2", "f/b, row 2"], server.requests) {
      expected += Array("== \(name)\n".utf8) + request.head + request.rawBody
      if !request.rawBody.isEmpty { expected += [0x0A, 0x0A] }
    }
    #expect(dry.output == expected, "\(dry.text)")
    #expect(try await sample.program.run("history", "list").text.isEmpty)
  }

  @Test("Secrets are masked, and a protected environment needs no confirmation")
  func hidden() async throws {
    let sample = try sample("http://127.0.0.1:1")
    let dry = try await sample.program.run(
      "run", "f", "-e", "live", "--var", "key=s3cr3t-k3y", "--var", "n=1", "--dry-run")
    #expect(dry.status == 0 && dry.text.contains("== f/a\nGET /a?n=1 HTTP/1.1\r\n"), "\(dry.text)\(dry.error)")
    #expect(dry.text.contains("Authorization: Bearer ••••\r\n") && !dry.text.contains("s3cr3t"))
    #expect(dry.error == "apus: secrets are shown as ••••; --reveal-secrets writes them\n")
  }

  @Test("Requests that need a send to resolve are reported, and the others are printed")
  func unknown() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try sample(server.url)
    try sample.folder.write("f/c.yml", Sample.request("GET", "{{base_url}}/{{f/a | $.id}}", seq: 0))
    try sample.folder.write("f/d.yml", "info: [")
    let dry = try await sample.program.run("run", "f", "-e", "local", "--var", "key=k", "--var", "n=1", "--dry-run")
    #expect(dry.status != 0 && server.requests.isEmpty)
    #expect(dry.error.contains("apus: f/c: not known before sending: {{f/a | $.id}}"), "\(dry.error)")
    #expect(dry.error.contains("f/d"), "\(dry.error)")
    #expect(dry.text.contains("== f/a\n") && dry.text.contains("== f/b\n") && !dry.text.contains("== f/c"))
    let bad = try await sample.program.run("run", "f", "--dry-run", "--rate", "5/s")
    #expect(bad.status == 2 && bad.error.contains("--dry-run sends nothing"), "\(bad.error)")
  }
}
