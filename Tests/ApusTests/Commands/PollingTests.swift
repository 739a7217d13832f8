import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Polling a request") struct PollingTests {
  /// Reports completion with the third request.
  private static func server() throws -> AnsweringServer {
    let count = Mutex(0)
    return try AnsweringServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Answer.json("{\"state\": \"\(number < 3 ? "busy" : "done")\"}")
    }
  }

  @Test("The last answer is printed once it is as expected")
  func send() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let sent = try await sample.program.run(
      "send", "a", "-e", "local", "-i", "--retry-until", "res.body.state == done", "--every", "1ms")
    #expect(sent.status == 0 && server.requests.count == 3, "\(sent.error)")
    #expect(sent.text.hasPrefix("HTTP/1.1 200 OK") && sent.text.hasSuffix("{\"state\": \"done\"}"), "\(sent.text)")
    #expect(sent.error == "apus: got busy; again in 1 ms\napus: got busy; again in 1 ms\n")
  }

  @Test("At the time limit, the last answer is printed with status 1")
  func over() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let sent = try await sample.program.run(
      "send", "a", "-e", "local", "--retry-until", "res.body.state eq done", "--every", "1h", "--for", "1s")
    #expect(sent.status == 1 && sent.text == "{\"state\": \"busy\"}" && server.requests.count == 1)
    #expect(sent.error == "apus: not met within 1 s: res.body.state eq done: got busy\n", "\(sent.error)")
  }

  @Test("An unreachable server is retried")
  func later() async throws {
    let port = try RawServer.refusedPort()
    let sample = try Sample(url: "http://127.0.0.1:\(port)", requests: ["a": Sample.request()])
    let sent = try await sample.program.run(
      "send", "a", "-e", "local", "--retry-until", "res.status eq 200", "--every", "500ms", "--for", "2s")
    #expect(sent.status == 5 && sent.error.contains("got there is no answer; again in 500 ms"), "\(sent.error)")
  }

  @Test("A run polls each request, and the condition is one of its assertions")
  func run() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(), "b": Sample.request(seq: 2)])
    let run = try await sample.program.run(
      "run", "-e", "local", "--retry-until", "res.body.state eq done", "--every", "1ms")
    #expect(run.status == 0 && server.requests.count == 4, "\(run.text)")
    #expect(
      run.lines.last?.contains("2 of 2 requests run, 0 failed, 1 retried; 2 assertions, 0 failed") == true,
      "\(run.text)")
    #expect(run.text.contains("a (3 tries)") && !run.text.contains("b ("), "\(run.text)")
    let never = try await sample.program.run(
      "run", "a", "-e", "local", "--retry-until", "res.body.state eq gone", "--every", "1h")
    #expect(never.status == 1 && never.text.contains("res.body.state eq gone: got done"), "\(never.text)")
  }
}
