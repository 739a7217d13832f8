import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("The lock around reading, changing and writing") struct WriteLockTests {
  @Test("Twenty-four threads that append to one file lose nothing, and no lock file is left")
  func threads() async throws {
    let folder = try TemporaryDirectory("lock")
    let path = try folder.write("c/count", "0")
    let lock = WriteLock(stateFolder: folder.path("s"), patience: .seconds(120))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<24 { group.addTask { await Self.count(path, lock) } }
    }
    #expect(try folder.readText("c/count") == "240")
    #expect(folder.files() == ["c/count"])
  }

  /// Appends ten times on its own thread: waiting for a lock blocks.
  private static func count(_ path: String, _ lock: WriteLock) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for _ in 0..<10 {
          do {
            try lock.holding(path) { () throws(WorkspaceError) in
              let text = try onDisk { () throws(FileError) in try FileSystem.live.read(path, 100) }
              let next = (Int(String(decoding: text, as: UTF8.self)) ?? -1000) + 1
              try AtomicFile(.live).replace(path, with: Array("\(next)".utf8))
            }
          } catch {
            Issue.record("\(error)")
          }
        }
        done.resume()
      }
    }
  }

  @Test("On a timeout the error names the file, the process that holds it and its command, but no argument")
  func named() async throws {
    let folder = try TemporaryDirectory("lock")
    let lock = WriteLock(stateFolder: folder.path("s"))
    let held = try Held(lock, folder.path("file"))
    defer { held.release() }
    let program = CommandLine.arguments[0].split(separator: "/").last ?? ""
    let start = "\(folder.path("file")): \(program)"
    let end = "(process \(getpid())) is changing it; try again when it is done, or end it"
    await #expect(processExitsWith: .success) {
      [start = start as String, end = end as String, path = folder.path as String] in
      do throws(WorkspaceError) {
        try WriteLock(stateFolder: path + "/s", patience: .milliseconds(20)).holding(path + "/file") {}
        exit(1)
      } catch {
        guard error.description.hasPrefix(start), error.description.hasSuffix(end) else { exit(2) }
        exit(error.description.contains("--") ? 3 : 0)
      }
    }
  }

  @Test("A killed process no longer holds a lock")
  func killed() async throws {
    let folder = try TemporaryDirectory("lock")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      try WriteLock(stateFolder: path + "/s").holding(path + "/file") { _ = kill(getpid(), SIGKILL) }
    }
    #expect(folder.files().count == 1)
    var isDone = false
    try WriteLock(stateFolder: folder.path("s"), patience: .zero).holding(folder.path("file")) { isDone = true }
    #expect(isDone && folder.files().isEmpty)
  }

  @Test("Code that holds a file's lock may request it again, also by another name, and other locks")
  func again() throws {
    let folder = try TemporaryDirectory("lock")
    try folder.write("c/file", "")
    try folder.link("link", to: "c")
    let lock = WriteLock(stateFolder: folder.path("s"), patience: .zero)
    var order: [Int] = []
    try lock.holding([folder.path("c/file"), folder.path("c/other")]) { () throws(WorkspaceError) in
      try lock.holding([folder.path("link/file"), folder.path("third")]) { order.append(1) }
      order.append(2)
    }
    #expect(order == [1, 2])
  }

  @Test("If the user's state is read-only, the file's folder is locked, and nothing is written there")
  func withoutState() async throws {
    let folder = try TemporaryDirectory("lock")
    try folder.write("s", "a file in the way")
    try folder.write("c/file", "")
    let held = try Held(WriteLock(stateFolder: folder.path("s")), folder.path("c/file"))
    #expect(folder.files() == ["c/file", "s"])
    #expect(throws: WorkspaceError.self) {
      try WriteLock(stateFolder: folder.path("s"), patience: .zero).holding(folder.path("c/file")) {}
    }
    held.release()
    try WriteLock(stateFolder: folder.path("s"), patience: .seconds(60)).holding(folder.path("c/file")) {}
  }
}

/// Holds a lock on its own thread until it is released.
private final class Held: Sendable {
  private let end = DispatchSemaphore(value: 0)

  init(_ lock: WriteLock, _ path: String) throws {
    let begun = DispatchSemaphore(value: 0)
    let end = end
    Thread.detachNewThread {
      // A lock that was not acquired makes the test's expectations fail.
      try? lock.holding(path) {
        begun.signal()
        end.wait()
      }
    }
    begun.wait()
  }

  func release() { end.signal() }
}
