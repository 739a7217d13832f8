import Basics
import Foundation
import Synchronization
import TestSupport
import Testing

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

  @Test func `What is appended is read back, of any kind and size.`() {
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

  @Test func `A copy does not see what another appends, and each goes on by itself.`() {
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

  @Test func `Equal is what has the same elements.`() {
    let some = (0..<5000).map { message($0) }
    #expect(ConversationMessages(some) == ConversationMessages(some))
    #expect(ConversationMessages(some) != ConversationMessages(some.dropLast()))
    #expect(ConversationMessages() == [] && ConversationMessages([message(1)]) != ConversationMessages([message(2)]))
  }

  @Test func `A listener that collects is told all that came, in order with the states.`() async throws {
    let told = CollectedEvents()
    let log = ConversationLog(collects: true) { told.add($0) }
    log.tell(.state(.open))
    for number in 0..<100 { log.tell(.message(message(number))) }
    log.tell(.state(.closed(.init(code: 1000))))
    let events = told.events
    #expect(events.first == .state(.open) && events.last == .state(.closed(.init(code: 1000))))
    guard case .messages(let all) = events[events.count - 2] else { throw Missing() }
    #expect(all.count == 100)
    #expect(events.count < 20)
    let exchange = log.completed(Exchange(startedAt: start))
    #expect(exchange.conversation?.messages == all)
  }

  @Test func `A timer that is over is forgotten.`() async throws {
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
