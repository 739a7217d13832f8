import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Forgetting one exchange") struct ForgettingTests {
  private let folder: TemporaryDirectory
  private let history: History

  init() throws {
    folder = try TemporaryDirectory("forgetting")
    history = History(folder: folder.path, files: .live)
  }

  /// Records an exchange of that second, with a body too big for its line.
  @discardableResult private func record(_ second: Int, in history: History? = nil) throws -> String {
    let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(second))
    let body = ByteStore(Array(repeating: UInt8(ascii: "a") + UInt8(second % 26), count: 300_000))
    let hop = Hop(
      request: SentRequest(method: "GET", url: "http://h/\(second)"), response: ResponseHead(status: .ok))
    let record = HistoryRecord(exchange: Exchange(startedAt: date, hops: [hop], body: body))
    try (history ?? self.history).append(record, redaction: Redaction(secrets: []))
    return record.id
  }

  private func listed() throws -> [String] { try history.list().entries.map(\.id) }

  @Test("It is gone alone, and put back it stands where it stood, whole", arguments: 0..<3)
  func forgetting(place: Int) throws {
    let ids = try [1, 2, 3].map { try record($0) }
    let before = try listed()
    #expect(before == ids.reversed())
    let forgotten = try #require(try history.forget(ids[place]))
    #expect(try listed() == before.filter { $0 != ids[place] })
    #expect(try history.record(ids[place]) == nil)
    try history.restore(forgotten)
    #expect(try listed() == before)
    #expect(try history.record(ids[place])?.exchange.body?.count == 300_000)
  }

  @Test("The only exchange of a month can be forgotten and put back")
  func only() throws {
    let id = try record(1)
    let forgotten = try #require(try history.forget(id))
    #expect(try listed().isEmpty)
    #expect(try history.forget(id) == nil)
    try history.restore(forgotten)
    #expect(try listed() == [id])
  }

  @Test("What others append while it is forgotten stays, before and after it is put back")
  func beside() throws {
    let first = try record(1)
    let forgotten = try #require(try history.forget(first))
    let second = try record(2, in: History(folder: folder.path, files: .live))
    #expect(try listed() == [second])
    try history.restore(forgotten)
    #expect(try listed() == [second, first])
  }

  @Test("Its bodies go once nobody can put it back, those of others stay")
  func bodies() throws {
    let (first, second) = (try record(1), try record(2))
    _ = try history.forget(first)
    try history.removeUnusedBodies()
    #expect(try history.record(second)?.exchange.body?.count == 300_000)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("history/bodies"))
    #expect(names.count == 1)
  }
}
