import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Recorded answers") struct SnapshotTests {
  private let sample: ConsentSample
  private let request: String
  private let file: String

  init() throws {
    sample = try ConsentSample()
    try sample.folder.write("c/get.yml", "info: {name: R, type: http}\nhttp: {method: GET, url: 'http://h/'}\n")
    request = sample.folder.path("c/get.yml")
    file = sample.folder.path("c/get.snapshot.json")
  }

  private static func exchange(
    _ body: String, status: HTTPResponse.Status = .ok, headers: [Header] = []
  ) -> Exchange {
    let fields = Headers([Header("Content-Type", "application/json"), Header("Date", "now")] + headers)
    let hop = Hop(
      request: SentRequest(method: "GET", url: "http://h/"), response: ResponseHead(status: status, headers: fields))
    return Exchange(
      startedAt: Date(timeIntervalSince1970: 0), hops: [hop], body: ByteStore(Array(body.utf8)), failure: nil,
      duration: .milliseconds(3))
  }

  private func result(
    _ exchange: Exchange, but exceptions: String = "", of expression: String = "res.body",
    redaction: Redaction = .standard
  ) throws -> AssertionResult {
    let definition = RequestDefinition(name: "R", assertions: [Assertion(expression, "sameAsRecorded", exceptions)])
    let context = try sample.context()
    let files = CheckFiles(in: context, request: request, redaction: redaction)
    return try #require(context.checks(of: definition, on: exchange, files: files).assertions.first)
  }

  private func record(_ exchange: Exchange, redaction: Redaction = .standard) -> SnapshotOutcome {
    sample.workspace.recordSnapshot(of: exchange, forRequestAt: request, redaction: redaction)
  }

  private static let first = #"{"id": 7, "date": "2026-01-01", "items": [{"id": 1, "n": 1.0}, {"id": 2, "n": 2}]}"#

  @Test("The file is for review: status, headers and body as received, without parts that change each time")
  func content() throws {
    let answer = Self.exchange(#"{"b": 1.0, "a": [], "token": "s3cret-value"}"#, headers: [Header("X-Id", "own-value")])
    guard case .recorded("get.snapshot.json", _) = record(answer, redaction: .standard.adding(["own-value"])) else {
      Issue.record("not recorded")
      return
    }
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == """
        {
          "status": 200,
          "headers": {
            "content-type": "application/json",
            "x-id": "••••"
          },
          "body": {
            "b": 1.0,
            "a": [],
            "token": "••••"
          }
        }

        """)
  }

  @Test("Without a record the test fails and explains how to create one; with one it passes until something differs")
  func comparing() throws {
    let answer = Self.exchange(Self.first)
    #expect(try result(answer).actual.contains("--record-snapshots"))
    _ = record(answer)
    #expect(try result(answer).passed)
    // White space, the order of members and the spelling of numbers are ignored.
    let same = #"{"date":"2026-01-01","id":7.0,"items":[{"n":1,"id":1},{"id":2,"n":2}]}"#
    #expect(try result(Self.exchange(same)).passed)
    let other = #"{"id": 8, "items": [{"id": 1, "n": 1}, {"id": 3, "n": 2, "x": null}]}"#
    let failed = try result(Self.exchange(other))
    #expect(
      failed.actual == """
        4 differences: $.id: recorded 7, now 8; $.date: recorded "2026-01-01", now missing; \
        $.items[1].id: recorded 2, now 3; $.items[1].x: not recorded, now null
        """)
    #expect(try result(Self.exchange("<html>")).actual.contains("was JSON when it was recorded"))
  }

  @Test(
    "Excluded parts are not compared",
    arguments: [
      "$.id, $..items[*].id, $.date, $..x", "but for $..id, $.date,$..x", "id, date, x", "$['id','date'], $.items",
    ])
  func exceptions(text: String) throws {
    _ = record(Self.exchange(Self.first))
    let other = #"{"id": 8, "items": [{"id": 1, "n": 1}, {"id": 3, "n": 2, "x": null}]}"#
    let result = try result(Self.exchange(other), but: text)
    #expect(result.passed, "\(result.actual)")
    #expect(try !self.result(Self.exchange(#"{"id": 7, "more": 1}"#), but: text).passed)
  }

  @Test("An invalid list of exceptions fails the test")
  func wrongExceptions() throws {
    _ = record(Self.exchange(Self.first))
    #expect(try result(Self.exchange(Self.first), but: "$.[").actual.contains("JSONPath"))
  }

  @Test("The whole answer includes status and headers, each of which can be excluded")
  func whole() throws {
    _ = record(Self.exchange("[]", headers: [Header("ETag", "a")]))
    let other = Self.exchange("[]", status: .created, headers: [Header("ETag", "b")])
    let failed = try result(other, of: "res")
    #expect(failed.actual == #"2 differences: $.status: recorded 200, now 201; $.headers.etag: recorded "a", now "b""#)
    #expect(try result(other, but: "status, headers", of: "res").passed)
    #expect(try result(other, but: "$.status, headers.ETag", of: "res").passed)
    #expect(try result(other, of: "res.body").passed)
    #expect(try !result(other, of: "res.status").passed)
    #expect(try !result(other, of: "res.headers.etag").passed)
  }

  @Test("A secret is masked on both sides, and one that is no longer known matches any text")
  func secrets() throws {
    _ = record(
      Self.exchange(#"{"url": "/x?k=zebra-key", "password": "a"}"#), redaction: .standard.adding(["zebra-key"]))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("zebra"))
    #expect(try result(Self.exchange(#"{"url": "/x?k=other", "password": "b"}"#)).passed)
    #expect(try !result(Self.exchange(#"{"url": 1, "password": "b", "n": 1}"#)).passed)
  }

  @Test("Texts are compared by lines, other content by its digest")
  func kinds() throws {
    _ = record(Self.exchange("one\ntwo\nthree"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"lines\": [\n    \"one\""))
    #expect(try result(Self.exchange("one\n2\nthree")).actual == #"1 difference: $[1]: recorded "two", now "2""#)
    _ = record(Self.exchange("\0"))
    #expect(try result(Self.exchange("\0")).passed)
    #expect(try !result(Self.exchange("\0\0")).passed)
    _ = record(Self.exchange(""))
    #expect(try result(Self.exchange("")).passed)
  }

  @Test(
    "An invalid record is reported, with advice",
    arguments: [
      "", "{", "[]", #"{"status": 200, "headers": {}}"#, #"{"status": 1, "headers": {}, "body": 1, "lines": []}"#,
    ])
  func damaged(text: String) throws {
    try sample.folder.write("c/get.snapshot.json", text)
    let result = try result(Self.exchange("{}"))
    #expect(!result.passed && result.actual.contains("record it again"), "\(result.actual)")
  }

  @Test("A link out of the collection is neither read nor written")
  func link() throws {
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "../outside.txt")
    #expect(try result(Self.exchange("{}")).actual.contains("points outside"))
    guard case .refused = record(Self.exchange("{}")) else {
      Issue.record("written")
      return
    }
    #expect(try String(contentsOfFile: sample.folder.path("outside.txt"), encoding: .utf8) == "outside")
  }

  @Test("An answer that could not be read again is not recorded: too large, too deep, or missing")
  func refused() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let large = "[\"" + String(repeating: "x", count: Snapshot.largest) + "\"]"
    for body in [deep, large] {
      guard case .refused = record(Self.exchange(body)) else {
        Issue.record("recorded \(body.utf8.count)")
        continue
      }
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try result(Self.exchange(large)).actual.contains("nothing is recorded"))
  }

  @Test("A folder with the name of a recorded answer stays when its request is moved or deleted")
  func folder() throws {
    try sample.folder.write("c/get.snapshot.json/mine.txt", "mine")
    let target = try sample.workspace.createFolder(named: "sub", in: sample.workspace.path)
    let moved = try sample.workspace.move(request, to: target.path, at: 0)
    #expect(try sample.folder.readText("c/get.snapshot.json/mine.txt") == "mine")
    try sample.folder.write("c/sub/get.snapshot.json/mine.txt", "mine")
    let deleted = try sample.workspace.delete(moved.path)
    #expect(try sample.folder.readText("c/sub/get.snapshot.json/mine.txt") == "mine")
    try sample.workspace.perform(deleted.undo)
    #expect(sample.folder.files().contains("c/sub/get.yml"))
  }

  @Test("Recording again reports whether something changed, and can be undone; the file moves with its request")
  func companion() throws {
    _ = record(Self.exchange("1"))
    #expect(record(Self.exchange("1")) == .unchanged(path: "get.snapshot.json"))
    guard case .recorded(_, let undo) = record(Self.exchange("2")) else {
      Issue.record("not recorded")
      return
    }
    try sample.workspace.perform(undo)
    #expect(try result(Self.exchange("1")).passed)
    let folder = try sample.workspace.createFolder(named: "sub", in: sample.workspace.path)
    let moved = try sample.workspace.move(request, to: folder.path, at: 0)
    #expect(sample.folder.exists("c/sub/get.snapshot.json"))
    let deleted = try sample.workspace.delete(moved.path)
    #expect(!sample.folder.exists("c/sub/get.snapshot.json"))
    try sample.workspace.perform(deleted.undo)
    #expect(sample.folder.exists("c/sub/get.snapshot.json"))
  }
}
