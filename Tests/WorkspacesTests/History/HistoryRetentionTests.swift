import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Limiting the history") struct HistoryRetentionTests {
  private let folder: TemporaryDirectory
  private let history: History
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = try TemporaryDirectory("retention")
    history = History(folder: folder.path(".apus"), files: .live)
    for day in (0..<10).reversed() {
      let body = ByteStore(Array(repeating: UInt8(day), count: 20_000))
      let date = now.addingTimeInterval(Double(-day) * 86_400 - 60)
      let head = ResponseHead(status: .init(code: 200))
      let hop = Hop(request: SentRequest(method: "GET", url: "http://h/\(day)"), response: head)
      let exchange = Exchange(startedAt: date, hops: [hop], body: body, duration: .milliseconds(10 * (day + 1)))
      try history.append(HistoryRecord(requestID: "r", exchange: exchange), redaction: .none)
    }
  }

  private func urls() throws -> [String] { try history.list().entries.map(\.url) }
  private func bodies() -> Int { folder.files().filter { $0.contains("/bodies/") }.count }

  @Test("Beyond the limits of age, number and size, the oldest entries are removed with their bodies")
  func prune() throws {
    #expect(try history.prune(HistoryRetention(), now: now) == 0)
    #expect(try history.prune(HistoryRetention(days: 7.5), now: now) == 2)
    #expect(try urls().count == 8 && bodies() == 8)
    #expect(try history.prune(HistoryRetention(entries: 5), now: now) == 3)
    #expect(try urls() == (0..<5).map { "http://h/\($0)" } && bodies() == 5)
    #expect(try history.prune(HistoryRetention(bytes: 50_000), now: now) == 3)
    #expect(try urls() == ["http://h/0", "http://h/1"] && bodies() == 2)
    try history.prune(HistoryRetention(entries: 0))
    #expect(try urls().isEmpty && bodies() == 0)
  }

  @Test("Entries expire by their own date: one made while the clock was set back removes no other")
  func clock() throws {
    let head = ResponseHead(status: .init(code: 200))
    for (name, days) in [("back", -11.0), ("after", 0)] {
      let hop = Hop(request: SentRequest(method: "GET", url: "http://h/\(name)"), response: head)
      let exchange = Exchange(startedAt: now.addingTimeInterval(days * 86_400), hops: [hop])
      try history.append(HistoryRecord(requestID: "r", exchange: exchange), redaction: .none)
    }
    let months = folder.files().filter { $0.hasSuffix(".jsonl") }
    // All in one file, as in a month; the one with the older date is between the others.
    let lines = try months.flatMap { try folder.readText($0).split(separator: "\n") }
    let old = lines.filter { $0.contains("h/back\"") }
    let young = lines.filter { !$0.contains("h/back\"") }
    for month in months.dropFirst() { try folder.write(month, "") }
    try folder.write(
      try #require(months.first), (young.prefix(9) + old + young.dropFirst(9)).joined(separator: "\n") + "\n")
    #expect(try history.prune(HistoryRetention(days: 10.5), now: now) == 1)
    #expect(try urls().count == 11 && !urls().contains("http://h/back"))
  }

  @Test("Past durations give percentiles, and an unusually slow answer is detected")
  func statistics() throws {
    let answered = try history.list().entries.filter { $0.status > 0 }
    let statistics = HistoryStatistics(durations: answered.map(\.duration).reversed())
    #expect(statistics.durations.first == .milliseconds(100) && statistics.durations.count == 10)
    #expect(statistics.median == .milliseconds(50) && statistics.percentile(0.95) == .milliseconds(100))
    #expect(statistics.isUnusual(.milliseconds(101)))
    #expect(!statistics.isUnusual(.milliseconds(99)))
    #expect(!HistoryStatistics(durations: [.zero]).isUnusual(.seconds(1)))
  }
}
