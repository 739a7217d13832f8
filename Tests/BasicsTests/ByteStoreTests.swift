import Foundation
import TestSupport
import Testing

@testable import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("ByteStore")
struct ByteStoreTests {
  /// Bytes whose values depend on their positions, so that a misplaced one is detected.
  static func pattern(_ range: Range<Int>) -> [UInt8] { range.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

  static func fill(_ store: ByteStore, to size: Int, step: Int) throws {
    var position = store.count
    while position < size {
      let end = min(size, position + step)
      try store.append(pattern(position..<end))
      position = end
    }
  }

  @Test(
    "Bytes appended in pieces are stored as a whole, at an address that never moves",
    arguments: [1, 777, 65_536, 300_000])
  func growth(step: Int) throws {
    let store = ByteStore(spillThreshold: .max)
    try store.append([UInt8(0)])
    let address = store.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    let size = step == 1 ? 20_000 : 3_000_000
    try Self.fill(store, to: size, step: step)
    #expect(store.count == size)
    #expect(store.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } == address)
    #expect(store.allBytes == Self.pattern(0..<size))
    #expect(!store.isSpilled)
  }

  @Test(
    "Above the threshold, the bytes move to an unnamed file, at the same address", arguments: [1, 999, 100_000])
  func spill(step: Int) throws {
    let folder = try TemporaryDirectory("spill")
    let store = ByteStore(spillThreshold: 5000, directory: folder.path)
    try store.append(Self.pattern(0..<5000))
    let address = store.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    #expect(!store.isSpilled)
    try Self.fill(store, to: step == 1 ? 9000 : 2_000_000, step: step)
    #expect(store.isSpilled)
    #expect(store.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } == address)
    #expect(store.allBytes == Self.pattern(0..<store.count))
    #expect(folder.files().isEmpty)
    store.releaseResidentMemory(in: 0..<store.count)
    #expect(store.bytes(in: 100..<200) == Self.pattern(100..<200))
  }

  @Test("Bytes in memory move piece by piece, and only memory of bytes in the file is released")
  func pieces() throws {
    let store = ByteStore(spillThreshold: 5 << 20)
    try Self.fill(store, to: 5 << 20, step: 1 << 20)
    // One byte into a page, so that the file begins in the middle of a page.
    for extra in [1, 4095, 100_000, 100_000, 3 << 20, 10, 10] {
      try store.append(Self.pattern(store.count..<store.count + extra))
      store.releaseResidentMemory(in: 0..<store.count)
      #expect(store.allBytes == Self.pattern(0..<store.count))
    }
    let middle = (4 << 20) + 5
    store.releaseResidentMemory(in: middle..<middle + (2 << 20))
    #expect(store.bytes(in: middle..<middle + 100) == Self.pattern(middle..<middle + 100))
  }

  @Test("A store that begins beyond its threshold uses the file immediately")
  func spillFromStart() throws {
    let store = ByteStore(spillThreshold: 0)
    try store.append(Self.pattern(0..<10))
    #expect(store.isSpilled)
    #expect(store.allBytes == Self.pattern(0..<10))
  }

  @Test("A folder that cannot hold the file is an error that names it, and earlier bytes stay readable")
  func noFolder() throws {
    let folder = try TemporaryDirectory("none")
    let missing = folder.path("missing")
    let store = ByteStore(spillThreshold: 100, directory: missing)
    try store.append(Self.pattern(0..<100))
    #expect { try store.append([1]) } throws: { error in
      guard case .temporaryFile(let path, _) = error as? ByteStoreError else { return false }
      return path == missing
    }
    #expect(store.allBytes == Self.pattern(0..<100))
  }

  @Test("The capacity is the limit, and a refusal leaves the store unchanged")
  func capacity() throws {
    let store = ByteStore(spillThreshold: .max, capacity: 4096)
    let limit = store.reservation.capacity
    try store.append(Self.pattern(0..<limit))
    #expect(throws: ByteStoreError.tooLarge(limit: limit)) { try store.append([1]) }
    #expect(store.count == limit)
  }

  @Test("A full disk is an error and not a signal; earlier bytes stay readable")
  func diskFull() async throws {
    // /dev/full cannot seek; a limit on file size acts like a full disk for one process, so the test needs its own
    // process.
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
      #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #else
      let resource = RLIMIT_FSIZE
      #endif
      guard setrlimit(resource, &limit) == 0 else { exit(3) }
      let store = ByteStore(spillThreshold: 4096)
      var failed = false
      var kept = 0
      for piece in 0..<64 {
        do {
          try store.append(ByteStoreTests.pattern(piece * 65_536..<(piece + 1) * 65_536))
          kept = (piece + 1) * 65_536
        } catch {
          failed = true
          break
        }
      }
      let isWhole = store.count == kept && store.allBytes == ByteStoreTests.pattern(0..<kept)
      exit(failed && isWhole ? 0 : 4)
    }
  }

  @Test("Readers see only whole pieces while the writer continues through the spill")
  func readers() async throws {
    let store = ByteStore(spillThreshold: 200_000)
    let size = 1_500_000
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var wrong = 0
          var seen = 0
          while !store.isFinished || seen < store.count {
            let count = store.count
            let isRight = store.withUnsafeBytes { bytes in
              count >= seen && count % 500 == 0
                && (seen..<count).allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            }
            if !isRight { wrong += 1 }
            seen = count
            await Task.yield()
          }
          return wrong
        }
      }
      group.addTask {
        // If appending fails, the count below fails the test.
        try? ByteStoreTests.fill(store, to: size, step: 500)
        store.finish()
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(store.count == size)
  }

  @Test("Ranges are clamped; stores are equal only to themselves")
  func edges() {
    let store = ByteStore([1, 2, 3])
    #expect(store.bytes(in: 1..<100) == [2, 3])
    #expect(store.bytes(in: 50..<100) == [])
    #expect(store == store)
    #expect(store != ByteStore([1, 2, 3]))
    #expect(ByteStore([UInt8]()).isFinished)
  }
}
