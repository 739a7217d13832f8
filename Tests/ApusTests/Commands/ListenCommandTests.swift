import TestSupport
import Testing

/// `apus listen --webhook`, with curl as the sender.
@Suite("Webhooks", .timeLimit(.minutes(3))) struct ListenCommandTests {
  private static let hook = """
    info: {name: Hook, type: http}
    http: {method: POST, url: "http://x.test/known"}
    examples:
      - name: Taken
        response: {status: 202, body: {type: json, data: '{"taken": true}'}}

    """

  /// Starts listening and runs a shell line with its URL as `$U`.
  private func listening(
    _ sample: Sample, _ words: [String], variables: [String: String] = [:], line: String
  ) async throws -> (shell: Program.Result, listener: Program.Result) {
    var program = sample.program
    program.variables = variables
    let running = try program.start(["listen", "--webhook", "--port", "0"] + words)
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let shell = try await program.shell("U=\(url); \(line)")
    return (shell, await running.result())
  }

  @Test("Each request is printed and recorded, and gets an example of the collection or an empty 200")
  func requests() async throws {
    let sample = try Sample(url: "http://h", requests: ["hook": Self.hook])
    let (shell, listener) = try await listening(
      sample, ["--count", "3"],
      line: """
        curl -s -d '{"id": 1}' -w '%{http_code}\\n' "$U/any/where?x=1"; curl -s -X PUT -H 'Host: a.tunnel.test' "$U/"
        curl -s -d ping "$U/known"
        """)
    #expect(shell.text == "200\n{\"taken\": true}", "\(shell.text)\(shell.error)")
    #expect(listener.status == 0, "\(listener.error)")
    #expect(
      listener.lines.dropFirst() == [
        "POST /any/where?x=1  200  9 B", "PUT /  200  0 B", "POST /known  202  4 B  hook: Taken",
      ], "\(listener.text)")
    let history = try await sample.program.run("history", "list", "--json").json()
    #expect(history.array.count == 3)
    #expect(history[2]["request"]["postData"]["text"].string == "{\"id\": 1}", "\(history)")
    #expect(history[2]["request"]["url"].string?.hasSuffix("/any/where?x=1") == true)
  }

  @Test("A signature is verified with the value of a variable")
  func signatures() async throws {
    let sample = try Sample(url: "http://h")
    let signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    let (_, listener) = try await listening(
      sample, ["--count", "3", "--secret-variable", "hook", "-e", "local"],
      variables: ["APUS_VAR_hook": "It's a Secret to Everybody"],
      line: """
        curl -s -H 'X-Hub-Signature-256: sha256=\(signature)' -d 'Hello, World!' "$U/"
        curl -s -H 'X-Hub-Signature-256: sha256=\(signature)' -d 'Hello, world!' "$U/"
        curl -s -d 'Hello, World!' "$U/"
        """)
    #expect(
      listener.lines.dropFirst() == [
        "POST /  200  13 B  GitHub signature valid", "POST /  200  13 B  GitHub signature wrong",
        "POST /  200  13 B  no signature",
      ], "\(listener.text)\(listener.error)")
    let kept = try await sample.program.run("history", "list")
    #expect(
      zip(kept.lines, ["no signature", "GitHub signature wrong", "GitHub signature valid"])
        .allSatisfy { $0.hasSuffix("(received, \($1))") }, "\(kept.text)")
    let shown = try await sample.program.run("history", "show", "last")
    #expect(shown.error.contains("* Received, not sent; no signature\n"), "\(shown.error)")
    let missing = try await sample.program.run("listen", "--webhook", "--secret-variable", "nobody", "-e", "local")
    #expect(missing.status == 4 && missing.error.contains("nobody has no value"), "\(missing.error)")
  }

  @Test("With --json, each request is a line of JSON; outside a workspace nothing is recorded")
  func json() async throws {
    let port = try RawServer.refusedPort()
    let running = try Program().start(["listen", "--webhook", "--port", "\(port)", "--json", "--count", "1"])
    _ = try await Program().shell(
      "curl -s --retry 50 --retry-connrefused --retry-delay 1 -d '{}' http://127.0.0.1:\(port)/hook")
    let result = await running.result()
    let entry = try result.json()
    #expect(result.status == 0 && result.lines.count == 1, "\(result.error)")
    #expect(entry["request"]["method"].string == "POST" && entry["response"]["status"].int == 200)
  }

  @Test("^C exits with 130, and --webhook is required")
  func ends() async throws {
    let running = try Program().start(["listen", "--webhook", "--port", "0"])
    _ = await running.firstOutput()
    running.interrupt()
    #expect(await running.result().status == 130)
    #expect(try await Program().run("listen").status == 2)
    #expect(try await Program().run("listen", "--webhook", "--count", "0").status == 2)
    #expect(try await Program().run("listen", "--webhook", "--port", "70000").status == 2)
  }
}
