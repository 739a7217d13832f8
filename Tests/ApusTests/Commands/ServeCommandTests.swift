import Foundation
import TestSupport
import Testing

@Suite("A collection served to curl", .timeLimit(.minutes(3))) struct ServeCommandTests {
  private static let users = """
    info: {name: Users, type: http}
    http: {method: GET, url: "{{base_url}}/users/:id"}
    examples:
      - name: Ada
        response: {status: 200, headers: [{name: X-One, value: a}], body: {type: json, data: '{"id": 1}'}}
      - name: Not found
        response: {status: 404, body: {type: json, data: '{"error": "none"}'}}

    """

  private func sample(_ requests: [String: String] = [:], url: String = "http://127.0.0.1:1/api") throws -> Sample {
    try Sample(url: url, requests: ["users": Self.users].merging(requests) { $1 })
  }

  /// Runs a shell line with the server's URL as `$U`, then interrupts the server.
  private func served(
    _ sample: Sample, _ arguments: String..., line: String
  ) async throws -> (shell: Program.Result, server: Program.Result) {
    let running = try sample.program.start(["serve", "--port", "0"] + arguments)
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let shell = try await sample.program.shell("U=\(url); \(line)")
    running.interrupt()
    return (shell, await running.result())
  }

  @Test("The demo workspace has examples and can be served immediately")
  func demo() async throws {
    let (shell, server) = try await served(
      sample(), "\(Repository.root.path)/Workspaces/demo",
      line: """
        curl -s "$U/users/42" | grep -o '"id": 42'; curl -s "$U/users" | grep -o '"total": 57'
        curl -s -o /dev/null -w '%{http_code}\\n' "$U/users/7?__code=404"
        curl -s -o /dev/null -w '%{http_code}\\n' -X POST -d '{}' "$U/users"
        """)
    #expect(shell.text == "\"id\": 42\n\"total\": 57\n404\n201\n", "\(shell.text)\(server.error)")
  }

  @Test("Examples are selected by path, name and status; ^C exits with 130, and each request is logged")
  func examples() async throws {
    let (shell, server) = try await served(
      sample(), "-e", "local",
      line: """
        curl -s -i "$U/api/users/7"; echo; curl -s -w ' %{http_code}\\n' -H 'Prefer: code=404' "$U/api/users/7"
        curl -s -w ' %{http_code}\\n' "$U/api/users/7?__example=Not%20found&api_key=s3cr3t-k3y"
        curl -s -w '\\n%{http_code}\\n' "$U/api/user/7" | grep -o 'GET /api/users/{}\\|^404'
        curl -s -o /dev/null -w '%{http_code} %{size_download}\\n' -I "$U/api/users/7"
        curl -s -o /dev/null -w '%{exitcode}\\n' -H 'Prefer: fault=cut' "$U/api/users/7"
        curl -s -o /dev/null -w '%{num_connects} ' "$U/api/users/1" -o /dev/null "$U/api/users/2"
        """)
    let text = shell.text
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("X-One: a\r\n"), "\(text)\(shell.error)")
    #expect(text.contains("Content-Type: application/json\r\n") && text.contains("\r\n\r\n{\"id\": 1}\n"))
    #expect(text.contains("{\"error\": \"none\"} 404\n{\"error\": \"none\"} 404\n"), "\(text)")
    #expect(text.contains("GET /api/users/{}\n404\n200 0\n18\n1 0 "), "\(text)")
    #expect(server.status == 130 && server.lines.count == 1, "\(server.text)")
    #expect(server.error.contains("1 request with 2 examples; ^C ends it."), "\(server.error)")
    #expect(server.error.contains("GET /api/users/7  200  9 B  users: Ada"), "\(server.error)")
    #expect(server.error.contains("api_key=••••") && !server.error.contains("s3cr3t"), "\(server.error)")
  }

  @Test("Recorded answers are served, too, with their secrets masked")
  func history() async throws {
    let origin = try AnsweringServer { _ in Answer.json("{\"name\": \"Ada\", \"token\": \"s3cr3t-t0ken\"}") }
    defer { origin.stop() }
    let sample = try sample(["me": Sample.request("GET", "{{base_url}}/me")], url: origin.url)
    #expect(try await sample.program.run("send", "me", "-e", "local").status == 0)
    let (shell, server) = try await served(sample, line: "curl -s \"$U/me\"")
    #expect(shell.text.contains("\"Ada\"") && shell.text.contains("••••") && !shell.text.contains("s3cr3t"))
    #expect(server.error.contains("2 requests with 2 examples and 1 recorded answer"), "\(server.error)")
    #expect(origin.requests.count == 1, "nothing is sent to the server itself")
    let (without, _) = try await served(sample, "--examples-only", line: "curl -s \"$U/me\"")
    #expect(without.text.contains("me has no example"), "\(without.text)")
  }

  @Test("Changed files are served; a broken one is reported, and the others continue")
  func follows() async throws {
    let sample = try sample()
    let (shell, server) = try await served(
      sample,
      line: """
        curl -s "$U/users/7"; sed 's/"id": 1/"id": 2/' users.yml > new && mv new users.yml
        until curl -s "$U/users/7" | grep '"id": 2'; do :; done
        echo 'info: [' > broken.yml
        printf 'info: {name: N, type: http}\\nhttp: {method: GET, url: "/new"}\\nexamples: [{name: E, response: {status: 201}}]' > new.yml
        until curl -s -o /dev/null -w '%{http_code}\\n' "$U/new" | grep 201; do :; done
        """)
    #expect(shell.text == "{\"id\": 1}{\"id\": 2}\n201\n", "\(shell.text)\(shell.error)")
    #expect(server.error.contains("Files have changed: 1 request with 2 examples."), "\(server.error)")
    #expect(server.error.contains("broken.yml"), "\(server.error)")
  }

  @Test("Answers take turns, with delays and faults from a seed, and for pages of other origins")
  func terms() async throws {
    let line = """
      for i in 1 2 3 4 5 6 7 8; do curl -s -o /dev/null -w '%{http_code}/%{exitcode} ' "$U/users/7"; done
      curl -s -i -X OPTIONS -H 'Origin: http://a' -H 'Access-Control-Request-Method: PUT' "$U/users/7" | grep -c '^Access-Control-Allow-Methods: PUT'
      """
    let arguments = ["--sequence", "--delay", "1ms..3ms", "--fault", "50%", "--cors", "--seed"]
    var seen: [String] = []
    for seed in ["7", "7", "8"] {
      let (shell, _) = try await served(sample(), line: line, arguments + [seed])
      seen.append(shell.text)
    }
    #expect(seen[0] == seen[1] && seen[0] != seen[2], "\(seen)")
    #expect(seen.allSatisfy { $0.hasSuffix(" 1\n") && $0.contains("/0 ") }, "\(seen)")
  }

  private func served(
    _ sample: Sample, line: String, _ arguments: [String]
  ) async throws -> (shell: Program.Result, server: Program.Result) {
    let running = try sample.program.start(["serve", "--port", "0"] + arguments)
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    let shell = try await sample.program.shell("U=\(url); \(line)")
    running.interrupt()
    return (shell, await running.result())
  }

  @Test("Other computers are admitted only on request, with a notice")
  func host() async throws {
    let sample = try sample()
    let running = try sample.program.start(["serve", "--port", "0", "--host", "0.0.0.0"])
    _ = await running.firstOutput()
    running.interrupt()
    let result = await running.result()
    #expect(
      result.error.contains("anyone who reaches 0.0.0.0:0 can read the served examples and history"),
      "\(result.error)")
  }

  @Test("A used port, a folder without requests and an invalid option are one-line errors")
  func refused() async throws {
    let sample = try sample()
    let running = try sample.program.start(["serve", "--port", "0"])
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    let port = String(url.split(separator: ":").last ?? "")
    let taken = try await sample.program.run("serve", "--port", port)
    #expect(taken.status == 3 && taken.error.contains("cannot listen on 127.0.0.1:\(port)"), "\(taken.error)")
    running.interrupt()
    _ = await running.result()
    let none = try await sample.program.run("serve", "nothere")
    #expect(none.status == 3 && none.error.contains("no folder and no request is named nothere"), "\(none.error)")
    for (words, text) in [
      ("--delay x", "--delay takes"), ("--fault 200%", "--fault takes"), ("--port 99999", "not a port"),
    ] {
      let wrong = try await sample.program.run(["serve"] + words.split(separator: " ").map(String.init))
      #expect(wrong.status == 2 && wrong.error.contains(text), "\(wrong.error)")
    }
  }
}
