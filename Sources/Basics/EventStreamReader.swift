/// Reads an event stream as its bytes arrive, in pieces of any size (WHATWG HTML, section 9.2.6).
package struct EventStreamReader: Sendable {
  /// The fields of the incomplete event.
  package private(set) var fields = EventFields()
  private var line: [UInt8] = []
  private var isAtStart = true
  private var skipsLineFeed = false

  package init() {}

  /// Reads the bytes that have arrived.
  /// - Parameter ended: called at each empty line, with the fields before it; `isEvent` is false if they have no data
  ///   and therefore form no event.
  package mutating func feed(_ bytes: UnsafeRawBufferPointer, ended: (_ fields: EventFields, _ isEvent: Bool) -> Void) {
    for byte in bytes {
      if skipsLineFeed {
        skipsLineFeed = false
        if byte == 0x0A { continue }
      }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        continue
      }
      skipsLineFeed = byte == 0x0D
      endLine(ended)
    }
  }

  private mutating func endLine(_ ended: (EventFields, Bool) -> Void) {
    if isAtStart {
      isAtStart = false
      if line.starts(with: ByteOrderMark.utf8) { line.removeFirst(ByteOrderMark.utf8.count) }
    }
    let isEvent = line.withUnsafeBytes { fields.take($0) }
    if line.isEmpty {
      ended(fields, isEvent)
      fields.next()
    }
    line.removeAll(keepingCapacity: true)
  }

  /// Restarts after a lost connection: keeps the id, and discards an incomplete event.
  package mutating func reconnect() {
    line = []
    fields.next()
    (isAtStart, skipsLineFeed) = (true, false)
  }
}

/// The fields of one server-sent event, read line by line (WHATWG HTML, section 9.2.6). All readers of event streams
/// use it.
package struct EventFields: Sendable {
  /// The kind of a line.
  package enum Line {
    /// The empty line that ends an event.
    case end
    case data, event, id, retry
    /// A comment, or a field that is not in the standard.
    case ignored
  }

  /// Empty if the event has no line for it.
  package private(set) var event = ""
  /// The `data` lines, each with a line feed.
  package private(set) var data: [UInt8] = []
  /// The last one so far; `nil` if there was none.
  package private(set) var id: String?
  /// `nil` if the event has no line for it.
  package private(set) var retry: Duration?

  package init() {}

  /// The type of the event: `message` if it names none.
  package var type: String { event.isEmpty ? "message" : event }

  package static func read(_ line: UnsafeRawBufferPointer) -> (Line, value: Range<Int>) {
    guard let first = line.first else { return (.end, 0..<0) }
    let name: (Line, length: Int)
    switch first {
    case UInt8(ascii: "d"): name = (.data, 4)
    case UInt8(ascii: "e"): name = (.event, 5)
    case UInt8(ascii: "i"): name = (.id, 2)
    case UInt8(ascii: "r"): name = (.retry, 5)
    default: return (.ignored, 0..<0)
    }
    let length = name.length
    guard line.count >= length, line.count == length || line[length] == UInt8(ascii: ":"),
      line[..<length].elementsEqual(Self.word(of: name.0))
    else { return (.ignored, 0..<0) }
    var start = min(length + 1, line.count)
    if start < line.count, line[start] == 0x20 { start += 1 }
    return (name.0, start..<line.count)
  }

  private static func word(of line: Line) -> String.UTF8View {
    switch line {
    case .data: "data".utf8
    case .event: "event".utf8
    case .id: "id".utf8
    case .retry: "retry".utf8
    case .end, .ignored: "".utf8
    }
  }

  /// Takes one line without its end; `true` if it ends an event that has data.
  package mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
    let (meaning, place) = Self.read(line)
    let value = UnsafeRawBufferPointer(rebasing: line[place])
    switch meaning {
    case .end: return !data.isEmpty
    case .data:
      data.append(contentsOf: value)
      data.append(0x0A)
    case .event: event = String(decoding: value, as: UTF8.self)
    case .id: id = Self.id(value) ?? id
    case .retry: retry = Self.retry(value) ?? retry
    case .ignored: break
    }
    return false
  }

  /// `nil` for an id with NUL, which the standard ignores.
  package static func id(_ value: UnsafeRawBufferPointer) -> String? {
    ByteSearch.contains(0, in: value) ? nil : String(decoding: value, as: UTF8.self)
  }

  /// `nil` for anything but digits.
  package static func retry(_ value: UnsafeRawBufferPointer) -> Duration? {
    guard !value.isEmpty, value.count < 12, value.allSatisfy(\.isASCIIDigit),
      let time = Int32(String(decoding: value, as: UTF8.self))
    else { return nil }
    return .milliseconds(time)
  }

  /// The data without its last line feed.
  package var text: String { String(decoding: data.dropLast(), as: UTF8.self) }

  /// Prepares for the next event; the id is kept until another arrives.
  package mutating func next() {
    event = ""
    retry = nil
    data.removeAll(keepingCapacity: true)
  }
}
