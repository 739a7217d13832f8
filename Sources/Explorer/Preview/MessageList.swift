import Basics
package import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The messages of a conversation by number: each kept by itself, or as ranges of a body that holds many.
package enum MessageList: Equatable, Sendable {
  case kept(ConversationMessages)
  case streamed(StreamedMessages)

  /// What the list shows of a message.
  struct Row {
    var direction = ConversationMessage.Direction.incoming
    /// What is said before its words: its kind or event, where that is not the usual one.
    var kind = ""
    var id: String?
    var date: Date?
    var size: Int
    /// At least the bytes asked for, or all.
    var start: [UInt8]
    var isBinary = false
  }

  var count: Int {
    switch self {
    case .kept(let messages): messages.count
    case .streamed(let messages): messages.count
    }
  }

  /// - Parameter bytes: how much of the message is needed.
  func row(_ number: Int, bytes: Int) -> Row {
    switch self {
    case .kept(let messages):
      let head = messages.head(of: number)
      let isUsual = head.kind == .text || head.kind == .content
      return Row(
        direction: head.direction, kind: isUsual ? "" : head.kind.rawValue, date: head.date, size: head.size,
        start: messages.withBytes(of: number) { Array($0.prefix(bytes)) }, isBinary: head.kind == .binary)
    case .streamed(let messages):
      let head = messages.head(of: number)
      let kind = head.event.flatMap { $0 == "message" ? nil : $0 } ?? ""
      return Row(kind: kind, id: head.id, date: head.date, size: head.size, start: Array(head.data.prefix(bytes)))
    }
  }

  /// What the times of its messages are counted from once it is over: the same as the time of the whole. A busy machine may
  /// notice the end late, but no transfer began after its first message.
  func start(in exchange: Exchange) -> Date {
    guard count > 0, let first = row(0, bytes: 0).date else { return exchange.transferStartedAt }
    return min(exchange.transferStartedAt, max(first, exchange.startedAt))
  }

  /// What a message says; of a long one no more than `most` bytes, if that is not `nil`.
  func body(of number: Int, most: Int?) -> ByteStore {
    switch self {
    case .kept(let messages): messages[number].body
    case .streamed(let messages): ByteStore(messages.head(of: number, bytes: most ?? .max).data)
    }
  }

  /// Whether a message has a text, in lower case, ignoring ASCII case: in what it says, its type or its id.
  func message(_ number: Int, has text: UnsafeRawBufferPointer) -> Bool {
    func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool { ByteSearch.containsFolded(text, anchor: 0, in: bytes) }
    switch self {
    case .kept(let messages):
      return messages.withBytes(of: number, isIn)
    case .streamed(let messages):
      let isPossible = messages.body.withUnsafeBytes { all in
        isIn(UnsafeRawBufferPointer(rebasing: all[messages.range(of: number).clamped(to: 0..<all.count)]))
      }
      // The names of its fields are not what it says.
      guard isPossible, messages.format == .events else { return isPossible }
      let message = messages[number]
      return message.data.withUnsafeBytes(isIn)
        || [message.event, message.id].contains { field in
          field.map { Array($0.utf8).withUnsafeBytes(isIn) } ?? false
        }
    }
  }

  /// What was read of a body in a file need not stay in memory.
  func release(_ numbers: Range<Int>) {
    if case .kept(let messages) = self { return messages.release(numbers) }
    guard case .streamed(let messages) = self, let last = numbers.last else { return }
    let start = messages.range(of: numbers.lowerBound).lowerBound
    messages.body.releaseResidentMemory(in: start..<messages.range(of: last).upperBound)
  }
}
