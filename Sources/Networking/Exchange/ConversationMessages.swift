import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The messages of one conversation, oldest first.
///
/// A value: copies are cheap, and none sees what another appends. The bytes of all messages are in one store, which moves
/// to a temporary file when it grows, so a million small messages need about 24 bytes of memory each. An element is made
/// when it is asked for.
public struct ConversationMessages: RandomAccessCollection, Equatable, Sendable, ExpressibleByArrayLiteral {
  /// `nil` while there is none.
  private var store: MessageStore?
  /// How many there are.
  public private(set) var count = 0
  /// Where the messages of the protocol itself are: few, so that the others are counted without looking at them.
  private var controls: [Int] = []

  /// No messages.
  public init() {}

  /// These messages.
  public init(_ messages: some Sequence<ConversationMessage>) { for message in messages { append(message) } }

  /// These messages.
  public init(arrayLiteral elements: ConversationMessage...) { self.init(elements) }

  /// 0.
  public var startIndex: Int { 0 }
  /// The count.
  public var endIndex: Int { count }

  /// The message with that number, with a body of its own.
  public subscript(position: Int) -> ConversationMessage {
    precondition(position < count, "there is no message \(position)")
    guard let store else { return ConversationMessage(.incoming, "") }
    return store.message(position)
  }

  /// Adds a message at the end.
  public mutating func append(_ message: ConversationMessage) {
    if message.kind == .control { controls.append(count) }
    if let store, store.append(message, after: count) {
      count += 1
      return
    }
    // Another copy has gone on: from here on each has its own.
    let copy = MessageStore()
    for number in 0..<count { _ = copy.append(self[number], after: number) }
    _ = copy.append(message, after: count)
    store = copy
    count += 1
  }

  /// The first messages; costs no copy.
  public func starting(_ length: Int) -> ConversationMessages {
    var short = self
    short.count = Swift.min(count, Swift.max(0, length))
    while let last = short.controls.last, last >= short.count { short.controls.removeLast() }
    return short
  }

  /// How many messages there are beside those of the protocol itself.
  package var saidCount: Int { count - controls.count }

  /// The number among all of the one with that number among those that `saidCount` counts.
  package func position(ofSaid number: Int) -> Int {
    var position = number
    for control in controls where control <= position { position += 1 }
    return position
  }

  /// What is known of a message without its bytes.
  package func head(of number: Int) -> MessageHead {
    store?.head(number) ?? MessageHead(direction: .incoming, kind: .text, date: Date(timeIntervalSince1970: 0), size: 0)
  }

  /// Reads the bytes of a message where they are.
  package func withBytes<R>(of number: Int, _ read: (UnsafeRawBufferPointer) -> R) -> R {
    guard let store else { return read(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return store.withBytes(number, read)
  }

  /// The bytes of messages that were read need not stay in memory, as far as they are in a file.
  package func release(_ numbers: Range<Int>) { store?.release(numbers) }

  /// What they add up to; most of it was counted when they were added.
  package var tally: MessageTally { store?.tally(of: count) ?? MessageTally() }

  /// The size of all messages in bytes.
  public var size: Int { tally.bytes }

  /// Equal if their elements are; the bodies of small messages are compared by content.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    if left.store === right.store { return true }
    return left.indices.allSatisfy { number in
      left.head(of: number) == right.head(of: number)
        && left.withBytes(of: number) { mine in right.withBytes(of: number) { mine.elementsEqual($0) } }
    }
  }
}
