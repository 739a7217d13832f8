import Basics
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite struct ConversationMessagesTests {
  private let start = Date(timeIntervalSinceReferenceDate: 700_000_000.123456)

  private func message(_ number: Int, _ size: Int = 5) -> ConversationMessage {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ number) }
    let kinds: [ConversationMessage.Kind] = [.text, .binary, .ping, .init(rawValue: "own")]
    return ConversationMessage(
      number.isMultiple(of: 2) ? .outgoing : .incoming, kinds[number % 4], ByteStore(bytes),
      at: start.addingTimeInterval(Double(number)))
  }

  @Test func `Appended messages of any kind and size are read back.`() {
    let sizes = [0, 1, 100, 64 << 10, (64 << 10) + 1, 300_000]
    let originals = sizes.enumerated().map { message($0, $1) }
    let messages = ConversationMessages(originals)
    #expect(messages.count == sizes.count && messages.size == sizes.reduce(0, +))
    for (number, original) in originals.enumerated() {
      let found = messages[number]
      #expect(found.direction == original.direction && found.kind == original.kind && found.date == original.date)
      #expect(found.body.allBytes == original.body.allBytes)
      #expect(messages.withBytes(of: number) { $0.elementsEqual(original.body.allBytes) })
    }
  }

  @Test(arguments: 1...3)
  func `Messages of any size are read back at any time, after any number of others.`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var messages = ConversationMessages()
    for number in 0..<20_000 {
      let size = number % 997 == 0 ? Int.random(in: 60_000...70_000, using: &random) : number % 90
      messages.append(message(number, size))
      guard Int.random(in: 0..<40, using: &random) == 0 else { continue }
      let asked = Int.random(in: max(0, number - 900)...number, using: &random)
      let found = messages[asked]
      #expect(found.body.allBytes.first == (found.size > 0 ? UInt8(truncatingIfNeeded: asked) : nil))
      #expect(found.size == messages.head(of: asked).size)
      messages.release(asked..<number + 1)
    }
    #expect(messages.indices.dropFirst(1).allSatisfy { $0 % 997 == 0 || messages[$0].size == $0 % 90 })
  }

  @Test func `Each message keeps its own bytes if no file can be written.`() {
    let store = MessageStore(ByteStore(spillThreshold: 1000, directory: "/there/is/no/such/folder"))
    for number in 0..<5000 { #expect(store.append(message(number, number % 60), after: number)) }
    for number in 0..<5000 {
      #expect(store.message(number).body.allBytes == message(number, number % 60).body.allBytes)
    }
  }

  @Test func `Copies do not see each other's later messages.`() {
    var first = ConversationMessages([message(0), message(1)])
    var second = first
    first.append(message(2))
    #expect(second.count == 2 && first.count == 3)
    second.append(message(7))
    #expect(second[2].body.allBytes == message(7).body.allBytes)
    #expect(first[2].body.allBytes == message(2).body.allBytes)
    #expect(first.starting(2) == second.starting(2) && first != second)
    var short = first.starting(1)
    short.append(message(9))
    #expect(first[1].body.allBytes == message(1).body.allBytes && short[1].body.allBytes == message(9).body.allBytes)
  }

  @Test(arguments: 1...3)
  func `The totals equal those of the messages after copying, cutting and appending.`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var copies = [ConversationMessages((0..<9000).map { message($0, $0 % 7) })]
    for number in 0..<100 {
      var copy = copies[Int.random(in: copies.indices, using: &random)]
      if number % 3 == 0 { copy = copy.starting(Int.random(in: 0...copy.count, using: &random)) }
      copy.append(message(number, number % 7))
      if copies.count < 20 { copies.append(copy) } else { copies[number % 20] = copy }
    }
    for copy in copies {
      let said = copy.filter(\.kind.isContent)
      #expect(copy.tally.sent == said.count { $0.direction == .outgoing })
      #expect(copy.tally.received == said.count { $0.direction == .incoming })
      #expect(copy.tally.bytes == copy.reduce(0) { $0 + $1.size } && copy.size == copy.tally.bytes)
    }
  }

  @Test func `Collections with equal elements are equal.`() {
    let some = (0..<5000).map { message($0) }
    #expect(ConversationMessages(some) == ConversationMessages(some))
    #expect(ConversationMessages(some) != ConversationMessages(some.dropLast()))
    #expect(ConversationMessages() == [] && ConversationMessages([message(1)]) != ConversationMessages([message(2)]))
  }

  @Test func `A listener that collects gets all messages, in order with the states.`() async throws {
    let received = CollectedEvents()
    let log = ConversationLog(collects: true) { received.add($0) }
    log.report(.state(.open))
    for number in 0..<100 { log.report(.message(message(number))) }
    log.report(.state(.closed(.init(code: 1000))))
    let events = received.events
    #expect(events.first == .state(.open) && events.last == .state(.closed(.init(code: 1000))))
    guard case .messages(let all) = events[events.count - 2] else { throw Missing() }
    #expect(all.count == 100)
    #expect(events.count < 20)
    let exchange = log.completed(Exchange(startedAt: start))
    #expect(exchange.conversation?.messages == all)
  }

  @Test func `A finished timer is forgotten.`() async throws {
    let timers = ConversationTimers()
    let due = Gate()
    timers.start(after: .zero) { due.open() }
    timers.start(after: .seconds(3600)) {}
    due.wait()
    while timers.count > 1 { await Task.yield() }
    timers.end()
    #expect(timers.count == 0)
    timers.start(after: .zero) {}
    #expect(timers.count == 0)
  }
}

private struct Missing: Error {}

private final class CollectedEvents: Sendable {
  private let all = Mutex<[ConversationEvent]>([])
  var events: [ConversationEvent] { all.withLock { $0 } }
  func add(_ event: ConversationEvent) { all.withLock { $0.append(event) } }
}
