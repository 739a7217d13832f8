import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The history of requests without a file") struct DraftHistoryTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let history: History

  init() throws {
    folder = try TemporaryDirectory("drafts")
    try folder.write("c/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: C\n")
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    history = History(workspace: workspace)
  }

  private func send(draft: String?, at seconds: Double, passes: Bool = true) throws {
    let hop = Hop(
      request: SentRequest(method: "POST", url: "http://h/login"), response: ResponseHead(status: .init(code: 200)))
    let exchange = Exchange(
      startedAt: Date(timeIntervalSince1970: 1_700_000_000 + seconds), hops: [hop],
      body: ByteStore(Array(#"{"id": 7}"#.utf8)), duration: .milliseconds(Int(seconds)))
    var record = HistoryRecord(
      exchange: exchange, assertions: [AssertionResult(expression: "res.status eq 200", passed: passes)])
    record.draft = draft
    try history.append(record, redaction: .none)
  }

  private func filter(draft: String) -> HistoryFilter {
    var filter = HistoryFilter()
    filter.draft = draft
    return filter
  }

  @Test("Its exchanges are found by its number, and belong to the file once it is saved")
  func saved() throws {
    for (draft, seconds) in [("1", 1.0), ("12", 2), ("1", 3), (nil, 4)] { try send(draft: draft, at: seconds) }
    #expect(try history.latest(matching: filter(draft: "1"))?.exchange.duration == .milliseconds(3))
    try folder.write(
      "c/users/login.yml", "info: {name: Log in, type: http}\nhttp: {method: POST, url: http://h/login}\n")
    workspace.noteSave(ofDraft: "1", at: folder.path("c/users/login.yml"))
    #expect(try history.list().entries.map(\.requestID) == [nil, "users/login", nil, "users/login"])
    #expect(try history.latest(matching: filter(draft: "1")) == nil)
    #expect(try history.latest(matching: filter(draft: "12")) != nil)
    var named = HistoryFilter()
    named.requestID = "users/login"
    let last = try #require(try history.latest(matching: named))
    #expect(last.exchange.duration == .milliseconds(3) && last.requestID == "users/login")
    #expect(try history.entry(last.id)?["_request"]?.string == "users/login")
    named = HistoryFilter()
    named.text = "users/login"
    #expect(try history.list(matching: named).entries.count == 2)
    // A request that refers to its answer uses it.
    let reference = try #require(ResponseReference("users/login | $.id"))
    #expect(try workspace.recordedValue(of: reference, environment: nil, now: Date()) == "7")
  }

  @Test("The list knows whether a test failed without reading the whole entry")
  func tests() throws {
    try send(draft: nil, at: 1, passes: false)
    try send(draft: nil, at: 2)
    #expect(try history.list().entries.map(\.failsTests) == [false, true])
  }
}
