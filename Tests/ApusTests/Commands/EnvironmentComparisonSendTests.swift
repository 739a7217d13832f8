import Foundation
import TestSupport
import Testing

@testable import apus

@Suite("One request under several environments at once") struct EnvironmentComparisonSendTests {
  private func server(_ word: String, status: String = "200 OK") throws -> AnsweringServer {
    try AnsweringServer { request in
      let seen = request["X-T"] ?? ""
      return Answer.json("{\"name\": \"\(word)\", \"same\": 1, \"seen\": \"\(seen)\"}", status: status)
    }
  }

  private func sample(_ one: AnsweringServer, _ two: AnsweringServer, method: String = "GET") throws -> Sample {
    let sample = try Sample(
      url: one.url,
      requests: [
        "a": Sample.request(method, headers: [("X-T", "{{token}}")]),
        "ask": Sample.request("GET", "{{base_url}}/{{?Order}}"),
      ])
    for (name, server, token) in [("one", one, "t0ken-of-one"), ("two", two, "t0ken-of-two")] {
      try sample.folder.write(
        "environments/\(name).yml",
        "name: \(name)\nvariables:\n  - name: base_url\n    value: \(server.url)\n  - secret: true\n    name: token\n    value: \(token)\n"
      )
    }
    return sample
  }

  @Test("Each answer is printed under its environment's name, then the differences; each is recorded separately")
  func answers() async throws {
    let (one, two) = (try server("first"), try server("second", status: "404 Not Found"))
    defer {
      one.stop()
      two.stop()
    }
    let sample = try sample(one, two)
    let sent = try await sample.program.run("send", "a", "--envs", "one,two", "--var", "token=same-t0ken")
    #expect(sent.status == 0 && sent.error.isEmpty, "\(sent.error)")
    let lines = sent.lines
    #expect(
      lines.count > 5 && lines[0].hasPrefix("== one: 200 OK, ") && lines[1].hasPrefix("{\"name\": \"first\""),
      "\(sent.text)")
    #expect(
      lines[2].hasPrefix("== two: 404 Not Found, ") && lines[3].hasPrefix("{\"name\": \"second\""), "\(sent.text)")
    #expect(
      sent.text.contains("== one → two: ") && sent.text.contains("Status: status\n  - 200 OK\n  + 404 Not Found\n"))
    #expect(sent.text.contains("Body: name\n  - \"first\"\n  + \"second\"\n") && !sent.text.contains("Body: same"))
    #expect(one.requests.count == 1 && two.requests.count == 1)
    let entries = try await sample.program.run("history", "list", "--json").json().array
    #expect(Set(entries.compactMap { $0["_environment"].string }) == ["one", "two"], "\(entries)")
  }

  @Test("The secrets of both are masked in differences and JSON; --reveal-secrets shows them")
  func secrets() async throws {
    let (one, two) = (try server("x"), try server("x"))
    defer {
      one.stop()
      two.stop()
    }
    let sample = try sample(one, two)
    for (environment, value) in [("one", "s3cr3t-0f-one"), ("two", "s3cr3t-0f-two")] {
      let set = try await sample.program.run("env", "set", environment, "token=\(value)")
      #expect(set.status == 0, "\(set.error)")
    }
    let sent = try await sample.program.run("send", "a", "--envs", "one", "--envs", "two")
    let differences = sent.text.components(separatedBy: "== one → two").last ?? ""
    // The answers themselves are never changed.
    #expect(sent.text.contains("s3cr3t-0f-one") && !differences.contains("s3cr3t"), "\(differences)")
    let json = try await sample.program.run("send", "a", "--envs", "one,two", "--json")
    let count = try json.json()["answers"].array.count
    #expect(!json.text.contains("s3cr3t") && count == 2, "\(json.text)")
    let shown = try await sample.program.run("send", "a", "--envs", "one,two", "--reveal-secrets")
    #expect(shown.text.contains("Body: seen\n  - \"s3cr3t-0f-one\"\n  + \"s3cr3t-0f-two\"\n"), "\(shown.text)")
  }

  @Test("An unknown environment, a single one and a protected one send nothing")
  func refused() async throws {
    let (one, two) = (try server("x"), try server("x"))
    defer {
      one.stop()
      two.stop()
    }
    let sample = try sample(one, two, method: "POST")
    let missing = try await sample.program.run("send", "a", "--envs", "one,nope")
    #expect(missing.status == 3 && missing.error.contains("nope") && missing.output.isEmpty, "\(missing.error)")
    let alone = try await sample.program.run("send", "a", "--envs", "one,one")
    #expect(alone.status == 2 && alone.error.contains("--envs takes several environments"), "\(alone.error)")
    let protected = try await sample.program.run("send", "a", "--envs", "one,live", "--var", "token=x")
    #expect(protected.status == 2 && protected.error.contains("live is protected"), "\(protected.error)")
    let input = try await sample.program.run("send", "a", "--envs", "one,two", "-d", "@-", "--var", "token=x")
    #expect(input.status == 2 && input.error.contains("standard input"), "\(input.error)")
    let both = try await sample.program.run("send", "a", "--envs", "one,two", "-e", "one")
    #expect(both.status == 2 && both.error.contains("--envs excludes --env"), "\(both.error)")
    #expect(one.requests.isEmpty && two.requests.isEmpty)
  }

  @Test("A failure is reported, the others are sent, and the failure decides the status")
  func failing() async throws {
    let one = try server("x")
    defer { one.stop() }
    let sample = try sample(one, one)
    try sample.folder.write(
      "environments/gone.yml", "name: gone\nvariables:\n  - name: base_url\n    value: http://127.0.0.1:1\n")
    let sent = try await sample.program.run("send", "a", "--envs", "gone,one", "--var", "token=x")
    #expect(
      sent.status == 5 && sent.text.contains("== gone: Could not connect") && sent.text.contains("== one: 200 OK"),
      "\(sent.text)")
    try sample.folder.write("environments/bare.yml", "name: bare\nvariables: []\n")
    let unresolved = try await sample.program.run("send", "a", "--envs", "one,bare", "--var", "token=x")
    #expect(
      unresolved.status == 4 && unresolved.text.contains("== bare: not sent: a: URL: variable base_url"),
      "\(unresolved.text)")
    #expect(one.requests.count == 2)
  }

  @Test("Prompts are answered once for all environments")
  func answered() async throws {
    let (one, two) = (try server("x"), try server("x"))
    defer {
      one.stop()
      two.stop()
    }
    let sample = try sample(one, two)
    let sent = try await sample.program.run("send", "ask", "--envs", "one,two", "--answer", "Order=7")
    #expect(
      sent.status == 0 && one.requests.map(\.target) == ["/7"] && two.requests.map(\.target) == ["/7"], "\(sent.error)")
  }

  @Test("Names are separated by commas, unless a name contains one")
  func names() {
    let known: Set = ["a", "b", "a,b"]
    #expect(EnvironmentComparisonSend.names(["a, b", "c,,a"], known: ["a", "b"]) == ["a", "b", "c"])
    #expect(EnvironmentComparisonSend.names(["a,b", "b"], known: known) == ["a,b", "b"])
  }
}
