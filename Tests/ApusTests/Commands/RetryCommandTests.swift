import Synchronization
import TestSupport
import Testing

/// `--retry`, and the same as settings of a saved request.
@Suite("Retries") struct RetryCommandTests {
  private static let failed = String(repeating: "no", count: 100_000)

  /// Answers a large 503 twice, then a small 200; and again.
  private func server(_ status: String = "503 Unavailable") throws -> AnsweringServer {
    let count = Mutex(0)
    return try AnsweringServer { _ in
      let number = count.withLock { number in
        number += 1
        return number
      }
      return number % 3 == 0
        ? Answer.text("yes") : Answer.text(Self.failed, status: status, headers: ["Retry-After: 0"])
    }
  }

  @Test(
    "Only the body of the last answer is written",
    arguments: [[], ["-o", "out"], ["--fail"], ["-i"], ["--json"], ["-v"]])
  func output(_ words: [String]) async throws {
    let server = try server()
    defer { server.stop() }
    let folder = try TemporaryDirectory("retry")
    let result = try await Program(in: folder.path).run(["send", server.url, "--retry", "3"] + words)
    #expect(result.status == 0 && server.requests.count == 3, "\(result.error.suffix(500))")
    let output = words.first == "-o" ? try folder.readText("out") : result.text
    #expect(output.contains("yes") && !output.contains("nono"))
    if words.isEmpty || words == ["--fail"] { #expect(output == "yes") }
  }

  @Test("The body of the last answer is written if every try failed")
  func exhausted() async throws {
    let server = try AnsweringServer { _ in
      Answer.text("no", status: "503 Unavailable", headers: ["Retry-After: 0"])
    }
    defer { server.stop() }
    let result = try await Program().run("send", server.url, "--retry", "2")
    #expect(result.text == "no" && result.status == 0 && server.requests.count == 3, "\(result.error)")
  }

  @Test("The option --retry of curl also writes only the last body")
  func curl() async throws {
    let server = try server()
    defer { server.stop() }
    let result = try await Program().run("curl", "-s", "--retry", "3", server.url)
    #expect(result.text == "yes", "\(result.error)")
  }

  @Test("A saved request sets the number of retries, the statuses, and whether Retry-After counts")
  func saved() async throws {
    let server = try server("418 Teapot")
    defer { server.stop() }
    let settings = "\nsettings:\n  retries: 5\n  retryStatuses: 418, 5xx\n"
    let sample = try Sample(
      url: server.url,
      requests: [
        "again": Sample.request() + settings,
        "list": Sample.request() + "\nsettings: {retries: 5, retryStatuses: [418]}\n",
        "other": Sample.request() + "\nsettings: {retries: 5, retryStatuses: 500}\n",
      ])
    for name in ["again", "list"] {
      let sent = try await sample.program.run("send", name, "-e", "local")
      #expect(sent.text == "yes", "\(sent.error)")
    }
    let ran = try await sample.program.run("run", "again", "-e", "local")
    #expect(ran.status == 0 && ran.text.contains("200"), "\(ran.text)")
    #expect(ran.text.contains("(3 tries)") && ran.text.contains("1 retried"), "\(ran.text)")
    #expect(server.requests.count == 9)
    let other = try await sample.program.run("send", "other", "-e", "local")
    #expect(other.text == Self.failed && server.requests.count == 10)
    let overridden = try await sample.program.run("send", "other", "-e", "local", "--retry-on", "4xx")
    #expect(overridden.text == "yes" && server.requests.count == 12, "\(overridden.error)")
  }

  @Test("A longer Retry-After than the limit ends the retries, unless it is ignored")
  func retryAfter() async throws {
    let count = Mutex(0)
    let server = try AnsweringServer { _ in
      let number = count.withLock { number in
        number += 1
        return number
      }
      return number.isMultiple(of: 2)
        ? Answer.text("yes") : Answer.text("no", status: "429 Slow", headers: ["Retry-After: 7200"])
    }
    defer { server.stop() }
    let obeyed = try await Program().run("send", server.url, "--retry", "1")
    #expect(obeyed.text == "no" && server.requests.count == 1, "\(obeyed.error)")
    _ = try await Program().run("send", server.url)
    let ignored = try await Program().run("send", server.url, "--retry", "1", "--ignore-retry-after")
    #expect(ignored.text == "yes" && server.requests.count == 4, "\(ignored.error)")
  }

  @Test(
    "Invalid numbers and statuses are rejected",
    arguments: ["--retry x", "--retry -1", "--retry-on 42", "--retry-on 9xx"])
  func wrong(_ words: String) async throws {
    let result = try await Program().run(
      ["send", "http://127.0.0.1:1/"] + words.split(separator: " ").map(String.init))
    #expect(result.status == 2, "\(result.error)")
  }
}
