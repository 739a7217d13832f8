import TestSupport
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

  private func drained(_ queue: inout TransferQueue<Int>) -> [Int] {
    var order: [Int] = []
    while let entry = queue.next() { order.append(entry.element) }
    return order
  }

  @Test("N40: the host with the fewest running transfers goes next, however many wait for another")
  func fairness() {
    let entries = Array(repeating: (0, "a"), count: 10) + [(0, "b"), (0, "b"), (0, "c")]
    var queue = queue(limit: 6, perHost: 4, entries)
    #expect(drained(&queue) == [0, 10, 12, 1, 11, 2])
    queue.release(host: "b")
    #expect(drained(&queue) == [3])
  }

  @Test("N40: priority decides within a host and before fairness between hosts")
  func priorities() {
    var queue = queue(limit: 9, [(0, "a"), (0, "a"), (9, "a"), (0, "b"), (-1, "b"), (-1, "c")])
    #expect(drained(&queue) == [2, 3, 0, 1, 5, 4])
  }

  @Test("N40: a full host gives its turn to the others, and continues in its own order")
  func fullHost() {
    var queue = queue(limit: 9, perHost: 2, [(0, "a"), (0, "a"), (0, "a"), (5, "a"), (0, "b")])
    #expect(drained(&queue) == [3, 4, 0])
    #expect(queue.isFull("a") && !queue.isFull("b") && !queue.isFull)
    queue.release(host: "a")
    #expect(drained(&queue) == [1])
    queue.release(host: "b")
    #expect(drained(&queue).isEmpty)
    queue.release(host: "a")
    #expect(drained(&queue) == [2])
  }

  @Test("N19: waiting transfers are removed at their deadline, in order of arrival")
  func deadlines() throws {
    let start = ContinuousClock.now
    var queue = TransferQueue<Int>(limit: 1, limitPerHost: 1)
    let deadlines: [(String, Int?)] = [("a", nil), ("b", 30), ("a", 10), ("a", nil), ("b", 20), ("c", 10)]
    for (index, entry) in deadlines.enumerated() {
      queue.add(
        .init(
          id: UInt64(index), priority: 0, host: entry.0, deadline: entry.1.map { start + .seconds($0) }, element: index)
      )
    }
    #expect(queue.next()?.element == 0)
    #expect(queue.nextDeadline == start + .seconds(10))
    #expect(queue.removeExpired(at: start + .seconds(9)).isEmpty)
    #expect(queue.removeExpired(at: start + .seconds(10)).map(\.element) == [2, 5])
    #expect(queue.nextDeadline == start + .seconds(20))
    #expect(queue.removeExpired(at: start + .seconds(99)).map(\.element) == [1, 4])
    #expect(queue.nextDeadline == nil && queue.waitingCount == 1)
    queue.release(host: "a")
    #expect(queue.next()?.element == 3)
  }

  @Test("All waiting transfers can be removed, and the running ones still give their slots back")
  func removeAll() {
    var queue = queue(limit: 2, perHost: 1, [(0, "a"), (0, "a"), (1, "b"), (0, "b")])
    #expect(drained(&queue) == [2, 0])
    #expect(queue.removeAll() == [1, 3])
    #expect(queue.isEmpty && queue.next() == nil)
    queue.release(host: "a")
    queue.add(.init(id: 9, priority: 0, host: "a", element: 9))
    #expect(queue.next()?.element == 9)
  }

  /// The rule without its bookkeeping.
  private struct Model {
    var waiting: [TransferQueue<Int>.Entry] = []
    var running: [String] = []

    func count(_ host: String) -> Int { running.count { $0 == host } }

    mutating func next(limit: Int, perHost: Int) -> Int? {
      let free = waiting.filter { count($0.host) < perHost }
      let next = free.min { (-$0.priority, count($0.host), $0.id) < (-$1.priority, count($1.host), $1.id) }
      guard running.count < limit, let next else { return nil }
      waiting.removeAll { $0.id == next.id }
      running.append(next.host)
      return next.element
    }
  }

  @Test("N40: the order is that of the rule after any sequence of changes", arguments: [1, 2, 3, 4])
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (limit, perHost) = (Int.random(in: 1...6, using: &random), Int.random(in: 1...4, using: &random))
    var queue = TransferQueue<Int>(limit: limit, limitPerHost: perHost)
    var model = Model()
    let start = ContinuousClock.now
    for step in 0..<3000 {
      let now = start + .seconds(step)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        let entry = TransferQueue<Int>.Entry(
          id: UInt64(step), priority: .random(in: -1...1, using: &random),
          host: ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "", deadline: now + .seconds(40),
          element: step)
        queue.add(entry)
        model.waiting.append(entry)
      case 3, 4:
        let expected = model.next(limit: limit, perHost: perHost)
        #expect(queue.next()?.element == expected)
      case 5, 6:
        guard let index = model.running.indices.randomElement(using: &random) else { continue }
        queue.release(host: model.running.remove(at: index))
      default:
        let late = model.waiting.filter { ($0.deadline ?? now) < now }.map(\.element)
        #expect(queue.removeExpired(at: now - .nanoseconds(1)).map(\.element) == late)
        model.waiting.removeAll { late.contains($0.element) }
        guard let entry = model.waiting.randomElement(using: &random) else { continue }
        #expect(queue.remove(entry.id) == entry.element)
        model.waiting.removeAll { $0.id == entry.id }
      }
      #expect(queue.waitingCount == model.waiting.count && queue.runningCount == model.running.count)
    }
  }
}
