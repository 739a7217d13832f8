package import Basics
package import Essentials

/// The messages of a body with many, as ranges of it: the body is copied only for messages that are read.
///
/// ```
/// body:   data: a⏎⏎ : ping⏎⏎ data: b⏎⏎ data: c
/// index:           1                   2            incomplete, so not a message yet
/// ```
///
/// A value: one copy follows the body with `advance` and provides the others.
package struct StreamedMessages: Equatable, Sendable {
  /// The format of the body.
  package let format: MessageFormat
  /// All bytes as received; still growing while the answer arrives.
  package let body: ByteStore
  /// The time at which the body began; `nil` if the times of its messages are unknown.
  package let start: Date?
  var scanner: MessageScanner
  var index = MessageIndex()
  /// The number of messages in this copy; `nil` for all.
  private var length: Int?

  /// The messages of a body from its beginning; none until `advance`.
  package init(_ format: MessageFormat, of body: ByteStore, since start: Date?) {
    self.format = format
    self.body = body
    self.start = start
    scanner = MessageScanner(format)
  }

  /// The number of complete messages.
  package var count: Int { min(index.count, length ?? .max) }
  /// True without messages.
  package var isEmpty: Bool { count == 0 }
  /// The id of the last event; empty if none.
  package var lastEventID: String { scanner.lastEventID }
  /// The delay that the server requests before reconnecting.
  package var reconnectionTime: Duration? { scanner.reconnectionTime }
  /// True if the body ended within its last part.
  package var endsInPart: Bool { scanner.isInPart }
  /// The number of bytes in complete messages.
  package var end: Int { isEmpty ? 0 : index.range(of: count - 1).upperBound }

  /// Reads what has arrived since the last call.
  /// - Returns: true if there are new messages.
  @discardableResult
  package mutating func advance(at date: Date? = nil) -> Bool {
    let before = index.count
    let time = milliseconds(at: date)
    body.withUnsafeBytes { all in
      let fresh = UnsafeRawBufferPointer(rebasing: all[min(scanner.offset, all.count)...])
      scanner.scan(fresh) { index.append(end: $0, at: time) }
    }
    return index.count > before
  }

  /// Ends the body: the text after the last line end is a message, too.
  package mutating func finish(at date: Date? = nil) {
    advance(at: date)
    if let end = scanner.finish() { index.append(end: end, at: milliseconds(at: date)) }
  }

  /// The message with its whole content.
  package subscript(number: Int) -> StreamedMessage { message(number, bytes: .max) }

  /// The start of a message, for a list; reads at most `bytes` of it.
  package func head(of number: Int, bytes: Int = 4096) -> StreamedMessage { message(number, bytes: bytes) }

  /// The time at which a message was complete; `nil` if unknown.
  package func date(of number: Int) -> Date? { start?.addingTimeInterval(Double(index.time(of: number)) / 1000) }

  /// The range of a message in the body, with all its lines.
  package func range(of number: Int) -> Range<Int> { index.range(of: number) }

  /// A copy without the messages after the first `length`.
  package func prefix(_ length: Int) -> StreamedMessages {
    var short = self
    short.length = min(count, max(0, length))
    return short
  }

  /// Compares by body and number: messages never change.
  package static func == (left: StreamedMessages, right: StreamedMessages) -> Bool {
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
  /// The messages of an exchange whose answer contains many; `nil` for any other. Reads the whole body unless they were
  /// found while it arrived.
  package init?(_ exchange: Exchange) {
    if let known = exchange.streamed {
      self = known
      return
    }
    guard let head = exchange.response, let body = exchange.body else { return nil }
    var detection = LineDetection(isAsked: false)
    let holdsLines = head.mayHoldLines && detection.look(at: body, isOver: true) == .lines
    guard let format = head.messageFormat ?? (holdsLines ? .lines : nil) else { return nil }
    self.init(format, of: body, since: nil)
    if exchange.failure == nil { finish() } else { advance() }
  }
}

/// One message of a body with many: a server-sent event, or one JSON text.
package struct StreamedMessage: Equatable, Sendable {
  /// The range of its lines in the body.
  package var range: Range<Int>
  /// The time at which it was complete; `nil` if unknown.
  package var date: Date?
  /// The type of an event, `message` if the server sends none; `nil` for anything else.
  package var event: String?
  /// The event's own id; `nil` if it has none.
  package var id: String?
  /// The content: the `data` lines joined by line feeds, or the JSON text.
  package var data: [UInt8]
  /// True if `data` is only the start of the content.
  package var isCut = false

  /// The size of the content in bytes; for a cut message, including the names of its fields.
  package var size: Int { isCut ? range.count : data.count }

  /// The message as an element of a conversation.
  package var asMessage: ConversationMessage {
    ConversationMessage(.incoming, .text, ByteStore(data), at: date ?? Date(timeIntervalSince1970: 0))
  }

  /// Reads a message, or the start of one, from its bytes in the body.
  init(_ bytes: UnsafeRawBufferPointer, at range: Range<Int>, _ date: Date?, as format: MessageFormat) {
    self.range = range
    self.date = date
    isCut = bytes.count < range.count
    switch format {
    case .lines:
      let start = bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
      data = Array(bytes[start...].trimming(while: MessageScanner.isBlank))
    case .parts(let boundary): data = Array(PartDelimiter(boundary).content(of: bytes))
    case .events:
      var fields = EventFields()
      // A byte order mark counts only at the start of the stream.
      Self.eachLine(of: bytes, isFirst: range.lowerBound == 0) { line in
        let isOver = fields.take(line)
        // The standard discards an event without data, so this one starts anew.
        if line.isEmpty, !isOver { fields.next() }
        return !isOver
      }
      event = fields.type
      id = fields.id
      data = Array(fields.data.dropLast())
    }
  }

  /// Passes each line, including an unterminated last one, to `body` until it returns `false`.
  private static func eachLine(
    of bytes: UnsafeRawBufferPointer, isFirst: Bool, _ body: (UnsafeRawBufferPointer) -> Bool
  ) {
    var place = isFirst && bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
    var lines = LineFinder(bytes, endsAtCarriage: true)
    while place < bytes.count {
      let found = lines.line(at: place)
      guard body(UnsafeRawBufferPointer(rebasing: bytes[place..<(found?.end ?? bytes.count)])) else { return }
      place = found?.next ?? bytes.count
    }
  }
}

/// The arrival times of messages, for records.
extension StreamedMessages {
  /// A number of messages that were complete after a number of milliseconds.
  package struct Arrival: Hashable, Sendable {
    /// The number of messages that arrived together.
    package var count: Int
    /// The time since the body began.
    package var milliseconds: Int

    /// An arrival, as recorded.
    package init(count: Int, milliseconds: Int) {
      self.count = count
      self.milliseconds = milliseconds
    }
  }

  /// The messages of a complete body, with the recorded arrival times.
  package init(_ format: MessageFormat, of body: ByteStore, since start: Date?, arrivals: [Arrival], isOver: Bool) {
    self.init(format, of: body, since: arrivals.isEmpty ? nil : start)
    var rest = arrivals[...]
    var left = rest.first?.count ?? 0
    body.withUnsafeBytes { all in
      scanner.scan(all) { end in
        while left == 0, rest.count > 1 {
          rest.removeFirst()
          left = rest.first?.count ?? 0
        }
        index.append(end: end, at: UInt32(clamping: rest.first?.milliseconds ?? 0))
        left -= 1
      }
    }
    guard isOver, let end = scanner.finish() else { return }
    index.append(end: end, at: UInt32(clamping: arrivals.last?.milliseconds ?? 0))
  }

  /// The arrival times; messages that arrived together share an element. Empty if unknown.
  package var arrivals: [Arrival] {
    guard start != nil else { return [] }
    var arrivals: [Arrival] = []
    for number in 0..<count {
      let time = Int(index.time(of: number))
      if let last = arrivals.indices.last, arrivals[last].milliseconds == time {
        arrivals[last].count += 1
      } else {
        arrivals.append(Arrival(count: 1, milliseconds: time))
      }
    }
    return arrivals
  }
}
