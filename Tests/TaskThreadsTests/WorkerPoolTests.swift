#if os(Linux)
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import TaskThreads

struct WorkerPoolTests {
  @Test("Every job is run once, from however many threads they come")
  func runsEveryJobOnce() throws {
    let seen = Mutex<[Int: Int]>([:])
    let done = DispatchSemaphore(value: 0)
    let pool = WorkerPool(limit: 3) { job in
      seen.withLock { $0[Int(bitPattern: job.pointer), default: 0] += 1 }
      done.signal()
    }
    let numbers = Array(1...4_000)
    DispatchQueue.concurrentPerform(iterations: 4) { part in
      for number in numbers where number % 4 == part { add(number, to: pool) }
    }
    for _ in numbers { done.wait() }
    #expect(seen.withLock { $0 } == Dictionary(uniqueKeysWithValues: numbers.map { ($0, 1) }))
  }

  @Test("A job that waits for another one does not keep it from being run")
  func runsSeveralAtATime() {
    let first = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    let pool = WorkerPool(limit: 2) { job in
      if Int(bitPattern: job.pointer) == 1 { first.wait() } else { first.signal() }
      end.signal()
    }
    add(1, to: pool)
    add(2, to: pool)
    end.wait()
    end.wait()
  }

  private func add(_ number: Int, to pool: WorkerPool) {
    // A number in the place of a job: the pool looks at none.
    if let pointer = UnsafeMutableRawPointer(bitPattern: number) { pool.add(Job(pointer: pointer)) }
  }
}
#endif
