import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite("Processing many files in parallel") struct SideBySideTests {
  @Test("The results are in the order of the items, whatever their number", arguments: [0, 1, 255, 256, 257, 5_000])
  func order(count: Int) {
    let items = Array(0..<count)
    #expect(ParallelMap.map(items, piece: 7) { "\($0)" } == items.map { "\($0)" })
  }

  @Test("Each item is processed once, even if the work itself runs in parallel")
  func once() {
    let made = Mutex<[Int: Int]>([:])
    let sums = ParallelMap.map(Array(0..<40), few: 2, piece: 1) { outer in
      ParallelMap.map(Array(0..<40), few: 2, piece: 3) { inner in
        made.withLock { $0[outer * 40 + inner, default: 0] += 1 }
        return outer + inner
      }.reduce(0, +)
    }
    #expect(sums == (0..<40).map { $0 * 40 + 780 })
    #expect(made.withLock { $0.count == 1_600 && $0.values.allSatisfy { $0 == 1 } })
  }

  @Test("The caller does not wait for a thread that never starts")
  func alone() async {
    let gate = Gate()
    // All other threads are busy until the work is done.
    let busy = (0..<64).map { _ in Task.detached { gate.wait() } }
    let items = Array(0..<1_000)
    let made = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let made = ParallelMap.map(items) { $0 * 2 }
        gate.open()
        continuation.resume(returning: made)
      }
    }
    #expect(made == items.map { $0 * 2 })
    for task in busy { await task.value }
  }
}
