public import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The messages of a body that holds many, as ranges of it: nothing of the body is copied until a message is asked for.
///
/// ```
/// body:   data: a⏎⏎ : ping⏎⏎ data: b⏎⏎ data: c
/// index:           1                   2            incomplete, and so not a message yet
/// ```
///
/// A value: one copy follows the body with `advance`, and hands out others.
public struct StreamedMessages: Equatable, Sendable {
  /// How the body holds its messages.
  public let format: MessageFormat
  /// All bytes as received; still growing while the answer arrives.
  public let body: ByteStore
  /// When the body began; `nil` if the times of its messages are unknown.
  public let start: Date?
  var scanner: MessageScanner
  var index = MessageIndex()
  /// How many of the messages count; `nil` for all.
  private var length: Int?

  /// The messages of a body from its beginning; none until `advance`.
  public init(_ format: MessageFormat, of body: ByteStore, since start: Date?) {
    self.format = format
    self.body = body
    self.start = start
    scanner = MessageScanner(format)
  }

  /// The number of complete messages.
  public var count: Int { min(index.count, length ?? .max) }
  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }
  /// Of the last event; empty if none.
  public var lastEventID: String { scanner.lastEventID }
  /// The delay before reconnecting that the server asks for.
  public var reconnectionTime: Duration? { scanner.reconnectionTime }
  /// How many bytes the messages take.
  public var end: Int { isEmpty ? 0 : index.range(of: count - 1).upperBound }

  /// Reads what has arrived since the last call.
  /// - Returns: whether there are new messages.
  @discardableResult
  public mutating func advance(at date: Date? = nil) -> Bool {
    let before = index.count
    let time = milliseconds(at: date)
    body.withUnsafeBytes { all in
      let fresh = UnsafeRawBufferPointer(rebasing: all[min(scanner.offset, all.count)...])
      scanner.scan(fresh) { index.append(end: $0, at: time) }
    }
    return index.count > before
  }

  /// The body is over: the text after the last line end is a message, too.
  public mutating func finish(at date: Date? = nil) {
    advance(at: date)
    if scanner.finish() { index.append(end: scanner.offset, at: milliseconds(at: date)) }
  }

  /// A message with all it says.
  public subscript(number: Int) -> StreamedMessage { message(number, bytes: .max) }

  /// The start of a message, for a list: no more than `bytes` of it are read.
  public func head(of number: Int, bytes: Int = 4096) -> StreamedMessage { message(number, bytes: bytes) }

  /// When a message was complete; `nil` if nobody knows any more.
  public func date(of number: Int) -> Date? { start?.addingTimeInterval(Double(index.time(of: number)) / 1000) }

  /// Where a message is in the body, with all its lines.
  public func range(of number: Int) -> Range<Int> { index.range(of: number) }

  /// The complete message that a byte of the body belongs to.
  public func message(at offset: Int) -> Int? { index.message(at: offset).flatMap { $0 < count ? $0 : nil } }

  /// The same without the messages after the first `length`.
  public func prefix(_ length: Int) -> StreamedMessages {
    var short = self
    short.length = min(count, max(0, length))
    return short
  }

  /// Compares by body and number: messages never change.
  public static func == (left: StreamedMessages, right: StreamedMessages) -> Bool {
    left.body == right.body && left.count == right.count && left.scanner.offset == right.scanner.offset
      && left.start == right.start
  }

  private func message(_ number: Int, bytes most: Int) -> StreamedMessage {
    let range = index.range(of: number)
    return body.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[range.clamped(to: 0..<all.count)].prefix(most))
      return StreamedMessage(bytes, at: range, date(of: number), as: format)
    }
  }

  private func milliseconds(at date: Date?) -> UInt32 {
    guard let start, let date else { return 0 }
    return UInt32(min(max(0, (date.timeIntervalSince(start) * 1000).rounded()), Double(UInt32.max)))
  }
}

extension StreamedMessages {
  /// The messages of an exchange whose answer holds many; `nil` for any other. Reads the whole body unless they were
  /// found while it arrived.
  public init?(_ exchange: Exchange) {
    if let known = exchange.streamed {
      self = known
      return
    }
    guard let format = exchange.response?.messageFormat, let body = exchange.body else { return nil }
    self.init(format, of: body, since: nil)
    if exchange.failure == nil { finish() } else { advance() }
  }
}
