import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("One history, several programs") struct HistorySharingTests {
  private func record(_ index: Int, body: Int = 0, at date: Date? = nil) -> HistoryRecord {
    let head = ResponseHead(status: .init(code: index % 3 == 0 ? 404 : 200))
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/Items/\(index)"), response: head)
    let start = date ?? Date(timeIntervalSince1970: 1_700_000_000 + Double(index))
    let exchange = Exchange(
      startedAt: start, hops: [hop], body: ByteStore(Array(repeating: UInt8(index % 256), count: body)),
      duration: .milliseconds(index % 100))
    return HistoryRecord(requestID: "r\(index % 5)", environment: index % 2 == 0 ? "dev" : "prod", exchange: exchange)
  }

  @Test("Entries that several writers add while others are removed are never lost", .timeLimit(.minutes(1)))
  func writersAndPruning() async throws {
    let folder = try TemporaryDirectory("sharing")
    let path = folder.path(".apus")
    // Old entries to be removed; new ones come from four writers, like four programs.
    let old = History(folder: path, files: .live)
    for index in 0..<40 { try old.append(record(index, body: 20_000), redaction: .none) }
    let later = Date(timeIntervalSince1970: 1_700_050_000)
    let written = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 0..<4 {
        group.addTask {
          let history = History(folder: path, files: .live)
          return try (0..<25).map { index in
            let record = record(writer * 100 + index, body: 20_000, at: later.addingTimeInterval(Double(index)))
            try history.append(record, redaction: .none)
            return record.id
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          let history = History(folder: path, files: .live)
          for _ in 0..<10 { try history.prune(HistoryRetention(days: 0.1), now: later.addingTimeInterval(60)) }
          return []
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let history = History(folder: path, files: .live)
    let page = try history.list(limit: .max)
    #expect(page.notices.isEmpty)
    #expect(Set(page.entries.map(\.id)) == Set(written))
    for id in written {
      #expect(try history.record(id)?.exchange.body?.count == 20_000)
    }
  }

  @Test("The prefilter rejects only lines that the full check rejects, too")
  func prefilter() throws {
    let folder = try TemporaryDirectory("sharing")
    let history = History(folder: folder.path(".apus"), files: .live)
    for index in 0..<60 { try history.append(record(index), redaction: .none) }
    let foreign =
      "{\"startedDateTime\":\"2023-11-14T22:13:20.000Z\",\"request\":{\"method\":\"GET\",\"url\":\"http://h/items/7x\"},\"response\":{\"status\":404},\"_id\":\"x\",\"_request\":\"r1\"}\n"
    try FileSystem.live.append(folder.path(".apus/history/2023-11.jsonl"), Array(foreign.utf8), 0o600)
    let all = try history.list(limit: .max).entries
    #expect(all.count == 61)
    var filters: [HistoryFilter] = []
    func add(_ change: (inout HistoryFilter) -> Void) {
      var filter = HistoryFilter()
      change(&filter)
      filters.append(filter)
    }
    for text in ["items/7", "ITEMS", "r1", "http://h", "\"", "\\", "é", "zzz"] { add { $0.text = text } }
    for statuses in [[404], [4], [2, 404], [0], [500]] as [Set<Int>] { add { $0.statuses = statuses } }
    add { $0.requestID = "r1" }
    add { $0.environment = "dev" }
    add { $0.methods = ["GET"] }
    add {
      $0.requestID = "r2"
      $0.environment = "prod"
      $0.statuses = [2]
      $0.text = "items"
    }
    add { $0.after = Date(timeIntervalSince1970: 1_700_000_030) }
    add { $0.before = Date(timeIntervalSince1970: 1_700_000_030) }
    for filter in filters {
      #expect(try history.list(limit: .max, matching: filter).entries == all.filter(filter.accepts), "\(filter)")
    }
  }
}
