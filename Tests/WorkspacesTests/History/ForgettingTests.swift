import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Removing one exchange") struct ForgettingTests {
  private let folder: TemporaryDirectory
  private let history: History

  init() throws {
    folder = try TemporaryDirectory("forgetting")
    history = History(folder: folder.path, files: .live)
  }

  /// Records an exchange at that second, with a body that is too large for its line.
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

  @Test(
    "A removed exchange takes no other with it, and restoring puts it back whole at its former position",
    arguments: 0..<3)
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

  @Test("The only exchange of a month can be removed and restored")
  func only() throws {
    let id = try record(1)
    let forgotten = try #require(try history.forget(id))
    #expect(try listed().isEmpty)
    #expect(try history.forget(id) == nil)
    try history.restore(forgotten)
    #expect(try listed() == [id])
  }

  @Test("Entries that others append meanwhile are kept, before and after it is restored")
  func beside() throws {
    let first = try record(1)
    let forgotten = try #require(try history.forget(first))
    let second = try record(2, in: History(folder: folder.path, files: .live))
    #expect(try listed() == [second])
    try history.restore(forgotten)
    #expect(try listed() == [second, first])
  }

  @Test("The bodies of a removed exchange are deleted with it, and those of others are kept")
  func bodies() throws {
    let (first, second) = (try record(1), try record(2))
    #expect(try bodyFiles().count == 2)
    #expect(try history.forget(first) != nil)
    #expect(try history.record(second)?.exchange.body?.count == 300_000)
    #expect(try bodyFiles().count == 1)
  }

  private func bodyFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("history/bodies"))
  }

  @Test func `An exchange can be restored with its body after another Apus has removed one, too.`() throws {
    let (first, second) = (try record(1), try record(2))
    let forgotten = try #require(try history.forget(first))
    #expect(try History(folder: folder.path, files: .live).forget(second) != nil)
    #expect(try bodyFiles().isEmpty)
    #expect(try history.restore(forgotten))
    #expect(try history.record(first)?.exchange.body?.count == 300_000)
  }

  @Test func `An exchange restored twice is listed once, and a missing body is reported.`() throws {
    let (first, _) = (try record(1), try record(2))
    try folder.remove("history/bodies")
    let forgotten = try #require(try history.forget(first))
    for _ in 0..<2 { #expect(try !history.restore(forgotten)) }
    #expect(try listed().filter { $0 == first }.count == 1)
  }

  @Test func `A copy of a month left by a killed Apus is removed at the next start.`() throws {
    let id = try record(1)
    try folder.write("history/.apus-abc123.tmp", "what was forgotten")
    try folder.write("history/.apus-notours.tmp.jsonl", "kept")
    #expect(try history.sweep() == 1)
    #expect(!folder.files().contains("history/.apus-abc123.tmp"))
    #expect(folder.files().contains("history/.apus-notours.tmp.jsonl"))
    #expect(try listed() == [id])
  }

  @Test func `A copy that a running Apus is about to rename is left alone.`() async throws {
    let ids = try [1, 2].map { try record($0) }
    let (isSweeping, path) = (DispatchSemaphore(value: 0), folder.path)
    // Locking is the first step of the sweep after listing the copies.
    var seen = FileSystem.live
    seen.lock = { path throws(FileError) in
      isSweeping.signal()
      return try DiskPlace(path).lock()
    }
    seen.remove = { path throws(FileError) in
      try FileSystem.live.remove(path)
      isSweeping.signal()
    }
    let sweeper = History(folder: path, files: seen)
    let (swept, sweep) = AsyncStream.makeStream(of: Result<Int, any Error>.self)
    var slow = FileSystem.live
    slow.rename = { from, to throws(FileError) in
      // The sweep runs on a separate thread; wait for it.
      let started = ThreadStart { sweep.yield(Result { try sweeper.sweep() }) }
      guard started.launch() else { throw FileError(from, .other, "no thread") }
      isSweeping.wait()
      try FileSystem.live.rename(from, to)
    }
    #expect(try History(folder: path, files: slow).forget(ids[0]) != nil)
    #expect(try await swept.first { _ in true }?.get() == 0)
    #expect(try listed() == [ids[1]])
  }

  #if os(Linux)
  @Test(.timeLimit(.minutes(1)))
  func `A waiting writer gets the lock of the new file if the old one was replaced.`() async throws {
    try folder.write("f", "old")
    try folder.write("new", "new")
    let path = folder.path("f")
    let inode = try #require(try FileSystem.live.stamp(path)).inode
    let first = try #require(try DiskPlace(path).lock())
    let (locks, locked) = AsyncStream.makeStream(of: FileLock?.self)
    let waiting = ThreadStart { locked.yield(try? DiskPlace(path).lock()) }
    #expect(waiting.launch())
    while try !String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains(where: {
      $0.contains("-> FLOCK") && $0.contains(":\(inode) ")
    }) { await Task.yield() }
    try FileSystem.live.rename(folder.path("new"), path)
    first.release()
    let lock = try #require(await locks.first { _ in true } ?? nil)
    #expect(try DiskPlace(path).hold() == nil, "the file of that name is not locked")
    lock.release()
  }
  #endif
}
