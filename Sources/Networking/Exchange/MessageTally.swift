/// How many messages went out and came in, without what the protocol says itself, and what all take.
package struct MessageTally: Equatable, Sendable {
  package private(set) var sent = 0
  package private(set) var received = 0
  package private(set) var bytes = 0

  mutating func count(_ message: MessageHead) {
    bytes += message.size
    guard message.kind.isContent else { return }
    if message.direction == .outgoing { sent += 1 } else { received += 1 }
  }
}
