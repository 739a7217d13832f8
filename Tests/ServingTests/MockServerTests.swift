import Basics
import Testing

@testable import Serving

@Suite("Choosing the answer to a request") struct MockServerTests {
  private static func answer(
    _ name: String, _ status: Int = 200, at path: String? = nil, _ query: [String: String] = [:], isExample: Bool = true
  ) -> ServedAnswer {
    ServedAnswer(
      name: name, isExample: isExample, target: path.map { target($0, query) }, status: status,
      headers: [.init("Content-Type", "application/json")], body: Array("\"\(name)\"".utf8))
  }

  private static func target(_ path: String, _ query: [String: String] = [:]) -> TargetPattern {
    TargetPattern(
      path: PathPattern(path), query: query.sorted { $0.key < $1.key }.map { .init($0.key, HoledText($0.value)) })
  }

  private static func request(_ method: String, _ path: String, _ answers: [ServedAnswer] = []) -> ServedRequest {
    ServedRequest(id: String(path.dropFirst()), method: method, target: target(path), answers: answers)
  }

  private static let table = ServedTable([
    request(
      "GET", "/users",
      [
        answer("all"), answer("none", 204), answer("page 2", at: "/users", ["page": "2"]),
        answer("recorded", at: "/users", isExample: false),
      ]),
    request(
      "GET", "/users/:id",
      [
        answer("Ada", at: "/users/1"), answer("somebody"), answer("Not found", 404),
        answer("recorded 9", at: "/users/9", isExample: false),
      ]),
    request("GET", "/users/me", [answer("me")]),
    request("GET", "/orders"),
    ServedRequest(id: "paged", method: "GET", target: target("/orders", ["page": "1"]), answers: [answer("orders")]),
    request("POST", "/users", [answer("made", 201)]),
    request("DELETE", "/users/:id"),
  ])

  private func reply(
    _ line: String, _ terms: ServeTerms = ServeTerms(), prefer: String..., server: MockServer? = nil
  ) -> ServedReply {
    let words = line.split(separator: " ").map(String.init)
    let halves = words[1].split(separator: "?", omittingEmptySubsequences: false)
    let query = halves.dropFirst().first?.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return (name: String(parts[0]), value: String(parts.last ?? ""))
    }
    let target = RequestTarget(path: halves[0].split(separator: "/").map(String.init), query: query ?? [])
    return (server ?? MockServer(Self.table, terms)).reply(to: ServedCall(words[0], target, preferences: prefer))
  }

  @Test(
    "The most specific request and answer is chosen",
    arguments: [
      ("GET /users", "all"), ("GET /users?page=2", "page 2"), ("GET /users?page=3", "all"), ("HEAD /users", "all"),
      ("GET /users/1", "Ada"), ("GET /users/2", "somebody"), ("GET /users/9", "recorded 9"), ("GET /users/me", "me"),
      ("POST /users", "made"), ("GET /users/?x=1", "all"),
      ("GET /orders", "orders"), ("GET /orders?page=2", "orders"),
    ])
  func finds(line: String, expected: String) {
    #expect(reply(line).source == expected)
  }

  @Test("An unknown request gets 404 with the nearest, and a request without an example is reported")
  func nothing() throws {
    let typo = reply("GET /usrs")
    let problem = try JSONValue(parsing: typo.body)
    #expect(typo.status == 404 && typo.headers == [.init("Content-Type", "application/problem+json")])
    #expect(problem["nearest"]?.array?.first?.string == "GET /users", "\(problem)")
    #expect(problem["title"]?.string == "No request here answers GET /usrs")
    let empty = reply("DELETE /users/1")
    #expect(empty.status == 404 && empty.request == "users/:id")
    #expect(try JSONValue(parsing: empty.body)["title"]?.string == "users/:id has no example")
    #expect(MockServer(ServedTable()).reply(to: ServedCall("GET", RequestTarget(path: []))).status == 404)
  }

  @Test("A request selects by name or status; a status without an example is sent alone")
  func chooses() throws {
    #expect(reply("GET /users/2", prefer: "example=\"Not found\"").status == 404)
    #expect(reply("GET /users/2", prefer: "code=404").source == "Not found")
    #expect(reply("GET /users/2?__code=404").source == "Not found")
    #expect(reply("GET /users/2?__example=ada").source == "Ada")
    #expect(reply("GET /users/2", prefer: "respond-async, code=200;example=somebody").source == "somebody")
    let alone = reply("GET /users/2", prefer: "code=503")
    #expect(alone.status == 503 && alone.request == "users/:id")
    let unknown = reply("GET /users/2", prefer: "example=nope")
    #expect(unknown.status == 404)
    #expect(
      try JSONValue(parsing: unknown.body)["examples"]?.array?.compactMap(\.string) == ["Ada", "somebody", "Not found"])
    #expect(reply("GET /users", prefer: "example=recorded").status == 404, "a recorded answer has no name")
    for (bad, word) in [("code=99", "code"), ("code=x", "code"), ("delay=-1", "delay"), ("fault=x", "fault")] {
      let refused = reply("GET /users", prefer: bad)
      #expect(refused.status == 400)
      #expect(try JSONValue(parsing: refused.body)["detail"]?.string?.hasPrefix("\(word) is \"") == true)
    }
  }

  @Test("In sequence mode, equal matches take turns, separately for each target")
  func turns() {
    var terms = ServeTerms()
    terms.takesTurns = true
    let server = MockServer(Self.table, terms)
    func next(_ line: String) -> String { reply(line, server: server).source }
    #expect((0..<5).map { _ in next("GET /users") } == ["all", "none", "all", "none", "all"])
    #expect(next("GET /users/5") == "somebody" && next("GET /users?page=2") == "page 2")
    #expect(next("GET /users/6") == "Not found" && next("GET /users") == "none")
    #expect(reply("GET /users").source == "all" && reply("GET /users").source == "all")
  }

  @Test("Faults and delays repeat for the same seed, at about the requested rate")
  func seeds() throws {
    var terms = ServeTerms()
    terms.faults = 0.25
    terms.delay = .milliseconds(10) ... .milliseconds(30)
    func run(_ seed: UInt64) -> [ServedReply] {
      terms.seed = seed
      let server = MockServer(Self.table, terms)
      return (0..<1000).map { _ in reply("GET /users", server: server) }
    }
    let first = run(7)
    #expect(first == run(7))
    #expect(first != run(8))
    let faults = first.count { $0.status >= 500 || $0.closeReason != .whole }
    #expect((200...300).contains(faults), "\(faults)")
    #expect(Set(first.filter { $0.closeReason != .whole }.map(\.closeReason)) == [.cut(2), .closed])
    #expect(Set(first.map(\.status)) == [200, 500, 503])
    let delays = first.map { $0.delay / .milliseconds(1) }
    #expect(delays.min() == 10 && delays.max() == 30)
    // The preference of one request does not affect later ones.
    terms.seed = 7
    let server = MockServer(Self.table, terms)
    let asked = reply("GET /users", prefer: "delay=2s, fault=cut", server: server)
    #expect(asked.delay == .seconds(2) && asked.closeReason == .cut(2))
    #expect(reply("GET /users", server: server) == first[1])
  }

  @Test("Pages of other origins may read the answers only if enabled, also an error")
  func origins() {
    #expect(!reply("GET /users").headers.contains { $0.name == "Access-Control-Allow-Origin" })
    var terms = ServeTerms()
    terms.allowsOrigins = true
    #expect(reply("GET /users", terms).headers.last == .init("Access-Control-Allow-Origin", "*"))
    #expect(reply("GET /nope", terms).headers.last == .init("Access-Control-Allow-Origin", "*"))
    let call = ServedCall(
      "OPTIONS", RequestTarget(path: ["users"]), asksForMethod: "PUT", asksForHeaders: "X-A,\r\nX-B: 1")
    let asked = MockServer(Self.table, terms).reply(to: call)
    #expect(asked.status == 204 && asked.headers.contains(.init("Access-Control-Allow-Methods", "PUT")))
    #expect(!asked.headers.contains { $0.name == "Access-Control-Allow-Headers" }, "a line break")
    #expect(MockServer(Self.table).reply(to: call).status == 404)
  }

  @Test("A recorded answer does not decide who may read it here")
  func recordedOrigins() {
    let answer = ServedAnswer(name: "a", status: 200, headers: [.anyOrigin, .init("X-A", "1")])
    let server = MockServer(ServedTable([Self.request("GET", "/a", [answer])]))
    #expect(reply("GET /a", server: server).headers == [.init("X-A", "1")])
  }

  @Test("A local server accepts only this computer's names as host")
  func hosts() {
    var terms = ServeTerms()
    terms.isOwnOnly = true
    func status(_ host: String?, _ terms: ServeTerms) -> Int {
      MockServer(Self.table, terms).reply(to: ServedCall("GET", RequestTarget(path: ["users"]), host: host)).status
    }
    for host in [nil, "localhost:8000", "127.0.0.1", "127.1:80", "[::1]:8000", "LOCALHOST", "a.localhost:1"] {
      #expect(status(host, terms) == 200, "\(host ?? "")")
    }
    for host in ["attacker.example:8000", "127.0.0.1.example", "localhost.example", "[::2]", ""] {
      #expect(status(host, terms) == 421, "\(host)")
    }
    #expect(status("attacker.example", ServeTerms()) == 200)
    terms.allowsOrigins = true
    #expect(status("attacker.example", terms) == 200)
  }

  @Test("Headers that cannot be sent, or describe the transfer, are dropped; an invalid status becomes 200")
  func fields() {
    let answer = ServedAnswer(
      name: "", status: 99,
      headers: [
        .init("Content-Length", "7"), .init("Transfer-Encoding", "chunked"), .init("X-A", "a\r\nX-B: 1"),
        .init("X\u{0}", "1"), .init("", "1"), .init("Strict-Transport-Security", "max-age=1"), .init("X-C", "ü"),
      ])
    #expect(answer.headers == [.init("X-C", "ü")] && answer.status == 200)
  }

  @Test("Tables, terms and records survive encoding")
  func messages() throws {
    let line = Self.table.line
    #expect(!line.contains(0x0A))
    #expect(ServedTable(line: line) == Self.table)
    var terms = ServeTerms()
    terms.delay = .milliseconds(200) ... .seconds(1)
    (terms.faults, terms.seed, terms.takesTurns, terms.allowsOrigins) = (0.05, .max, true, true)
    #expect(ServeTerms(line: terms.line) == terms)
    let record = ServeRecord(
      method: "GET", target: "/a\n", status: 200, request: nil, source: "é", bytes: 1, time: 2)
    #expect(ServeRecord(line: record.line) == record)
    #expect(ServedTable(line: Array("null".utf8)) == nil && ServeTerms(line: []) == nil)
  }

  @Test(
    "Times, ranges and shares are parsed in common notations",
    arguments: [
      ("300ms", 300, 300), ("200ms..1s", 200, 1000), ("2", 2000, 2000), ("1s..200ms", nil, nil), ("11m", nil, nil),
      ("x", nil, nil), ("..", nil, nil), ("-1s", nil, nil),
    ] as [(String, Int?, Int?)])
  func times(text: String, first: Int?, last: Int?) {
    let range = ServeTerms.delay(text)
    #expect(range?.lowerBound == first.map { .milliseconds($0) } && range?.upperBound == last.map { .milliseconds($0) })
    #expect(ServeTerms.share("5%") == 0.05 && ServeTerms.share("0.5") == 0.5 && ServeTerms.share("100%") == 1)
    #expect(["", "%", "101%", "1.1", "-1%", "nan", "0x1"].allSatisfy { ServeTerms.share($0) == nil })
  }
}
