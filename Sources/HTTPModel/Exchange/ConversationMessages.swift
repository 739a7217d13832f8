package import Basics
package import Essentials

/// One message of a conversation: its direction, time and bytes.
package struct ConversationMessage: Equatable, Sendable {
  /// The direction of a message.
  package enum Direction: Hashable, Sendable {
    /// To the server.
    case outgoing
    /// From the server.
    case incoming
  }

  /// The protocol's type for a message. Custom protocols may define more.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    /// The protocol's name for the type.
    package let rawValue: String

    /// A kind with this name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// UTF-8 text.
    package static let text = Kind(rawValue: "text")
    /// Uninterpreted bytes.
    package static let binary = Kind(rawValue: "binary")
    /// Checks that the peer is alive (RFC 6455, section 5.5.2).
    package static let ping = Kind(rawValue: "ping")
    /// Answers a ping.
    package static let pong = Kind(rawValue: "pong")
    /// A message of the protocol itself, such as the start of a subscription.
    package static let control = Kind(rawValue: "control")
    /// The body of an HTTP message, described by its head.
    package static let content = Kind(rawValue: "content")

    /// True for messages of the user or server, false for those of the protocol itself, such as pings.
    package var isContent: Bool { self != .ping && self != .pong && self != .control }
  }

  /// The direction of the message.
  package var direction: Direction
  /// The protocol's type for the message.
  package var kind: Kind
  /// The time at which the complete message was sent or received.
  package var date: Date
  /// The bytes of the message, stored like any other body.
  package var body: ResponseBody

  /// A message with these bytes.
  package init(_ direction: Direction, _ kind: Kind, _ body: ByteStore, at date: Date = Date()) {
    self.direction = direction
    self.kind = kind
    self.body = body
    self.date = date
  }

  /// A text message.
  package init(_ direction: Direction, _ text: String, at date: Date = Date()) {
    self.init(direction, .text, ByteStore(text.utf8), at: date)
  }

  /// The size in bytes.
  package var size: Int { body.count }
}

/// The metadata of a message, without its bytes.
package struct MessageHead: Hashable, Sendable {
  package var direction: ConversationMessage.Direction
  package var kind: ConversationMessage.Kind
  package var date: Date
  /// The size in bytes.
  package var size: Int
}

/// The messages of one conversation, oldest first.
///
/// A value: copies are cheap and independent of each other. The bytes of all messages are in one store, which moves to
/// a temporary file when it grows, so a million small messages need about 24 bytes of memory each. Elements are created
/// on access.
package struct ConversationMessages: RandomAccessCollection, Equatable, Sendable, ExpressibleByArrayLiteral {
  /// `nil` without messages.
  private var store: MessageStore?
  /// The number of messages.
  package private(set) var count = 0
  /// The positions of the protocol's own messages: few, so that the others can be counted without looking at them.
  private var controls: [Int] = []

  /// No messages.
  package init() {}

  /// A collection of these messages.
  package init(_ messages: some Sequence<ConversationMessage>) { for message in messages { append(message) } }

  /// A collection of these messages.
  package init(arrayLiteral elements: ConversationMessage...) { self.init(elements) }

  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of messages.
  package var endIndex: Int { count }

  /// The message at that position, with its own body.
  package subscript(position: Int) -> ConversationMessage {
    precondition(position < count, "there is no message \(position)")
    guard let store else { return ConversationMessage(.incoming, "") }
    return store.message(position)
  }

  /// Adds a message at the end.
  package mutating func append(_ message: ConversationMessage) {
    if message.kind == .control { controls.append(count) }
    if let store, store.append(message, after: count) {
      count += 1
      return
    }
    // Another copy has appended messages, so this one needs its own store.
    let copy = MessageStore()
    for number in 0..<count { _ = copy.append(self[number], after: number) }
    _ = copy.append(message, after: count)
    store = copy
    count += 1
  }

  /// The first messages, without a copy.
  package func starting(_ length: Int) -> ConversationMessages {
    var short = self
    short.count = Swift.min(count, Swift.max(0, length))
    while let last = short.controls.last, last >= short.count { short.controls.removeLast() }
    return short
  }

  /// The number of messages without those of the protocol itself.
  package var saidCount: Int { count - controls.count }

  /// The position of a message, from its number among the messages that `saidCount` counts.
  package func position(ofSaid number: Int) -> Int {
    var position = number
    for control in controls where control <= position { position += 1 }
    return position
  }

  /// The metadata of a message, without its bytes.
  package func head(of number: Int) -> MessageHead {
    store?.head(number) ?? MessageHead(direction: .incoming, kind: .text, date: Date(timeIntervalSince1970: 0), size: 0)
  }

  /// Reads the bytes of a message in place.
  package func withBytes<R, E: Error>(
    of number: Int, _ read: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    guard let store else { return try read(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return try store.withBytes(number, read)
  }

  /// Lets the memory of messages that have been read go, as far as they are in a file.
  package func release(_ numbers: Range<Int>) { store?.release(numbers) }

  /// The totals of all messages; most of the counting was done when they were added.
  package var tally: MessageTally { store?.tally(of: count) ?? MessageTally() }

  /// The size of all messages in bytes.
  package var size: Int { tally.bytes }

  /// Equal if their elements are; the bodies of small messages are compared by content.
  package static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    if left.store === right.store { return true }
    return left.indices.allSatisfy { number in
      left.head(of: number) == right.head(of: number)
        && left.withBytes(of: number) { mine in right.withBytes(of: number) { mine.elementsEqual($0) } }
    }
  }
}
