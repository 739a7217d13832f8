import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite struct FileLockTests {
  @Test func `A lock is released once, even if requested repeatedly or by several callers.`() {
    let closed = Mutex(0)
    let lock = FileLock { closed.withLock { $0 += 1 } }
    let copy = lock
    lock.release()
    copy.release()
    lock.release()
    #expect(closed.withLock(\.self) == 1)
  }

  @Test func `A repeated release does not affect a later lock with the same descriptor.`() throws {
    let folder = try TemporaryDirectory("locks")
    let first = try #require(try DiskPlace(folder.path("first")).hold())
    first.release()
    let second = try #require(try DiskPlace(folder.path("second")).hold())
    first.release()
    #expect(try DiskPlace(folder.path("second")).hold() == nil)
    second.release()
    let third = try #require(try DiskPlace(folder.path("second")).hold())
    third.release()
  }
}
