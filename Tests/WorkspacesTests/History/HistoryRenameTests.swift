import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The history of renamed requests") struct HistoryRenameTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let history: History
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = try TemporaryDirectory("renames")
    try folder.write("c/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: C\n")
    for name in ["users/login", "users/list", "other"] {
      try folder.write(
        "c/\(name).yml", "info:\n  name: \(name)\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: http://h/\n")
    }
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    history = History(workspace: workspace)
  }

  private func send(_ id: String, at seconds: Double, in collection: String? = nil, url: String = "http://h/") throws {
    let hop = Hop(request: SentRequest(method: "GET", url: url), response: ResponseHead(status: .init(code: 200)))
    let exchange = Exchange(
      startedAt: start.addingTimeInterval(seconds), hops: [hop], duration: .milliseconds(Int(seconds) + 10))
    try history.append(HistoryRecord(collection: collection, requestID: id, exchange: exchange), redaction: .none)
  }

  private func rename(_ from: String, _ to: String, at seconds: Double, isFolder: Bool = false) throws {
    try history.note(
      HistoryRename(
        from: HistoryName(from), to: HistoryName(to), isFolder: isFolder, date: start.addingTimeInterval(seconds)))
  }

  private func durations(_ id: String, in collection: String? = nil) throws -> [Int64] {
    var filter = HistoryFilter()
    (filter.requestID, filter.collection) = (id, collection)
    return try history.list(matching: filter).entries.map(\.duration.wholeMilliseconds).reversed()
  }

  @Test("A moved request keeps its sends, their statistics and its last answer, also after undoing the move")
  func moved() throws {
    try send("users/login", at: 1)
    let moved = try workspace.move(folder.path("c/users/login.yml"), to: folder.path("c"), at: 0)
    #expect(try history.list().entries.map(\.requestID) == ["login"])
    #expect(try durations("login") == [11] && durations("users/login").isEmpty)
    let id = try #require(try history.list().entries.first?.id)
    #expect(try history.record(id)?.requestID == "login")
    #expect(try history.entry(id)?["_request"]?.string == "login")
    let reference = try #require(ResponseReference("login | status"))
    #expect(try workspace.recordedValue(of: reference, environment: nil, now: start) == "200")
    // A reference written before the move means the same request.
    #expect(workspace.meant("users/login", in: workspace.path) == "login")
    let redo = try workspace.perform(moved.undo)
    #expect(try durations("users/login") == [11] && durations("login").isEmpty)
    try workspace.perform(redo)
    #expect(try durations("login") == [11])
  }

  @Test("Everything in a folder keeps its history when the folder is renamed")
  func folders() throws {
    try send("users/login", at: 1)
    try send("users/list", at: 2)
    try send("usersx", at: 3)
    let made = try workspace.rename(folder.path("c/users"), to: "People")
    #expect(made.path.hasSuffix("/People"))
    #expect(try history.list().entries.map(\.requestID) == ["usersx", "People/list", "People/login"])
    let text = try folder.readText("c/.apus/history/renames.jsonl")
    #expect(text.contains(#""_renamed":{"from":"users","to":"People","isFolder":true}"#))
  }

  @Test("Renames are followed one after the other, each for entries sent before it")
  func chain() throws {
    try send("a", at: 1)
    try rename("a", "b", at: 2)
    try send("a", at: 3)
    try send("b", at: 4)
    try rename("b", "folder/c", at: 5)
    try rename("folder", "x", at: 6, isFolder: true)
    #expect(try durations("x/c") == [11, 14])
    #expect(try durations("a") == [13])
    #expect(try durations("b").isEmpty && durations("folder/c").isEmpty)
    #expect(try history.current(HistoryName("a")) == HistoryName("x/c"))
  }

  @Test("An exchange that began before a rename and ended after it belongs to the new name")
  func underway() throws {
    try send("early", at: 0)
    try rename("a", "b", at: 5)
    try send("a", at: 3)
    #expect(try durations("b") == [13])
  }

  @Test("The text filter finds the current name, whatever the former ones")
  func text() throws {
    try send("users/login", at: 1)
    try send("users/list", at: 2)
    try rename("users/login", "auth/sign-in", at: 3)
    try rename("auth", "doors", at: 4, isFolder: true)
    var filter = HistoryFilter()
    filter.text = "doors/SIGN"
    #expect(try history.list(matching: filter).entries.map(\.requestID) == ["doors/sign-in"])
    filter.text = "users/"
    #expect(try history.list(matching: filter).entries.map(\.requestID) == ["users/list"])
  }

  @Test("A folder named like a request's file is moved as a folder")
  func folderNamedLikeAFile() throws {
    try folder.write("c/api.yml/login.yml", "info:\n  name: L\n  type: http\nhttp:\n  url: http://h/\n")
    try folder.write("c/users/folder.yml", "info:\n  name: Users\n")
    try send("api.yml/login", at: 1)
    _ = try workspace.move(folder.path("c/api.yml"), to: folder.path("c/users"), at: 0)
    #expect(try history.list().entries.map(\.requestID) == ["users/api.yml/login"])
  }

  @Test("Requests of one name in two collections have separate histories; a rename in one does not affect the other")
  func collections() throws {
    try folder.write("w/one/opencollection.yml", "opencollection: 1.0.0\n")
    try folder.write("w/two/opencollection.yml", "opencollection: 1.0.0\n")
    let many = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    let rename = try #require(
      HistoryRename(
        from: folder.path("w/one/a.yml"), to: folder.path("w/two/in/b.yml"), isFolder: false,
        collections: many.collectionPaths(), workspace: many.path, date: start.addingTimeInterval(5)))
    #expect(rename.from == HistoryName("a", in: "one") && rename.to == HistoryName("in/b", in: "two"))
    try send("a", at: 1, in: "one")
    try send("a", at: 2, in: "two")
    try history.note(rename)
    #expect(try durations("in/b", in: "two") == [11])
    #expect(try durations("a", in: "two") == [12] && durations("a", in: "one").isEmpty)
  }

  @Test("An incomplete line among the renames is skipped, and the next one is not lost with it")
  func torn() throws {
    try send("a", at: 1)
    try rename("a", "b", at: 2)
    let path = "c/.apus/history/renames.jsonl"
    try folder.write(path, try folder.read(path) + Array(#"{"_id":"01","startedDa"#.utf8))
    try rename("b", "c", at: 3)
    #expect(try durations("c") == [11])
    let page = try history.list()
    #expect(page.notices.isEmpty && page.entries.count == 1)
  }

  @Test("Two programs that see the same rename store it once; without a history nothing is stored")
  func once() throws {
    try rename("a", "b", at: 1)
    #expect(!folder.files().contains { $0.hasSuffix("renames.jsonl") })
    try send("a", at: 1)
    try rename("a", "b", at: 2)
    try rename("a", "b", at: 3)
    #expect(try folder.readText("c/.apus/history/renames.jsonl").split(separator: "\n").count == 1)
    try rename("b", "a", at: 4)
    try rename("a", "b", at: 5)
    #expect(try folder.readText("c/.apus/history/renames.jsonl").split(separator: "\n").count == 3)
    try history.prune(HistoryRetention(entries: 0))
    #expect(!folder.files().contains { $0.hasSuffix("renames.jsonl") })
  }

  @Test("A deletion and its undo leave the history unchanged, and environments are not requests")
  func deleted() throws {
    try send("other", at: 1)
    let deleted = try workspace.delete(folder.path("c/other.yml"))
    #expect(try durations("other") == [11])
    try workspace.perform(deleted.undo)
    #expect(try durations("other") == [11])
    #expect(!folder.files().contains { $0.hasSuffix("renames.jsonl") })
  }

  @Test("Pages of a filtered history continue across a rename")
  func pages() throws {
    for second in 0..<6 { try send(second < 3 ? "a" : "b", at: Double(second)) }
    try rename("a", "b", at: 2.5)
    var filter = HistoryFilter()
    filter.requestID = "b"
    var found: [HistorySummary] = []
    var page = try history.list(limit: 2, matching: filter)
    while true {
      found += page.entries
      guard let next = page.next else { break }
      page = try history.list(limit: 2, from: next, matching: filter)
    }
    #expect(found.count == 6 && Set(found.map(\.id)).count == 6)
  }
}
