import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Load measurements") struct RunMeasurementTests {
  /// Answers each request later than the previous one.
  private static func server(_ delay: @escaping @Sendable (Int) -> TimeInterval) throws -> AnsweringServer {
    let count = Mutex(0)
    return try AnsweringServer { _ in
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      Thread.sleep(forTimeInterval: delay(index))
      return Answer.text("")
    }
  }

  /// Independent of the machine's load: each answer takes at least the server's time, and the percentiles are those of
  /// the listed answers.
  @Test("The percentiles match the answers within 2 %, and no answer is faster than the server")
  func distribution() async throws {
    // 0.2 s, 0.225 s … 1.675 s.
    let delays = (0..<60).map { 0.2 + Double($0) * 0.025 }
    let server = try Self.server { delays[$0] }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let run = try await sample.program.run(
      "run", "a", "-e", "local", "--repeat", "60", "--parallel", "60", "--json", "--report", "json=r")
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(try #require(run.lines.last).utf8))
    #expect(json["requests"].int == 60 && json["failed"].int == 0)
    let report = try JSONDecoder().decode(JSONValue.self, from: Data(try sample.folder.readText("r").utf8))
    let times = (0..<60).compactMap { report["results"][$0]["time"].double }.sorted()
    #expect(times.count == 60 && zip(times, delays).allSatisfy { $0 >= $1 * 1000 }, "\(times)")
    for (name, rank) in [("min", 1), ("p50", 30), ("p90", 54), ("p95", 57), ("p99", 60), ("max", 60)] {
      let (found, exact) = (try #require(json["latency"][name].double), times[rank - 1])
      #expect(abs(found - exact) <= exact * 0.02, "\(name): \(found), not \(exact)")
    }
  }

  /// Pauses for a second at the 50th request.
  private static func stallingServer() throws -> AnsweringServer {
    let state = Mutex((count: 0, end: Date.distantPast))
    return try AnsweringServer { _ in
      let end = state.withLock { state in
        state.count += 1
        if state.count == 50 { state.end = Date(timeIntervalSinceNow: 1) }
        return state.end
      }
      Thread.sleep(until: end)
      return Answer.text("")
    }
  }

  @Test("At a rate, a one-second stall delays all requests due meanwhile; otherwise only one")
  func stall() async throws {
    func measured(_ options: [String]) async throws -> JSONValue {
      let server = try Self.stallingServer()
      defer { server.stop() }
      let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
      let run = try await sample.program.run(["run", "a", "-e", "local", "--json"] + options)
      #expect(run.status == 0, "\(run.text)\(run.error)")
      return try JSONDecoder().decode(JSONValue.self, from: Data(try #require(run.lines.last).utf8))
    }
    // A third of the requests are due during the pause, spread over its second.
    let open = try await measured(["--rate", "50/s", "--duration", "3s"])
    #expect(open["requests"].int == 150 && open["overdue"].int == 0)
    #expect(try #require(open["latency"]["max"].double) >= 950)
    #expect(try #require(open["latency"]["p90"].double) >= 500)
    // The same if fewer may be in flight than are due: waiting requests count as late.
    let narrow = try await measured(["--rate", "50/s", "--duration", "3s", "--parallel", "2"])
    #expect(try #require(narrow["latency"]["p90"].double) >= 500)
    let closed = try await measured(["--repeat", "150"])
    #expect(try #require(closed["latency"]["max"].double) >= 950)
    #expect(try #require(closed["latency"]["p99"].double) < 950)
  }

  @Test("An unattainable rate ends in time, and unsent requests are counted")
  func impossible() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let run = try await sample.program.run(
      "run", "a", "-e", "local", "--rate", "1e9", "--duration", "300ms", "--json")
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(try #require(run.lines.last).utf8))
    #expect(run.status == 0 && json["overdue"].int ?? 0 > 100_000_000, "\(run.text)")
    #expect(run.lines.contains { $0.hasPrefix("overdue ") && $0.hasSuffix("could not be sent in time") })
    #expect(json["requests"].int == server.requests.count)
  }

  @Test("^C ends a timed run, and the results are printed and reported")
  func interrupted() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(runtime: "")])
    let running = try sample.program.start([
      "run", "a", "-e", "local", "--duration", "1h", "--json", "--report", "json=r",
    ])
    while server.requests.count < 25 { await Task.yield() }
    running.interrupt()
    let result = await running.result()
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(try #require(result.lines.last).utf8))
    #expect(result.status == 130 && json["requests"].int ?? 0 >= 20, "\(result.text)\(result.error)")
    #expect(result.lines.first?.hasPrefix("latency ") == true, "\(result.text)")
    #expect(try sample.folder.readText("r").contains("\"requests\": \(json["requests"].int ?? 0)"))
  }

  @Test("Only the first failures of a measurement are listed, but all are counted")
  func failures() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "503 Busy") }
    defer { server.stop() }
    let check = "  assertions:\n    - expression: res.status\n      operator: eq\n      value: \"200\"\n"
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(runtime: check)])
    let run = try await sample.program.run("run", "a", "-e", "local", "--rate", "1e6", "--repeat", "90")
    #expect(run.status == 1 && run.lines.count { $0.hasPrefix("✗ 503") } == 20, "\(run.text)")
    #expect(run.lines.contains("… and 70 more failures") && run.lines.contains("errors    assertion: 90"))
    #expect(run.lines.contains("statuses  503: 90"), "\(run.text)")
  }

  @Test("A large data file is read during the run, and an error in it ends the run with its position")
  func streamed() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request("GET", "{{base_url}}/{{id}}")])
    let filler = String(repeating: "x", count: 200_000)
    let rows = (0..<45).map { "\($0),\(filler)\n" }.joined()
    try sample.folder.write("large.csv", "id,filler\n\(rows)45\n")
    let run = try await sample.program.run("run", "a", "-e", "local", "--data", "large.csv")
    #expect(run.status == 3, "\(run.text)")
    #expect(run.error.contains("large.csv:47: 1 value for 2 columns; the rows before it were sent"))
    #expect(server.requests.map(\.target) == (0..<45).map { "/\($0)" })
    #expect(run.lines.last?.hasPrefix("45 requests run, 0 failed") == true, "\(run.text)")
    // A faulty file of the usual size is refused before anything is sent.
    try sample.folder.write("small.csv", "id,filler\n1,2\n45\n")
    let small = try await sample.program.run("run", "a", "-e", "local", "--data", "small.csv")
    #expect(small.status == 3 && small.text.isEmpty && server.requests.count == 45, "\(small.text)")
  }

  @Test("In parallel, a request waits only for the answers that it uses")
  func dependencies() async throws {
    let gate = Gate()
    let server = try AnsweringServer { request in
      // The login is answered only after a request without it was sent.
      if request.target.hasPrefix("/login") { gate.wait() }
      if request.target.hasPrefix("/free") { gate.open() }
      return Answer.json("{\"token\": \"t-\(request.target.split(separator: "=").last ?? "")\"}")
    }
    defer { server.stop() }
    let capture = """
        actions:
          - type: set-variable
            phase: after-response
            selector:
              expression: res.body.token
              method: jsonq
            variable:
              name: session
              scope: runtime

      """
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("GET", "{{base_url}}/login?row={{row}}", runtime: capture, seq: 1),
        "b": Sample.request("GET", "{{base_url}}/me?with={{session}}", seq: 2),
        "c": Sample.request("GET", "{{base_url}}/free", seq: 3),
      ])
    try sample.folder.write("rows.csv", "row\n1\n2\n3\n4\n")
    let run = try await sample.program.run("run", "-e", "local", "--data", "rows.csv", "--parallel", "4")
    #expect(run.status == 0, "\(run.text)\(run.error)")
    let used = server.requests.map(\.target).filter { $0.hasPrefix("/me") }.sorted()
    #expect(used == (1...4).map { "/me?with=t-\($0)" })
  }

  @Test(
    "An invalid rate, duration or number is rejected with an example",
    arguments: [
      (["--rate", "fast"], "--rate takes"), (["--rate", "1e10"], "--rate takes"), (["--duration", "0s"], "--duration"),
      (["--duration", "soon"], "--duration takes"), (["--repeat", "0"], "--repeat takes"),
      (["--rate", "5", "--delay", "5"], "exclude each other"), (["--every", "1s"], "need --retry-until"),
      (["--retry-until", "ready"], "--retry-until takes"),
      (["--retry-until", "res.status eq 1", "--for", "x"], "--for"),
    ])
  func refused(options: [String], words: String) async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request()])
    let run = try await sample.program.run(["run", "a"] + options)
    #expect(run.status == 2 && run.error.contains(words) && run.error.split(separator: "\n").count == 1, "\(run.error)")
  }
}
