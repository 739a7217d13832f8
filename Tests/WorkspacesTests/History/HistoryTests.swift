import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The history of a workspace") struct HistoryTests {
  private let folder: TemporaryDirectory
  private let history: History

  init() throws {
    folder = try TemporaryDirectory("history")
    history = History(folder: folder.path(".apus"), files: .live)
  }

  private func exchange(
    _ url: String = "http://h/users?id=1&x=%20", body: [UInt8] = Array("{\"ok\":true}".utf8),
    at seconds: Double = 1_700_000_000.25
  ) -> Exchange {
    var sent = SentRequest(
      method: "POST", url: url, headers: Headers([Header("Host", "h"), Header("X-A", "1"), Header("x-a", "2")]))
    sent.body = ByteStore("a=1".utf8)
    let head = ResponseHead(
      httpVersion: "1.1", status: .init(code: 201, reasonPhrase: "Made"),
      headers: Headers([
        Header("Content-Type", "application/json"), Header("Set-Cookie", "s=1; Path=/; HttpOnly"),
        Header("Set-Cookie", "t=2"),
      ]), trailers: Headers([Header("X-Sum", "9")]))
    let timing = Hop.Timing(
      resolved: .milliseconds(1), connected: .milliseconds(3), secured: .milliseconds(7), sent: .milliseconds(8),
      firstByte: .milliseconds(60), total: .microseconds(83_100))
    var hop = Hop(request: sent, response: head, timing: timing)
    hop.connection = Connection(
      remoteAddress: "127.0.0.1:8080",
      tls: .init(
        version: "TLSv1.3", cipher: "X",
        certificates: [.init(subject: "CN=a", issuer: "CN=b", notBefore: "n", notAfter: "m")],
        clientCertificate: "/c/me.pem", asksForCertificate: true))
    hop.sizes = Hop.Sizes(
      requestHead: 50, requestBody: 3, responseHead: 90, responseBodyOnWire: 11, responseBody: 11,
      responseSurplus: 7)
    var first = hop
    first.cause = .initial
    first.connection?.tls?.asksForCertificate = false
    first.connection?.tls?.verifiedBy = .nothing
    hop.connection?.tls?.verifiedBy = .trustedCertificate
    hop.cause = .redirect
    return Exchange(
      startedAt: Date(timeIntervalSince1970: seconds), hops: [first, hop], body: ByteStore(body),
      duration: .microseconds(90_250))
  }

  private func record(_ exchange: Exchange, id: String = "") -> HistoryRecord {
    HistoryRecord(
      id: id, workspace: "demo", requestID: "users/get", environment: "local", exchange: exchange,
      assertions: [AssertionResult(expression: "res.status eq 201", passed: true, actual: "201")])
  }

  @Test func `An exchange that the user ended is listed as such.`() throws {
    var cancelled = exchange()
    cancelled.failure = NetworkError(.cancelled, "The request was cancelled")
    var refused = exchange(at: 1_700_000_001.25)
    refused.failure = NetworkError(.connect, "Could not connect")
    for made in [exchange(at: 1_699_999_999.25), cancelled, refused] {
      try history.append(record(made, id: ULID.make(at: made.startedAt)), redaction: .standard)
    }
    #expect(try history.list(limit: 9).entries.map(\.isCancelled) == [false, true, false])
  }

  @Test("If a compressed body cannot be decoded and there are secrets, only its size and hash are stored")
  func unreadableBody() throws {
    // Brotli, truncated in the middle.
    let body: [UInt8] = [0x19, 0x44, 0x00, 0x00, 0xA4, 0x94, 0xA6, 0x6A, 0xC4]
    var sent = exchange(body: body)
    sent.hops[1].response?.headers = Headers([Header("Content-Type", "text/plain"), Header("Content-Encoding", "br")])
    sent.hops[1].request.headers = Headers([Header("Content-Encoding", "zstd")])
    sent.hops[1].request.body = ByteStore([0x00] + body)
    sent.hops[1].sizes.responseBodyOnWire = body.count
    let secret = Redaction(secrets: ["s3cret-9"])
    try history.append(record(sent, id: ULID.make(at: sent.startedAt)), redaction: secret)
    let id = try #require(try history.list(limit: 1).entries.first?.id)
    let kept = try #require(try history.record(id))
    #expect(kept.exchange.body?.count ?? 0 == 0 && kept.omittedBody?.size == body.count)
    #expect(kept.omittedBody?.description.contains("could not be searched for secrets") == true)
    #expect(!folder.files().contains { $0.contains("/bodies/") })
    let entry = try #require(try history.entry(id))
    #expect(entry["request"]?["postData"]?["_omitted"]?["size"]?.int == body.count + 1)
    #expect(HARDocument.entry(record(sent), redaction: secret)["response"]?["content"]?["_omitted"] != nil)
    // There are no secrets, or it was decoded on arrival.
    try history.append(record(sent), redaction: .standard)
    sent.hops[1].sizes.responseBodyOnWire = 5
    sent.hops[1].request.headers = Headers()
    try history.append(record(sent), redaction: secret)
    #expect(folder.files().filter { $0.contains("/bodies/") }.count == 2)
  }

  @Test("Appended entries are read back completely")
  func roundTrip() throws {
    let made = record(exchange())
    try history.append(made, redaction: .none)
    let read = try #require(try history.record(made.id))
    #expect(read.requestID == "users/get" && read.environment == "local" && read.workspace == "demo")
    #expect(read.assertions == made.assertions)
    #expect(read.exchange.startedAt == made.exchange.startedAt && read.exchange.duration == made.exchange.duration)
    #expect(read.exchange.hops.map(\.cause) == [.initial, .redirect])
    let (hop, expected) = (try #require(read.exchange.hops.last), try #require(made.exchange.hops.last))
    #expect(hop.request.headers == expected.request.headers && hop.request.url == expected.request.url)
    #expect(hop.response == expected.response && hop.timing == expected.timing && hop.sizes == expected.sizes)
    #expect(hop.connection == expected.connection)
    #expect(hop.request.body?.allBytes == Array("a=1".utf8))
    #expect(read.exchange.body?.allBytes == made.exchange.body?.allBytes)
    #expect(
      String(decoding: hop.request.head, as: UTF8.self).hasPrefix("POST /users?id=1&x=%20 HTTP/1.1\r\nHost: h\r\n"))
  }

  @Test("A header sent without the blank after its colon is stored that way, and masked by its name like any other")
  func blanks() throws {
    var sent = exchange()
    let headers = [Header("X-A", "1", omitsBlank: true), Header("Authorization", "Bearer t", omitsBlank: true)]
    sent.hops[1].request.headers = Headers(headers)
    let made = record(sent)
    try history.append(made, redaction: .standard)
    let read = try #require(try history.record(made.id)?.exchange.hops.last?.request)
    #expect(read.headers.fields == [headers[0], Header("Authorization", "Bearer ••••", omitsBlank: true)])
    #expect(String(decoding: read.head, as: UTF8.self).hasSuffix("\r\nX-A:1\r\nAuthorization:Bearer ••••\r\n\r\n"))
  }

  @Test("An entry is a HAR entry with its keys as documented")
  func har() throws {
    let json = HARDocument.entry(record(exchange()), redaction: .none)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.compact)) as? [String: Any])
    for key in [
      "startedDateTime", "time", "request", "response", "cache", "timings", "serverIPAddress", "_id", "_redirects",
    ] {
      #expect(object[key] != nil, "\(key)")
    }
    #expect(json["request"]?["queryString"]?.array?[1]["value"]?.string == " ")
    #expect(json["response"]?["cookies"]?.array?.first?["httpOnly"]?.bool == true)
    #expect(json["timings"]?["connect"]?.double == 6 && json["timings"]?["ssl"]?.double == 4)
    #expect(json["timings"]?["blocked"]?.double == -1)
    #expect(json["response"]?["content"]?["text"]?.string == "{\"ok\":true}")
    #expect(json["startedDateTime"]?.string == "2023-11-14T22:13:20.250Z")
  }

  @Test("Large and binary bodies are stored separately, once, and are read back")
  func bodies() throws {
    let large = Array(repeating: UInt8(ascii: "x"), count: 20_000)
    let binary: [UInt8] = [0, 255, 1, 2]
    let records = [record(exchange(body: large)), record(exchange(body: large)), record(exchange(body: binary))]
    for made in records { try history.append(made, redaction: .none) }
    #expect(folder.files().filter { $0.contains("/bodies/") }.count == 2)
    for made in records {
      #expect(try history.record(made.id)?.exchange.body?.allBytes == made.exchange.body?.allBytes)
    }
  }

  @Test("Secrets are masked in URL, headers and bodies, small and large")
  func secrets() throws {
    var redaction = Redaction.standard
    redaction.secrets = ["s3cret"]
    let padding = String(repeating: "x", count: 20_000)
    for body in ["{\"t\":\"s3cret\"}", padding + "s3cret"] {
      var made = exchange("http://h/s3cret?token=abc&y=1", body: Array(body.utf8))
      made.hops[1].request.headers.append("Authorization", "Bearer abcdef")
      made.hops[1].request.headers.append("Cookie", "sid=1")
      made.hops[1].request.headers.append("X-Own", "a s3cret b")
      let kept = record(made)
      try history.append(kept, redaction: redaction)
      let read = try #require(try history.record(kept.id)?.exchange)
      #expect(read.finalURL == "http://h/••••?token=••••&y=1")
      #expect(read.request?.headers["Authorization"] == "Bearer ••••")
      #expect(read.request?.headers["X-Own"] == "a •••• b")
    }
    for file in folder.files() {
      #expect(!(try folder.readText(file)).contains("s3cret"), "\(file)")
    }
  }

  @Test("The list is newest first, across months, in pages, and filtered")
  func listing() throws {
    for index in 0..<25 {
      let made = exchange("http://h/\(index)", at: 1_700_000_000 + Double(index) * 200_000)
      try history.append(record(made), redaction: .none)
    }
    var seen: [String] = []
    var cursor: HistoryPage.Cursor?
    repeat {
      let page = try history.list(limit: 4, from: cursor)
      #expect(page.notices.isEmpty)
      seen += page.entries.map(\.url)
      cursor = page.next
    } while cursor != nil
    #expect(seen == (0..<25).reversed().map { "http://h/\($0)" })
    #expect(folder.files().filter { $0.hasSuffix(".jsonl") }.count > 1)
    var filter = HistoryFilter()
    filter.text = "H/7"
    #expect(try history.list(matching: filter).entries.map(\.url) == ["http://h/7"])
    filter = HistoryFilter()
    filter.statuses = [2]
    filter.methods = ["POST"]
    #expect(try history.list(matching: filter).entries.count == 25)
    filter.statuses = [404]
    #expect(try history.list(matching: filter).entries.isEmpty)
  }

  @Test("An incomplete last line is skipped and reported, and the next append is complete")
  func torn() throws {
    let first = record(exchange())
    try history.append(first, redaction: .none)
    let path = try #require(folder.files().first { $0.hasSuffix(".jsonl") })
    let whole = try folder.read(path)
    for cut in [1, whole.count / 2, whole.count - 2] {
      try folder.write(path, whole + whole.prefix(cut))
      #expect(try history.list().entries.map(\.id) == [first.id])
      #expect(try history.list().notices.count == 1)
      let second = record(exchange())
      try history.append(second, redaction: .none)
      #expect(try history.list().entries.map(\.id) == [second.id, first.id])
      #expect(try history.record(second.id) != nil)
      #expect(try history.prune(HistoryRetention(entries: 1)) > 0)
      #expect(try history.list().entries.map(\.id) == [second.id])
    }
  }

  @Test("The folder excludes itself from git, and only its owner can read its files")
  func privacy() throws {
    let workspace = Workspace(path: folder.path, files: .live, stateFolder: folder.path("state"))
    try History(workspace: workspace).append(record(exchange()), redaction: .none)
    #expect(try folder.readText(".apus/.gitignore") == "*\n")
    let path = try #require(folder.files().first { $0.hasSuffix(".jsonl") })
    #expect(try FileSystem.live.stamp(folder.path(path))?.mode == 0o600)
  }

  @Test("Twenty thousand entries are listed, or the first of them")
  func many() throws {
    try history.append(record(exchange()), redaction: .none)
    let path = try #require(folder.files().first { $0.hasSuffix(".jsonl") })
    let line = try folder.read(path)
    var all: [UInt8] = []
    for _ in 0..<20_000 { all += line }
    try folder.write(path, all)
    #expect(try history.list(limit: 200).entries.count == 200)
    #expect(try history.list(limit: 200_000).entries.count == 20_000)
  }

  @Test("An interrupted search finds the same as an uninterrupted one, wherever it stops")
  func bits() throws {
    for number in 0..<3 { try history.append(record(exchange("http://h/\(number)")), redaction: .none) }
    let path = try #require(folder.files().first { $0.hasSuffix(".jsonl") })
    let lines = try folder.read(path)
    // With and without a line break at the end: the last line may be incomplete.
    for end in [[], Array("{\"_id\":\"torn".utf8)] {
      try folder.write(path, (0..<700).flatMap { _ in lines } + end)
      var filter = HistoryFilter()
      filter.text = "h/1"
      let all = try history.list(limit: 5000, matching: filter).entries
      #expect(all.count == 700)
      var (found, next, calls) = ([HistorySummary](), HistoryPage.Cursor?.none, 0)
      repeat {
        let page = try history.list(limit: 5000, from: next, matching: filter) {
          calls += 1
          return calls.isMultiple(of: 2)
        }
        found += page.entries
        next = page.next
      } while next != nil
      #expect(found == all && calls > 2)
    }
  }

  @Test("A history that cannot be written reports that once and never stops a send")
  func unwritable() async throws {
    try folder.write(".apus", "a file in the way")
    let recorder = HistoryRecorder(Workspace(path: folder.path, files: .live, stateFolder: folder.path("state"))) {
      [history] _ in history
    }
    let first = await recorder.record(record(exchange()), redaction: .none)
    let second = await recorder.record(record(exchange()), redaction: .none)
    #expect(first != nil && second == nil)
  }

  @Test("Identifiers sort by time and contain it")
  func identifiers() throws {
    let dates = [0, 1_000, 1_700_000_000, 4_000_000_000].map { Date(timeIntervalSince1970: $0) }
    let ids = dates.map { ULID.make(at: $0) }
    #expect(ids == ids.sorted() && Set(ids.map(\.count)) == [26])
    #expect(ids.compactMap(ULID.date) == dates)
  }

  @Test(
    "A login's answer is masked in the line and in the file of a large body; the exchange itself is unchanged")
  func logins() throws {
    let small = #"{"access_token":"t0psecret","user":1}"#
    let large = #"{"access_token":"t0psecret","filler":"\#(String(repeating: "x", count: 20_000))"}"#
    for (index, text) in [small, large].enumerated() {
      let made = exchange(body: Array(text.utf8), at: 1_700_000_000 + Double(index))
      var record = record(made)
      record.assertions = [
        AssertionResult(expression: "res.body.access_token isString", passed: true, actual: "t0psecret")
      ]
      try history.append(record, redaction: .standard)
      #expect(made.body?.allBytes == Array(text.utf8))
      let read = try #require(try history.record(record.id)?.exchange.body)
      #expect(
        String(decoding: read.allBytes, as: UTF8.self) == text.replacingOccurrences(of: "t0psecret", with: "••••"))
    }
    for file in folder.files() { #expect(try !folder.readText(file).contains("t0psecret"), "\(file)") }
  }
}
