import Testing

@testable import Networking

@Suite("The queue of transfers")
struct TransferQueueTests {
  private func queue(limit: Int, perHost: Int = 99, _ entries: [(Int, String)]) -> TransferQueue<Int> {
    var queue = TransferQueue<Int>(limit: limit, limitPerHost: perHost)
    for (index, entry) in entries.enumerated() {
      queue.add(.init(id: UInt64(index), priority: entry.0, host: entry.1, element: index))
    }
    return queue
  }

  @Test("N40: higher priority goes first, equal priority in order of arrival")
  func order() {
    var queue = queue(limit: 9, [(0, "a"), (5, "a"), (0, "b"), (5, "b"), (9, "c")])
    var order: [Int] = []
    while let entry = queue.next() { order.append(entry.element) }
    #expect(order == [4, 1, 3, 0, 2])
  }

  @Test("N40: the limit is respected, and a released slot goes to the next")
  func limit() {
    var queue = queue(limit: 2, [(0, "a"), (0, "b"), (0, "c")])
    #expect(queue.next()?.element == 0)
    #expect(queue.next()?.element == 1)
    #expect(queue.next() == nil)
    queue.release(host: "a")
    #expect(queue.next()?.element == 2)
  }

  @Test("N40: a busy host does not block another")
  func perHost() {
    var queue = queue(limit: 9, perHost: 1, [(0, "a"), (0, "a"), (0, "b")])
    #expect(queue.next()?.element == 0)
    #expect(queue.next()?.element == 2)
    #expect(queue.next() == nil)
    queue.release(host: "a")
    #expect(queue.next()?.element == 1)
  }

  @Test("A waiting transfer can be removed once")
  func remove() {
    var queue = queue(limit: 1, [(0, "a"), (0, "a")])
    #expect(queue.remove(1) == 1)
    #expect(queue.remove(1) == nil)
    #expect(queue.waitingCount == 1)
  }
}
